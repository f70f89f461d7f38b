"""What a job may say: a call of one of our task names, with ids and numbers.

What may live here: reading the hash of a job, which anybody may have written who can write to the
store. A call's first argument is the version of whoever wrote it (`arena.store.client.VERSION`).
"""

import zlib
from collections.abc import Mapping
from typing import Annotated

import msgspec

from arena.store.client import VERSION
from arena.store.queue import PLAY_EXHIBITION, PLAY_SETS

_FIELDS = frozenset(
    {
        b"created_at", b"data", b"description", b"ended_at", b"enqueued_at", b"exc_info",
        b"failure_ttl", b"last_heartbeat", b"origin", b"result_ttl", b"started_at", b"status",
        b"timeout", b"worker_name",
    }
)  # fmt: skip
"""The fields of a job's hash that may hold something: those of a plain job of ours."""
_MOST_DATA = 64 * 1024
"""Bytes of a call, unpacked, at most."""

Task = Annotated[str, msgspec.Meta(pattern=r"\Aworkers\.jobs\.[a-z_]{1,40}\Z")]
Version = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Id = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Round = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Numbers = Annotated[list[Number], msgspec.Meta(min_length=1, max_length=1_000)]


class Written(msgspec.Struct, frozen=True, array_like=True):
    """What stands at the head of the arguments in all versions; others may follow."""

    version: Version


class AnyCall(msgspec.Struct, frozen=True, array_like=True):
    """As much of a call, as RQ writes it, as can be read whichever version wrote it."""

    function: Task
    instance: None
    arguments: Written


class Keywords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No keyword arguments."""


class PlaySets(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=PLAY_SETS
):
    """The call that plays sets: no instance, a tournament, a round, numbers of sets."""

    instance: None
    arguments: tuple[Version, Id, Round, Numbers]
    keywords: Keywords


class PlayExhibition(
    msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=PLAY_EXHIBITION
):
    """The call that plays an exhibition."""

    instance: None
    arguments: tuple[Version, Id]
    keywords: Keywords


_any_calls = msgspec.json.Decoder(AnyCall)
_calls = msgspec.json.Decoder(PlaySets | PlayExhibition)


class NewerCall(Exception):  # noqa: N818 (nothing is wrong with it)
    """A call that a newer release wrote, and only such a one can read; `kind` says of which."""

    def __init__(self, call: AnyCall) -> None:
        self.kind = f"{call.function} of version {call.arguments.version}"
        super().__init__(f"{self.kind}; ours is {VERSION}")


def check_job(fields: Mapping[bytes, bytes]) -> None:
    """Raise ValueError (also msgspec's and zlib's kinds) if a job's hash is not one of ours.

    Raises NewerCall where it may be one of a newer version.
    """
    foreign = [name for name, value in fields.items() if value and name not in _FIELDS]
    if foreign:
        raise ValueError(f"fields that our queue does not write: {foreign[:5]}")
    if b"data" not in fields:  # what RQ writes of a job that is gone; it takes that for none
        return
    text = _unpack(fields[b"data"])
    call = _any_calls.decode(text)
    if call.arguments.version > VERSION:
        raise NewerCall(call)
    _calls.decode(text)


def _unpack(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, _MOST_DATA)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError(f"a call of more than {_MOST_DATA} bytes, or cut short")
    return text
