"""What a match writes down as it goes, so that a crash gives nobody another game or more time.

What may live here: the entries and the port to whoever keeps them. The format is versioned.
"""

from collections.abc import Awaitable, Sequence
from typing import Annotated, Literal, Protocol

import msgspec

from arena.engine.record import MAX_SAY, Decision, Seat
from arena.protocol.messages import FaultKind

MAX_DETAIL = 256

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


class JournalError(Exception):
    """A journal that does not fit its match: our own fault, never a contestant's."""


class Journal(Protocol):
    """The journal of one match, kept by whoever will have it resumed."""

    async def load(self) -> Sequence[Entry]:
        """Give the entries kept so far, in order."""
        ...

    def send(self, beat: int, entry: Entry) -> Awaitable[None]:
        """Send off the entry of this beat (from 0); the result awaits that it is kept.

        Nobody is asked anything before. It raises where another has taken over the match, or where
        we are to stop, and the match stops there.
        """
        ...
