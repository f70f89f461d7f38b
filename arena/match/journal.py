"""What a match writes down as it goes, so that a crash gives nobody another game or more time.

What may live here: the entries and the port to whoever keeps them. The format is versioned.
"""

from collections.abc import Awaitable, Sequence
from typing import Annotated, Literal, Protocol

import msgspec

from arena.engine.record import MAX_SAY, Decision, Seat
from arena.protocol.messages import FaultKind

MAX_DETAIL = 256
EXCERPT = 1_024
"""Bytes of each end of an answer that its owner is shown."""

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Settled(msgspec.Struct, frozen=True, array_like=True):
    """One decision as taken. `bank_ms` and `strikes` are what the seat then has.

    `latency_ms` is None where the seat was retired and not asked.
    """

    seat: Seat
    decision: Decision
    latency_ms: Count | None
    bank_ms: Count
    strikes: Count
    fault: FaultKind | None = None
    detail: Annotated[str, msgspec.Meta(max_length=MAX_DETAIL)] = ""
    say: Annotated[str, msgspec.Meta(max_length=MAX_SAY)] | None = None


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One beat: its decisions in seat order."""

    version: Literal[1]
    settled: Annotated[tuple[Settled, ...], msgspec.Meta(min_length=1, max_length=10)]


class Excerpt(msgspec.Struct, frozen=True):
    """What is kept of a body of so many bytes: its first KiB, and the last of the rest."""

    size: int = 0
    first: bytes = b""
    last: bytes = b""

    @classmethod
    def of(cls, body: bytes) -> "Excerpt":
        """Cut it down."""
        return cls(len(body), body[:EXCERPT], body[EXCERPT:][-EXCERPT:])


class FaultReport(msgspec.Struct, frozen=True):
    """One fault, for the owner of the bot at `seat`: at decision `at` (0-based), asked `ask`.

    `match_id` and `ask_id` are as the bot was told them. It had `allowance_ms`; `bank_ms` is what
    the bank held before and after, `strikes` what the seat had after it. `status` and `body` are of
    the answer, as far as there was one; they are not known of a fault that was made before the
    match was resumed.
    """

    at: int
    seat: int
    ask: str
    kind: FaultKind
    latency_ms: int
    detail: str
    match_id: str
    ask_id: str
    allowance_ms: int
    bank_ms: tuple[int, int]
    strikes: int
    status: int | None = None
    body: Excerpt = Excerpt()


class JournalError(Exception):
    """A journal that does not fit its match: our own fault, never a contestant's."""


class Journal(Protocol):
    """The journal of one match, kept by whoever will have it resumed."""

    async def load(self) -> Sequence[Entry]:
        """Give the entries kept so far, in order."""
        ...

    def send(self, beat: int, entry: Entry, faults: Sequence[FaultReport]) -> Awaitable[None]:
        """Send off the entry of this beat (from 0); the result awaits that it is kept.

        With it go the faults that were made in it, for their owners to see. Nobody is asked
        anything before. It raises where another has taken over the match, or where we are to stop,
        and the match stops there.
        """
        ...
