"""Leaderboards for people: which rows are shown, in which order, and what is drawn in each.

What may live here: from the rows that services give to a table of a page: searched, sorted, cut
into pages. How things are drawn, `arena.web.boards.marks` says.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final
from urllib.parse import urlencode

import msgspec

from arena.service.boards import Row
from arena.service.final_standings import FinalRow
from arena.service.ladder_strengths import StrengthRow
from arena.service.ladders import LadderPoint, LadderRow
from arena.tournament.elo import ELO, PROVISIONAL, START
from arena.tournament.ledger import Point
from arena.tournament.standings.table import LEAST_SETS
from arena.web.boards.marks import (
    Axis,
    Bar,
    Bracket,
    Trend,
    axis_of,
    bar_of,
    brackets_of,
    trends_of,
)

ROWS: Final = 100
"""Rows of a page."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A bot on a board of any kind; what that kind does not tell is None. `rating` is micro-Elo.

    `fit` is what a fit says of it: the final standings, as far as they have come, or a ladder's.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    sets: int
    provisional: bool
    score: float | None = None
    games: int = 0
    faults: int | None = None
    fit: FinalRow | StrengthRow | None = None

    @property
    def share(self) -> float | None:
        """The share of its games that it has won."""
        return None if self.score is None or not self.games else self.score / self.games


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A bot as it is shown: with its interval, its trend, and whom it is tied with."""

    standing: Standing
    bar: Bar | None
    trend: Trend | None
    brackets: Sequence[Bracket]


SORTS: Final[Mapping[str, Callable[[Standing], tuple[float, str]]]] = {
    "rank": lambda _: (0, ""),
    "name": lambda each: (0, each.name.casefold()),
    "elo": lambda each: (-each.rating, ""),
    "score": lambda each: (-(each.share or 0), ""),
    "sets": lambda each: (-each.sets, ""),
    "faults": lambda each: (-(each.faults or 0), ""),
}
"""By what rows may be sorted, best or most first; by rank is how they come."""


class Selection(msgspec.Struct, frozen=True):
    """What a reader wants to see: bots whose names have this in them, sorted so, and which page."""

    path: str
    search: str = ""
    sort: str = "rank"
    page: int = 1

    @property
    def in_order(self) -> bool:
        """Whether bots stand in the order of ranks, without gaps."""
        return self.sort == "rank" and not self.search

    def direction(self, by: str) -> str | None:
        """Say, as `aria-sort` does, how rows are sorted by this."""
        if self.sort.removeprefix("-") != by:
            return None
        falling = by in ("elo", "score", "sets", "faults")
        return "descending" if falling != self.sort.startswith("-") else "ascending"

    def sorted_by(self, by: str) -> str:
        """Give the link that sorts by this; the other way round where it is so already."""
        return self._link(f"-{by}" if self.sort == by else by, 1)

    def at(self, page: int) -> str:
        """Give the link to a page."""
        return self._link(self.sort, page)

    def _link(self, sort: str, page: int) -> str:
        wanted = {"q": self.search, "sort": "" if sort == "rank" else sort}
        given = {name: value for name, value in wanted.items() if value}
        query = urlencode({**given, "page": page} if page > 1 else given)
        return f"{self.path}?{query}" if query else self.path


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a page, which are those from `first` on of `found`, of `total` in all."""

    selection: Selection
    rows: Sequence[Standing]
    first: int
    found: int
    total: int

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.found // ROWS))


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a page as it is drawn; `lanes` is how many brackets stand beside each other."""

    shown: Shown
    lines: Sequence[Line]
    axis: Axis | None
    lanes: int
    provisional_sets: ClassVar[int] = PROVISIONAL
    least_sets: ClassVar[int] = LEAST_SETS


def select(standings: Sequence[Standing], wanted: Selection) -> Shown:
    """Give the page that is asked for, or the last one if there are not so many."""
    part = wanted.search.casefold().strip()
    found = [each for each in standings if part in each.name.casefold()] if part else standings
    by, backwards = wanted.sort.removeprefix("-"), wanted.sort.startswith("-")
    rows = sorted(found, key=SORTS[by])
    if backwards:
        rows.reverse()
    last = max(1, -(-len(rows) // ROWS))
    page = min(wanted.page, last)
    first = (page - 1) * ROWS
    return Shown(
        selection=msgspec.structs.replace(wanted, page=page),
        rows=rows[first : first + ROWS],
        first=first,
        found=len(rows),
        total=len(standings),
    )


def drawn(shown: Shown, ratings: Mapping[str, Sequence[int]], *, live: bool) -> Table:
    """Draw the rows of a page; `ratings` are those that its bots had one after the other.

    `live` says whether ratings are not those of the fit, so that both are marked.
    """
    rows = shown.rows
    fits = [each.fit for each in rows if each.fit is not None]
    axis = axis_of(fits, [each.rating / ELO for each in rows] if live else []) if fits else None
    groups = [each.fit.groups if each.fit else () for each in rows]
    lanes, brackets = brackets_of(groups) if shown.selection.in_order else (0, [()] * len(rows))
    trends = trends_of({each.bot: ratings.get(each.bot, ()) for each in rows})
    lines = [
        Line(
            standing=each,
            bar=bar_of(axis, each.fit, each.rating / ELO if live else None),
            trend=trends.get(each.bot),
            brackets=bracket,
        )
        for each, bracket in zip(rows, brackets, strict=True)
    ]
    return Table(shown=shown, lines=lines, axis=axis, lanes=lanes)


def of_board(rows: Iterable[Row], fit: Iterable[FinalRow]) -> list[Standing]:
    """Give the rows of a live board, each with what a fit says of its bot."""
    fits = {each.bot: each for each in fit}
    return [Standing(**msgspec.structs.asdict(row), fit=fits.get(row.bot)) for row in rows]


def of_final(rows: Iterable[FinalRow]) -> list[Standing]:
    """Give the rows of final standings."""
    return [
        Standing(
            rank=row.rank,
            bot=row.bot,
            name=row.name,
            rating=round(row.elo * ELO),
            sets=row.sets,
            provisional=row.provisional,
            score=row.score,
            games=row.games,
            faults=row.faults,
            fit=row,
        )
        for row in rows
    ]


def of_ladder(rows: Iterable[LadderRow], fit: Iterable[StrengthRow]) -> list[Standing]:
    """Give the rows of a ladder, each with what a fit says of its bot."""
    fits = {each.bot: each for each in fit}
    return [Standing(**msgspec.structs.asdict(row), fit=fits.get(row.bot)) for row in rows]


def tournament_ratings(found: Mapping[str, Sequence[Point]]) -> dict[str, list[int]]:
    """Give ratings after each round of a tournament, in which all begin alike."""
    return {bot: [START, *(each.rating for each in points)] for bot, points in found.items()}


def ladder_ratings(found: Mapping[str, Sequence[LadderPoint]]) -> dict[str, list[int]]:
    """Give ratings after rounds of a ladder."""
    return {bot: [each.rating for each in points] for bot, points in found.items()}
