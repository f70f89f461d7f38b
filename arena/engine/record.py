"""The record of a match: a header, one small integer per ask, and a digest over what happened.

What may live here: the file format and its checks. Events are derived by playing the decisions
again, never stored.
"""

from hashlib import sha256
from typing import Annotated, Literal

import msgspec

from arena.engine.ask import Event

FORMAT: Literal["sky-arena-replay/1"] = "sky-arena-replay/1"
CHECK_EVERY = 16
"""After so many decisions each, the record keeps a prefix of the running hash."""
MAX_DECISIONS = 100_000
MAX_SAY = 80
"""Characters of what a bot may say with a decision."""

# The lengths are stated beside the patterns because `$` lets a last newline pass.
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Check = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{4}$", max_length=4)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=9)]
Place = Annotated[int, msgspec.Meta(ge=0, le=MAX_DECISIONS)]
Decision = Annotated[int, msgspec.Meta(ge=-1, le=9_999)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class RecordError(ValueError):
    """A file that is no record: the message names the field and what was expected."""


class HeaderError(RecordError):
    """A match that cannot be played: the message names the field and what was expected."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is played from: the same header and decisions give the same match."""

    game: Name
    players: Annotated[int, msgspec.Meta(ge=1, le=10)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    rules: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    seed: Hex
    windows: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=10)]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result by seat: ranks (1 is best, equals share, the next is skipped) and scores."""

    ranks: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=10)], ...], msgspec.Meta(max_length=10)
    ]
    scores: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)], ...], msgspec.Meta(max_length=10)
    ]


class FaultNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For people: why decision number `at` (0-based) is a fault."""

    at: Place
    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For people: what a bot said with decision number `at` (0-based)."""

    at: Place
    text: Annotated[str, msgspec.Meta(max_length=MAX_SAY)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished match as a file (JSON)."""

    format: Literal["sky-arena-replay/1"] = FORMAT
    header: Header
    decisions: Annotated[tuple[Decision, ...], msgspec.Meta(max_length=MAX_DECISIONS)]
    checks: Annotated[tuple[Check, ...], msgspec.Meta(max_length=MAX_DECISIONS)]
    faults: Annotated[tuple[FaultNote, ...], msgspec.Meta(max_length=MAX_DECISIONS)] = ()
    says: Annotated[tuple[Say, ...], msgspec.Meta(max_length=MAX_DECISIONS)] = ()
    outcome: Outcome
    digest: Hex


class Digest:
    """The running hash of a match: header, unredacted events, outcome, one JSON line each."""

    __slots__ = ("_sha",)
    _lines = msgspec.json.Encoder(order="sorted")

    def __init__(self, header: Header) -> None:
        """Begin with the header's line."""
        self._sha = sha256(self._lines.encode(header) + b"\n")

    def add(self, events: list[Event]) -> None:
        """Take in the events of one step."""
        self._sha.update(self._lines.encode_lines(events))

    def check(self) -> str:
        """Give the first two bytes of the hash so far, as 4 hex digits."""
        return self._sha.copy().digest()[:2].hex()

    def close(self, outcome: Outcome) -> str:
        """Give the digest of the whole match, as 64 hex digits; more events may not follow."""
        final = self._sha.copy()
        final.update(self._lines.encode(outcome) + b"\n")
        return final.hexdigest()

    def copy(self) -> "Digest":
        """Give an independent continuation."""
        twin = Digest.__new__(Digest)
        twin._sha = self._sha.copy()
        return twin


_decoder = msgspec.json.Decoder(Record)


def encode_record(record: Record) -> bytes:
    """Give the record as one line of JSON."""
    return msgspec.json.encode(record) + b"\n"


def decode_record(data: bytes) -> Record:
    """Read a record file; raise RecordError saying where it is malformed."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"not a {FORMAT} file: {error}") from error
