"""A finished match beat by beat: who was asked what and chose what, and what came of it.

What may live here: how a record is taken apart for whoever tells or draws it. What is told to whom,
and in which words, is not decided here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from arena.engine.ask import Ask, Event
from arena.engine.record import Record
from arena.engine.replay import play_decision
from arena.engine.rules import Game
from arena.engine.table import Table, TableError


class RetellingError(Exception):
    """A replay that cannot be told, since its decisions are not those of a match."""


class Decided(NamedTuple):
    """A decision: its number in the record (from 0), what was asked, and what was chosen."""

    number: int
    ask: Ask
    decision: int


class Beat(NamedTuple):
    """The decisions of a beat in seat order (none for the setup), and the events they led to."""

    decided: tuple[Decided, ...]
    events: list[Event]


def beats(game: Game, record: Record) -> Iterator[Beat]:
    """Give the beats of a match, from its setup on, with all events unredacted.

    Raises HeaderError where it cannot be played here, RetellingError at a wrong decision, and at
    the end where what its decisions give is not what it states.
    """
    table = Table.new(game, record.header)
    yield Beat((), table.log)
    number = 0
    while number < len(record.decisions):
        told = len(table.log)
        decided = tuple(_play(table, record, number))
        number += len(decided)
        yield Beat(decided, table.log[told:])
    if not table.over or table.digest() != record.digest:
        raise RetellingError(
            "what its decisions give is not what it states: `arena verify` says where"
        )


def _play(table: Table, record: Record, first: int) -> Iterator[Decided]:
    """Play the beat that begins with this decision."""
    asks = table.asks()
    if not asks:
        raise RetellingError(f"decision {first + 1} comes after the end of the match")
    for number, ask in enumerate(asks, first):
        if number == len(record.decisions):
            raise RetellingError("the decisions end before the match does")
        try:
            play_decision(table, record.decisions[number])
        except TableError as error:
            raise RetellingError(f"decision {number + 1} cannot be played: {error}") from error
        yield Decided(number, ask, record.decisions[number])
