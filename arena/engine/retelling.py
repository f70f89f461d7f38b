"""A finished match beat by beat: who was asked what and chose what, and what came of it.

What may live here: how a record is taken apart for whoever tells or draws it. What is told to whom,
and in which words, is not decided here.
"""

from collections.abc import Iterator

from arena.engine.beat import Beat, Decided
from arena.engine.record import Record
from arena.engine.replay import play_decision
from arena.engine.rules import Game
from arena.engine.table import Table, TableError


class RetellingError(Exception):
    """A replay that cannot be told, since its decisions are not those of a match."""


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
