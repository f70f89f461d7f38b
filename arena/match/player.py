"""The port to whoever decides: what a referee asks of a player, and what it gets back.

What may live here: the words between a referee and its players. A fault is data, never an
exception: only the arena's own errors leave a player as exceptions.
"""

from typing import Protocol

import msgspec

from arena.engine.ask import Ask, Event, Option, View
from arena.engine.table import Table
from arena.match.journal import Settled
from arena.protocol.messages import Clock, Decide, End, FaultKind

Request = Decide[Option, View, Event]
"""One ask with all that its seat may know; the game's own words are in it."""


class Reply(msgspec.Struct, frozen=True):
    """What came of one ask: a choice, or the kind of fault; `latency_ms` less our own lateness.

    The referee checks the choice against the options. For the bot's owner alone are `detail` and,
    where it is a fault, the `status` and `body` of the answer, as far as it came.
    """

    choice: int | None
    fault: FaultKind | None = None
    say: str | None = None
    latency_ms: int = 0
    detail: str = ""
    status: int | None = None
    body: bytes = b""


def request_of(
    table: Table, ask: Ask, match_id: str, ask_id: str, clock: Clock, last: Settled | None = None
) -> Request:
    """Put an open ask of a table into a bot's words; `last` is what came of its ask before."""
    return Decide(
        ask_id=ask_id,
        match_id=match_id,
        game=table.header.game,
        seat=ask.seat,
        players=table.header.players,
        kind=ask.kind,
        options=ask.options,
        view=table.view(ask.seat),
        events=table.events(ask.seat),
        clock=clock,
        last_latency_ms=last.latency_ms if last else None,
        last_fault=last.fault if last else None,
    )


class Player(Protocol):
    """One bot at one table."""

    @property
    def windows(self) -> bool:
        """Whether it wants to be asked to load on other players' turns (SH-25)."""
        ...

    @property
    def wants_end(self) -> bool:
        """Whether it wants to be told the result."""
        ...

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Put the ask; an answer later than the allowance is a `timeout`."""
        ...

    async def end(self, message: End, allowance_ms: int) -> None:
        """Tell it the result; whatever goes wrong is nobody's loss."""
        ...
