"""The lines of a bot's page, from what services tell."""

import pytest

from arena.service.histories import HistoryView
from arena.service.ladders import LadderPoint
from arena.service.placings import PlacingView
from arena.service.profiles import GameHabits, HabitView, SeatResults
from arena.tournament.elo import ELO, START
from arena.tournament.ledger import Point, VersionMark
from arena.web.bots.page import ladder_history, measures_of, results_of, total, tournament_history

HISTORY = HistoryView(
    bot="b",
    name="Bot",
    tournament="t",
    tournament_name="Cup",
    game="sky-5",
    points=[Point(1, 1_520 * ELO, 10), Point(2, 1_490 * ELO, 20)],
    versions=[VersionMark("1.0", 1, 0, 10), VersionMark("1.1", 2, 3, 20)],
)


def placing(*, final: bool, error: float | None) -> PlacingView:
    """Give how it stands in that cup."""
    return PlacingView(
        tournament="t", name="Cup", game="sky-5", state="finished", entries=3, sets=9,
        final=final, rank=1, elo=1_505.5, error=error,
    )  # fmt: skip


def seat(players: int, number: int, score: float, firsts: int) -> SeatResults:
    """Give ten matches in a seat."""
    return SeatResults(
        game="sky-5", players=players, seat=number, matches=10, firsts=firsts, score=score,
        games=10 * (players - 1), faults=1,
    )  # fmt: skip


def test_a_history_begins_where_all_begin_and_says_what_each_round_changed() -> None:
    """The interval is of the final fit alone: there is none on the way."""
    history = tournament_history(HISTORY, placing(final=True, error=30.0))

    assert [change.change for change in history.changes] == [1_520 * ELO - START, -30 * ELO]
    assert [dot.rated.elo for dot in history.chart.dots] == [START / ELO, 1_520, 1_490]
    assert history.fit == (1_505.5, 30.0)
    assert history.versions == ["1.0 from round 1 on", "1.1 from round 2 on"]


@pytest.mark.parametrize("placed", [None, placing(final=False, error=None)])
def test_no_interval_is_invented(placed: PlacingView | None) -> None:
    """Where nothing is fitted, none is drawn."""
    history = tournament_history(HISTORY, placed)

    assert history.fit is None
    assert history.chart.fit is None


def test_a_ladder_begins_at_its_first_round() -> None:
    """What a bot was rated before it is not told, so nothing is said of the first change."""
    points = [
        LadderPoint(tournament="t", round=2, rating=1_510 * ELO, at_ms=1),
        LadderPoint(tournament="gone", round=1, rating=1_500 * ELO, at_ms=2),
    ]
    history = ladder_history("sky-5", "Sky 5 ladder", points, {"t": "Cup"})

    assert [change.name for change in history.changes] == ["Cup, round 2", "A tournament, round 1"]
    assert [change.change for change in history.changes] == [None, -10 * ELO]


def test_results_add_up_by_table_and_in_all() -> None:
    """A share is of games; what equals come first in goes by the sizes of the tables."""
    results = [seat(2, 0, 4.0, 4), seat(2, 1, 8.0, 8), seat(4, 3, 15.0, 3)]
    ((game, (duels, fours)),) = results_of(results)
    whole = total(results)

    assert game == "sky-5"
    assert (duels.whole.matches, duels.whole.share, duels.whole.even) == (20, 0.6, 0.5)
    assert [row.share for row in duels.seats] == [0.4, 0.8]
    assert (fours.whole.share, fours.whole.even) == (0.5, 0.25)
    assert whole is not None
    assert (whole.matches, whole.firsts, whole.faults) == (30, 15, 3)
    assert whole.share == 27 / 50
    assert whole.even == pytest.approx((20 / 2 + 10 / 4) / 30)
    assert total([]) is None


def test_habits_without_a_chance_are_left_out() -> None:
    """Shares are drawn, means are not; both say of how many."""
    habits = GameHabits(
        game="sky-5",
        matches=2,
        habits=[
            HabitView(topic="A", name="never asked", value="share", times=0, of=0),
            HabitView(topic="B", name="often", value="share", times=3, of=4),
            HabitView(topic="B", name="some", value="mean", times=5, of=2),
        ],
    )
    ((topic, (often, some)),) = measures_of(habits)

    assert topic == "B"
    assert (often.width, often.counted) == (75.0, "3 of 4")
    assert (some.width, some.shown, some.counted) == (None, "2.50", "5 in 2")
