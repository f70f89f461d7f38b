"""Playing a record again: resuming a match from its decisions, and checking a finished one.

What may live here: whatever re-executes decisions. It trusts nothing of a record but its header.
"""

from collections.abc import Iterable, Iterator

import msgspec

from arena.engine.ask import FAULT
from arena.engine.record import CHECK_EVERY, Header, Record
from arena.engine.rules import Game
from arena.engine.table import Table, TableError


class Difference(msgspec.Struct, frozen=True):
    """Where a record first departs from what its decisions give: decisions `first` to `last`."""

    first: int
    last: int
    what: str

    def __str__(self) -> str:
        """Say it in a line; decisions are counted from 1."""
        return f"differs between decisions {self.first} and {self.last}: {self.what}"


def resume(game: Game, header: Header, decisions: Iterable[int]) -> Table:
    """Give the table after these decisions, a prefix of a match; raise TableError at a bad one."""
    table = Table.new(game, header)
    for _ in _feed(table, decisions):
        pass
    return table


def verify(game: Game, record: Record) -> Difference | None:
    """Play the record again; give where it first differs, or None when all of it holds.

    Raises HeaderError where the header cannot be played here.
    """
    table = Table.new(game, record.header)
    good = 0
    try:
        for done in _feed(table, record.decisions):
            taken = len(table.checks)
            if taken > good and table.checks[good:] != record.checks[good:taken]:
                return Difference(good * CHECK_EVERY + 1, done, "the running hash is another")
            good = taken
        return _compare_end(table, record, good)
    except TableError as error:
        at = len(table.decisions) + 1
        return Difference(good * CHECK_EVERY + 1, at, str(error))


def _compare_end(table: Table, record: Record, good: int) -> Difference | None:
    first, last = good * CHECK_EVERY + 1, max(len(record.decisions), 1)
    if not table.over:
        return Difference(first, last, "the decisions end before the match does")
    if table.checks != record.checks:
        return Difference(first, last, "there are too many hash prefixes or too few")
    if table.outcome() != record.outcome:
        return Difference(first, last, f"the outcome is {table.outcome()}")
    if table.digest() != record.digest:
        return Difference(first, last, f"the digest is {table.digest()}")
    for note in record.faults:
        if note.at >= len(record.decisions) or record.decisions[note.at] != FAULT:
            return Difference(note.at + 1, note.at + 1, "a fault is noted where none was recorded")
    return None


def _feed(table: Table, decisions: Iterable[int]) -> Iterator[int]:
    """Play the decisions; give the number of them after each complete beat."""
    rest = iter(decisions)
    for decision in rest:
        asks = table.asks()
        if not asks:
            raise TableError("there are decisions after the end of the match")
        ask = asks[0]
        if decision == FAULT:
            table.fault(ask.seat, None)
        else:
            table.answer(ask.seat, decision)
        if len(asks) == 1:
            yield len(table.decisions)
