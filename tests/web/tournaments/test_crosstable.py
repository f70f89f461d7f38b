"""The crosstable as it is shown: blocks, shares, intervals."""

from math import isclose

import pytest

from arena.service.boards import Row
from arena.service.histories import CrosstableRow, OpponentView
from arena.web.tournaments.crosstable import BLOCK, Named, Part, block, cell, lines, parts, wilson


def met(bot: str, wins: int, ties: int, losses: int, sets: int) -> OpponentView:
    """Give what somebody has made of a bot."""
    matches, score = wins + ties + losses, wins + ties / 2
    return OpponentView(
        bot=bot, name=bot.upper(), sets=sets, matches=matches, wins=wins, ties=ties,
        losses=losses, score=score, delta=0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("share", "trials", "low", "high"),
    [
        (0.5, 10, 0.236593, 0.763407),
        (0.9, 10, 0.595850, 0.982124),
        (0.0, 4, 0.0, 0.489891),
        (1.0, 4, 0.510109, 1.0),
        (0.5, 100, 0.403832, 0.596168),
    ],
)
def test_the_interval_is_wilsons(share: float, trials: int, low: float, high: float) -> None:
    """It solves (p − share)² = z² p (1 − p) / trials, and stays between 0 and 1."""
    found = wilson(share, trials)

    assert found == pytest.approx((low, high), abs=2e-6)
    for p in found:
        assert isclose(
            (p - share) ** 2, 1.959964**2 * p * (1 - p) / trials, rel_tol=1e-6, abs_tol=1e-9
        )


def test_a_cell_counts_ties_half_and_sets_as_trials() -> None:
    """Matches of a set share its luck: more of them do not make an interval narrower."""
    told = cell(met("b", 5, 2, 1, sets=4))

    assert (told.share, told.sets, told.heat) == (0.75, 4, 8)
    assert (told.low, told.high) == wilson(0.75, 4)
    assert [cell(met("b", wins, 0, 10 - wins, 10)).heat for wins in range(11)] == list(range(11))


def test_a_line_has_a_cell_for_each_column() -> None:
    """None where a bot meets itself or somebody it has not met, whatever order they are told in."""
    columns = [Named(1, "a", "A"), Named(2, "b", "B"), Named(3, "c", "C")]
    row = CrosstableRow(
        bot="b", name="B", sets=3, faults=0, opponents=[met("c", 1, 0, 0, 1), met("a", 0, 0, 2, 2)]
    )

    (line,) = lines(columns[1:2], columns, [row])

    assert [None if each is None else each.share for each in line.cells] == [0.0, None, 1.0]


def test_blocks_cover_a_board() -> None:
    """Each bot is in one, at its place."""
    board = [
        Row(
            rank=n,
            bot=f"{n}",
            name=f"{n}",
            rating=0,
            sets=0,
            faults=0,
            provisional=False,
            score=0,
            games=0,
        )
        for n in range(2 * BLOCK + 1)
    ]

    blocks = parts(len(board))
    named = [each for part in blocks for each in block(board, part)]

    assert parts(0) == []
    assert blocks[-1] == Part(3, 2 * BLOCK + 1, 2 * BLOCK + 1)
    assert [(each.place, each.bot) for each in named] == [
        (place, row.bot) for place, row in enumerate(board, 1)
    ]
