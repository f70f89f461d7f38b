"""Playing a record again: resuming a match from its decisions, and checking a finished one.

What may live here: whatever re-executes decisions. It trusts nothing of a record but its header.
"""

from collections.abc import Iterable

import msgspec

from arena.engine.ask import FAULT
from arena.engine.record import CHECK_EVERY, FaultNote, Header, Record
from arena.engine.rules import Game
from arena.engine.table import Table, TableError


class Difference(msgspec.Struct, frozen=True):
    """Where a record first departs from what its decisions give.

    It lies in the decisions `first` to `last`, counted from 1; where `first` is beyond `last`, all
    decisions are vouched for and the difference lies in what follows them.
    """

    first: int
    last: int
    what: str

    def __str__(self) -> str:
        """Say it in a line."""
        if self.first > self.last:
            return f"differs after decision {self.last}: {self.what}"
        return f"differs between decisions {self.first} and {self.last}: {self.what}"


class Replayed(msgspec.Struct, frozen=True):
    """What comes of a record that is played again: where it differs, and whose decisions it has.

    `seats` are those that were asked, decision by decision, up to the difference.
    """

    difference: Difference | None
    seats: list[int]


def play_decision(table: Table, decision: int, kind: str | None = None) -> int:
    """Play the next decision of a record, for the first seat that is asked; `kind` of a fault.

    Gives the seat. Raises TableError where the decision is illegal or the match is over.
    """
    asks = table.asks()
    if not asks:
        raise TableError("there are decisions after the end of the match")
    seat = asks[0].seat
    if decision == FAULT:
        table.fault(seat, kind)
    else:
        table.answer(seat, decision)
    return seat


def resume(
    game: Game, header: Header, decisions: Iterable[int], faults: Iterable[FaultNote] = ()
) -> Table:
    """Give the table after these decisions, a prefix of a match, with the kinds of its faults.

    Raises HeaderError where the header cannot be played here, TableError at an illegal decision.
    """
    kinds = {note.at: note.kind for note in faults}
    table = Table.new(game, header)
    for at, decision in enumerate(decisions):
        play_decision(table, decision, kinds.get(at))
    return table


def verify(game: Game, record: Record) -> Difference | None:
    """Play the record again; give where it first differs, or None when all of it holds.

    Raises HeaderError where the header cannot be played here.
    """
    return replay(game, record).difference


def replay(game: Game, record: Record) -> Replayed:
    """Play the record again, as `verify` does, and tell whose each of its decisions was."""
    table, seats = Table.new(game, record.header), list[int]()
    checked = sound = 0
    for at, decision in enumerate(record.decisions, 1):
        try:
            seats.append(play_decision(table, decision))
        except TableError as error:
            return Replayed(Difference(sound + 1, at, str(error)), seats)
        if at >= (checked + 1) * CHECK_EVERY and len(table.checks) > checked:
            if record.checks[checked : checked + 1] != table.checks[checked:]:
                what = f"the running hash is {table.checks[checked]}"
                return Replayed(Difference(sound + 1, at, what), seats)
            checked, sound = checked + 1, at
    return Replayed(_check_end(table, record, sound) or _check_notes(record), seats)


def _check_end(table: Table, record: Record, sound: int) -> Difference | None:
    played = len(record.decisions)
    if not table.over:
        return Difference(sound + 1, played + 1, "the decisions end before the match does")
    if table.outcome() != record.outcome:
        return Difference(sound + 1, played, f"the outcome is {table.outcome()}")
    if table.digest() != record.digest:
        return Difference(sound + 1, played, f"the digest is {table.digest()}")
    if table.checks != record.checks:
        return Difference(played + 1, played, f"there are {len(table.checks)} hash prefixes")
    return None


def _check_notes(record: Record) -> Difference | None:
    for notes in (record.faults, record.says):
        places = [note.at for note in notes]
        if places != sorted(set(places)):
            return Difference(1, len(record.decisions), "its notes are not in ascending order")
        if places and places[-1] >= len(record.decisions):
            return Difference(1, len(record.decisions), "a note lies beyond the last decision")
    for note in record.faults:
        if record.decisions[note.at] != FAULT:
            at = note.at + 1
            return Difference(at, at, "a fault is noted where none was recorded")
    return None
