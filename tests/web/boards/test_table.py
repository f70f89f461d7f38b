"""Boards as pages show them: which rows, in which order, and what is drawn beside them."""

from itertools import pairwise

import pytest

from arena.service.final_standings import FinalRow
from arena.tournament.elo import ELO
from arena.web.boards.marks import (
    MOST_POINTS,
    TREND_HIGH,
    axis_of,
    brackets_of,
    trends_of,
)
from arena.web.boards.table import ROWS, SORTS, Selection, Standing, drawn, select
from arena.web.scale import MOST_TICKS


def standings(count: int) -> list[Standing]:
    """So many bots, the best first; the second half has more sets and faults."""
    return [
        Standing(
            rank=number + 1,
            bot=f"{number:032x}",
            name=f"Bot {chr(ord('z') - number % 26)}{number}",
            rating=(2_000 - number) * ELO,
            sets=10 + number,
            provisional=False,
            score=number / 2,
            games=10 + 2 * number,
            faults=number % 7,
        )
        for number in range(count)
    ]


def fitted(elo: float, error: float | None, groups: tuple[int, ...] = ()) -> FinalRow:
    """What a fit says of a bot."""
    return FinalRow(
        rank=1, best=1, worst=2, bot="b", name="b", elo=elo, error=error, score=1, adjusted=1,
        games=2, sets=9, faults=0, provisional=True, groups=groups, above_next=None,
        sets_to_tell=None,
    )  # fmt: skip


def test_pages_hold_all_rows_once() -> None:
    """In their order; a page beyond the last is the last."""
    rows = standings(2 * ROWS + 50)
    pages = [select(rows, Selection("/board", page=number)) for number in (1, 2, 3, 99)]

    assert [row for page in pages[:3] for row in page.rows] == rows
    assert (pages[3].selection.page, pages[3].rows) == (3, pages[2].rows)
    assert {(page.found, page.total, page.pages) for page in pages} == {(250, 250, 3)}


def test_a_search_finds_parts_of_names_in_any_case() -> None:
    """Ranks stay those of the board."""
    found = select(standings(60), Selection("/board", search=" bOT Z"))

    assert [row.rank for row in found.rows] == [1, 27, 53]
    assert (found.found, found.total) == (3, 60)


@pytest.mark.parametrize("by", SORTS)
def test_rows_are_sorted_by_any_column_both_ways(by: str) -> None:
    """The other way is the first from its end, but for what is equal."""
    there = [SORTS[by](row) for row in select(standings(50), Selection("/board", sort=by)).rows]
    back = [
        SORTS[by](row) for row in select(standings(50), Selection("/board", sort=f"-{by}")).rows
    ]

    assert there == sorted(there)
    assert back == there[::-1]


def test_links_keep_what_is_asked() -> None:
    """A search stays through sorting and pages; a head that is sorted by turns the order."""
    asked = Selection("/board", search="a&b", sort="sets", page=3)

    assert asked.at(2) == "/board?q=a%26b&sort=sets&page=2"
    assert asked.sorted_by("name") == "/board?q=a%26b&sort=name"
    assert asked.sorted_by("sets") == "/board?q=a%26b&sort=-sets"
    assert (asked.direction("sets"), asked.direction("name")) == ("descending", None)
    assert Selection("/board").at(1) == "/board"


@pytest.mark.parametrize("fits", [[(1500, None)], [(1500, 0)], [(1490, 30), (1900, 250), (900, 4)]])
def test_every_interval_has_its_place_on_a_common_axis(fits: list[tuple[float, float]]) -> None:
    """Few round ticks, and nothing beyond the ends."""
    axis = axis_of([fitted(elo, error) for elo, error in fits], [1517.0])

    assert 2 <= len(axis.ticks) <= MOST_TICKS
    assert len({after.elo - tick.elo for tick, after in pairwise(axis.ticks)}) == 1
    for elo, error in fits:
        assert axis.scale.low <= elo - (error or 0) <= elo + (error or 0) <= axis.scale.high
        assert 0 < axis.scale.at(elo - (error or 0)) <= axis.scale.at(elo + (error or 0)) < 100
    assert [axis.scale.at(tick.elo) for tick in axis.ticks] == [tick.at for tick in axis.ticks]


def test_brackets_enclose_the_rows_of_their_groups() -> None:
    """Those that overlap stand beside each other; there is none around a bot alone."""
    lanes, rows = brackets_of([(1,), (1, 2), (1, 2), (2,), (3,), (4,), (4,)])

    assert lanes == 2
    assert [[(each.first, each.last) for each in row] for row in rows] == [
        [(True, False)],
        [(False, False), (True, False)],
        [(False, True), (False, False)],
        [(False, True)],
        [],
        [(True, False)],
        [(False, True)],
    ]
    assert rows[0][0].x == rows[5][0].x != rows[1][1].x


def test_too_many_brackets_are_not_drawn() -> None:
    """Their numbers say the same."""
    groups = [tuple(range(row, row + 8)) for row in range(30)]

    assert brackets_of(groups) == (0, [()] * 30)


def test_ways_are_drawn_at_one_scale() -> None:
    """Twice the change is twice as high; long ones are sampled, with their ends."""
    steep = [1500 * ELO, 1600 * ELO]
    found = trends_of({"a": steep, "b": [1500 * ELO, 1450 * ELO], "c": steep[:1]})
    long = trends_of({"d": [number * ELO for number in range(1_000)]})["d"]

    assert set(found) == {"a", "b"}
    heights = {bot: TREND_HIGH / 2 - trend.end_y for bot, trend in found.items()}
    assert heights["a"] == pytest.approx(-2 * heights["b"])
    assert (found["a"].change, long.change) == (100 * ELO, ELO)
    assert len(long.line.split()) == MOST_POINTS


def test_ties_are_drawn_where_rows_stand_in_order() -> None:
    """Otherwise a bracket would enclose others."""
    rows = [
        Standing(rank=n, bot=str(n), name=f"{n}", rating=0, sets=9, provisional=False, fit=fit)
        for n, fit in enumerate([fitted(1510, 9, (1,)), fitted(1500, 9, (1,))])
    ]
    tables = [
        drawn(select(rows, Selection("", sort=sort)), {}, live=True) for sort in ("rank", "name")
    ]

    assert [table.lanes for table in tables] == [1, 0]
    assert [len(line.brackets) for table in tables for line in table.lines] == [1, 1, 0, 0]
