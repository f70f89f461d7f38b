"""RQ cut down to what we use, since whoever can write to Redis can else run any code here.

What may live here: the Job and Worker classes that refuse whatever our own queue never writes.
With a JSON serializer alone, RQ still runs any function that a job names, imports its callbacks,
calls its webhooks and obeys commands over pub/sub.
"""

import signal
import zlib
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import structlog
from rq import Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job

from arena.store import keys
from arena.store.lifeline import die_with_parent

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

Id = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Round = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Numbers = Annotated[list[Number], msgspec.Meta(min_length=1, max_length=1_000)]


class Keywords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No keyword arguments."""


class Call(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The calls that may run, as RQ writes them: our task names, no instance, ids and numbers."""

    function: Literal["workers.jobs.play_sets"]
    instance: None
    arguments: tuple[Id, Round, Numbers]
    keywords: Keywords


_calls = msgspec.json.Decoder(Call)
_log = structlog.get_logger()


class Refused(NoSuchJobError):  # noqa: N818 (RQ passes over jobs that do not exist)
    """A job that our queue did not write: to RQ, and in fact by then, it does not exist."""


class RestrictedJob(Job):
    """A job that can hold nothing but one of our calls; any other is deleted and counted."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Read a job's hash; raise Refused unless it is one of ours."""
        try:
            check_job(raw_data)
            super().restore(raw_data)
        except NoSuchJobError:
            raise
        except Exception as error:
            _log.warning("job_refused", job=self.id[:100], why=str(error)[:200])
            self.connection.delete(self.key)
            self.connection.hincrby(keys.COUNTERS, "jobs_refused", 1)
            raise Refused(f"job {self.id[:100]!a} is not one of ours") from None


class RestrictedWorker(Worker):
    """A worker that runs our jobs only, and takes commands from signals only."""

    job_class = RestrictedJob

    def subscribe(self) -> None:
        """Listen to no commands: RQ's own would let anybody stop workers and kill jobs."""

    def setup_work_horse_signals(self) -> None:
        """Have a work horse die with its worker: what it played is resumed elsewhere."""
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]
        die_with_parent(signal.SIGKILL)


def check_job(fields: Mapping[bytes, bytes]) -> None:
    """Raise ValueError (also msgspec's and zlib's kinds) if a job's hash is not one of ours."""
    foreign = [name for name, value in fields.items() if value and name not in _FIELDS]
    if foreign:
        raise ValueError(f"fields that our queue does not write: {foreign[:5]}")
    if b"data" in fields:
        _calls.decode(_unpack(fields[b"data"]))


def _unpack(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, _MOST_DATA)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError(f"a call of more than {_MOST_DATA} bytes, or cut short")
    return text
