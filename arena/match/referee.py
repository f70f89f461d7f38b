"""The referee: drives one table, asks the seats of a beat at once, judges what they answer.

What may live here: the course of a match. It knows players by their port, rules by the table.
"""

from collections.abc import Sequence

import msgspec

from arena.engine.record import Record
from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.journal import Journal
from arena.match.player import Player
from arena.protocol.messages import FaultKind


class FaultReport(msgspec.Struct, frozen=True):
    """One fault, for the owner of the bot at `seat`: at decision `at` (0-based), asked `ask`."""

    at: int
    seat: int
    ask: str
    kind: FaultKind
    latency_ms: int
    detail: str


class Played(msgspec.Struct, frozen=True):
    """A finished match: its record, and what of it is for the owners of its bots."""

    record: Record
    faults: tuple[FaultReport, ...]
    retired: tuple[int, ...]


async def play(
    table: Table,
    seats: Sequence[Player | None],
    limits: Limits,
    key: bytes,
    journal: Journal | None = None,
) -> Played:
    """Play a fresh table to its end; a seat without a player is retired from the start.

    `key`, secret and of this match alone, makes the opaque ids. Where the journal holds entries
    the match goes on from them: same open asks, same ids, same banks. Errors of the arena (of the
    journal, of a player in process) stop the match; it can be resumed.
    """
    raise NotImplementedError
