"""The crosstable as it is shown: a block of it, each cell with its share, sets and interval.

What may live here: which bots are in a block, and what a cell tells. Where a bot stands is by the
live board; what it has made of others comes from `arena.service.histories`.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from arena.service.boards import Row
from arena.service.histories import CrosstableRow, OpponentView
from arena.tournament.standings.table import TWO_SIDED

BLOCK: Final = 24
"""Bots of a block, in rows and in columns."""


class Named(NamedTuple):
    """A bot of the table, with its place on the board, from 1."""

    place: int
    bot: str
    name: str


class Cell(NamedTuple):
    """What a bot has made of another: its share of the points, in so many sets, and the interval.

    `heat` is the share in tenths.
    """

    share: float
    low: float
    high: float
    sets: int
    met: OpponentView

    @property
    def heat(self) -> int:
        """The class of the share, of eleven."""
        return round(10 * self.share)


class Line(NamedTuple):
    """A row: a bot, and its cells by column; None where it is itself, or has not met the other."""

    bot: Named
    cells: Sequence[Cell | None]


class Part(NamedTuple):
    """A block of bots, by its number from 1, and their places."""

    number: int
    first: int
    last: int


def parts(bots: int) -> list[Part]:
    """Give the blocks of so many bots."""
    firsts = range(1, bots + 1, BLOCK)
    return [Part(n, first, min(first + BLOCK - 1, bots)) for n, first in enumerate(firsts, 1)]


def block(board: Sequence[Row], part: Part) -> list[Named]:
    """Give the bots of a block, in the order of the board."""
    rows = enumerate(board[part.first - 1 : part.last], part.first)
    return [Named(place, row.bot, row.name) for place, row in rows]


def lines(
    rows: Sequence[Named], columns: Sequence[Named], met: Sequence[CrosstableRow]
) -> list[Line]:
    """Give the rows of a block; `met` has what each of its bots has made, in the same order."""
    return [
        Line(row, _cells(columns, {each.bot: each for each in found.opponents}))
        for row, found in zip(rows, met, strict=True)
    ]


def _cells(columns: Sequence[Named], met: Mapping[str, OpponentView]) -> list[Cell | None]:
    return [cell(met[each.bot]) if each.bot in met else None for each in columns]


def cell(met: OpponentView) -> Cell:
    """Give what is told of a pair that has met."""
    share = met.score / met.matches
    return Cell(share, *wilson(share, met.sets), met.sets, met)


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Give Wilson's score interval of a share at 95 %."""
    spread = TWO_SIDED * sqrt(share * (1 - share) / trials + TWO_SIDED**2 / (4 * trials**2))
    middle, scale = share + TWO_SIDED**2 / (2 * trials), 1 + TWO_SIDED**2 / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
