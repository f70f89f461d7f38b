"""The tournament that is gone through: how small it is, and what its sets come to."""

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

Fault = Literal["killed", "stopped", "halted", "unheard", "copied", "jobs lost", "put back"]
"""What may happen: to a worker, to its lease while it lives, to its calls, to what a janitor was to
enqueue; and that the organiser puts back what is quarantined."""

ID = "t"
"""Its id."""
START = 1_000_000
"""Every bot's first rating."""
FIRST_HEAD = b"head 0"
"""Of the empty log."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament so small that all that can happen in it can be gone through.

    `rounds` are, for each round, the two bots of each of its sets. A set is decided in `beats`
    decisions, each 0 or 1; a bot plays at most `limit` sets at once. `workers` play, and at most
    `faults` happen, of these `kinds`.
    """

    rounds: tuple[tuple[str, ...], ...] = (("ab", "bc"),)
    beats: int = 1
    limit: int = 2
    workers: int = 2
    faults: int = 0
    kinds: tuple[Fault, ...] = get_args(Fault)

    @property
    def bots(self) -> Sequence[str]:
        """The ids of all bots."""
        return sorted({bot for tables in self.rounds for table in tables for bot in table})

    @property
    def sets(self) -> Sequence[tuple[int, int]]:
        """Round and number of every set."""
        return [(r, n) for r, tables in enumerate(self.rounds, 1) for n in range(len(tables))]

    @property
    def tickets(self) -> range:
        """The tickets of claims: one for each worker, and one for a copy that is under way."""
        return range(1, self.workers + 2)

    def table(self, round_number: int, number: int) -> str:
        """Give the two bots of a set."""
        return self.rounds[round_number - 1][number]


class Record(msgspec.Struct, frozen=True, array_like=True):
    """The result of a set: what was decided in it."""

    round: int
    number: int
    decisions: tuple[int, ...]

    def changes(self, shape: Shape) -> dict[str, int]:
        """Give what it does to ratings: another amount for every other record."""
        table = shape.table(self.round, self.number)
        gain = int("".join(map(str, (self.round, self.number + 1, *self.decisions))))
        return {table[0]: gain, table[1]: -gain}
