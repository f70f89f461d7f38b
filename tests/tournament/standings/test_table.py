"""The table that is published: ranks, intervals, groups, sets to come, and odd fields."""

from itertools import combinations

import msgspec
import numpy as np
import pytest

from arena.engine.chance import Stream
from arena.tournament.standings.bootstrap import TOLD_APART, above, refits
from arena.tournament.standings.errors import covariance, residuals, variance_of_difference
from arena.tournament.standings.fit import fit
from arena.tournament.standings.gather import Played, gathered
from arena.tournament.standings.sets import Sets
from arena.tournament.standings.table import (
    LEAST_SETS,
    Placing,
    Standings,
    fully_balanced,
    standings,
)
from tests.tournament.sample import FINAL, play_tournament, schedule
from tests.tournament.standings.made import ODD, WON, Duel, duels, duels_won, ladder, league, played

VECTOR = duels(4, duels_won(WON))


def table(sets: Sets) -> Standings:
    """The standings of these sets."""
    return standings(played(sets), FINAL)


def by_bot(found: Standings) -> dict[str, Placing]:
    """Its rows by the bots' ids."""
    return {row.bot: row for row in found.rows}


def test_the_vector_as_a_table() -> None:
    """All pairs have met 24 times: ranked by scores, with the ratings of the vector beside them."""
    found = table(VECTOR)

    assert found.ranked_by == "score"
    assert [(row.rank, row.bot, row.score, row.elo) for row in found.rows] == [
        (1, "b0", 50.0, 1608.2),
        (2, "b1", 39.0, 1522.6),
        (3, "b2", 33.0, 1477.4),
        (4, "b3", 22.0, 1391.8),
    ]
    assert {(row.games, row.sets, row.provisional) for row in found.rows} == {(72, 72, False)}


def test_one_game_more_and_it_is_ranked_by_elo() -> None:
    """The schedule is not fully balanced then, and the table says so."""
    more = duels(4, [*duels_won(WON), (0, 1, 1, 2)])

    assert not fully_balanced(more)
    assert table(more).ranked_by == "elo"


def test_a_high_score_of_many_games_is_no_high_rank() -> None:
    """Where some played more, the rank goes by Elo and the score is only shown."""
    busy: list[Duel] = [(0, 1, 1, 2), (0, 1, 2, 1)] * 40
    few: list[Duel] = [(2, 1, 1, 2)] * 9 + [(2, 1, 2, 1)]
    rows = table(duels(3, busy + few)).rows

    assert rows[0].bot == "b2"
    assert rows[0].score < rows[1].score
    assert rows[0].provisional


def test_equal_scores_share_a_rank_and_the_next_is_skipped() -> None:
    """Three in a circle behind one that beats all."""
    wins = [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)]
    found = table(duels(4, [(i, j, 1, 2) for i, j in wins]))

    assert [row.rank for row in found.rows] == [1, 2, 2, 2]
    assert len({row.elo for row in found.rows[1:]}) == 1
    assert all(row.best <= row.rank <= row.worst for row in found.rows)


@pytest.mark.parametrize(("field", "plays"), ODD.values(), ids=ODD.keys())
def test_odd_fields_have_a_table(field: int, plays: list[Duel]) -> None:
    """Every bot once, ranks and intervals within bounds, and no error where nothing is known."""
    found = table(duels(field, plays))

    assert sorted(row.bot for row in found.rows) == sorted(f"b{n}" for n in range(field))
    for row in found.rows:
        assert 1 <= row.best <= row.rank <= row.worst <= field
        assert (row.error is None) == (row.sets < LEAST_SETS or row.score in (0, row.games))
    assert found.rows[-1].above_next is None
    assert msgspec.json.decode(msgspec.json.encode(found), type=Standings) == found


@pytest.mark.parametrize(("name", "sure"), [("no sets at all", None), ("ties everywhere", 0.5)])
def test_all_equal_are_all_tied(name: str, sure: float | None) -> None:
    """One group, one rank, every rank possible, and no number of sets would tell."""
    found = table(duels(*ODD[name]))
    last = len(found.rows)

    assert {(row.rank, row.best, row.worst, row.elo) for row in found.rows} == {(1, 1, last, 1500)}
    assert {row.groups for row in found.rows} == {(1,)}
    told = [(row.above_next, row.sets_to_tell) for row in found.rows]
    assert told == [(sure, None)] * (last - 1) + [(None, None)]


def test_few_sets_tell_nobody_apart() -> None:
    """Seven wins of seven are a rating and no more: any rank, one group; with eight it is told."""
    few = table(duels(2, [(0, 1, 1, 2)] * 7)).rows
    enough = table(duels(2, [(0, 1, 1, 2)] * 8)).rows

    assert [(row.best, row.rank, row.worst) for row in few] == [(1, 1, 2), (1, 2, 2)]
    assert [(row.error, row.groups, row.above_next) for row in few] == [(None, (1,), None)] * 2
    assert few[0].sets_to_tell is None
    assert [(row.best, row.worst, row.groups) for row in enough] == [(1, 1, ()), (2, 2, ())]
    assert (enough[0].above_next, enough[0].sets_to_tell) == (1, 0)


def test_whoever_played_little_may_be_before_and_behind_everybody() -> None:
    """The ranks of the others are as much less sure."""
    sure = [(0, 1, 1, 2)] * 40 + [(0, 1, 2, 1)] * 5
    rows = by_bot(table(duels(3, [*sure, (0, 2, 1, 2), (1, 2, 2, 1)])))

    assert {bot: (row.best, row.worst) for bot, row in rows.items()} == {
        "b0": (1, 2),
        "b1": (2, 3),
        "b2": (1, 3),
    }
    assert (rows["b0"].error is None, rows["b2"].error is None) == (False, True)


@pytest.mark.parametrize(("sets", "least", "most"), [(2, 0.4, 1), (LEAST_SETS, 0.03, 0.2)])
def test_equal_bots_are_told_apart_too_often_by_few_sets(
    sets: int, least: float, most: float
) -> None:
    """A tenth of the pairs should be: why nothing is said below so many sets."""
    chance, told = Stream(FINAL, "equals"), []
    for _ in range(60):
        played_sets = league(ladder(10, 0.0), 4, 1, 10 * sets // 4, chance)
        found = fit(played_sets)
        ratings = refits(found, residuals(played_sets, found), chance, 200)
        told += [float(above(ratings, at, range(at + 1, at + 2))[0]) for at in range(9)]
    apart = np.mean([sure >= TOLD_APART or sure <= 1 - TOLD_APART for sure in told])

    assert least <= apart <= most


def test_bots_far_apart_are_told_apart() -> None:
    """500 sets each, 200 Elo apart: no groups, narrow intervals, nothing more to play."""
    found = table(league(ladder(4, 200.0), 2, 1, 1_000, Stream(FINAL, "apart")))

    assert [row.bot for row in found.rows] == ["b0", "b1", "b2", "b3"]
    assert [(row.best, row.worst, row.groups) for row in found.rows] == [
        (n, n, ()) for n in range(1, 5)
    ]
    assert [row.sets_to_tell for row in found.rows] == [0, 0, 0, None]
    assert all(row.error is not None and 10 < row.error < 60 for row in found.rows)


def test_so_many_more_sets_as_it_says_tell_two_bots_apart() -> None:
    """Once as many have been played in the same proportion, the difference is 2.8 errors."""
    once: list[Duel] = [(0, 1, 1, 2)] * 33 + [(0, 1, 2, 1)] * 27
    first = table(duels(2, once)).rows[0]
    assert first.sets_to_tell is not None
    assert first.above_next is not None
    assert first.above_next < 0.95
    times = 1 + first.sets_to_tell / 60
    more = table(duels(2, once * round(times))).rows[0]

    assert more.error is not None
    assert (more.elo - 1500) / more.error * 1.96 == pytest.approx(2.8, abs=0.1)
    assert more.sets_to_tell == 0


def test_of_one_who_played_less_the_sets_to_come_are_counted_from_its_own() -> None:
    """18 sets beside 120: with as many more of each as it says, the difference is 2.8 errors."""
    field = range(2, 8)
    core = [(i, j, a, 3 - a) for i, j in combinations(field, 2) for a in (1, 2)] * 10
    much = [(0, i, a, 3 - a) for i in field for a in [1] * 16 + [2] * 4]
    few = [(1, i, a, 3 - a) for i in field for a in (1, 1, 2)]
    first = table(duels(8, core + much + few)).rows[:2]
    more = first[0].sets_to_tell
    assert [row.bot for row in first] == ["b0", "b1"]
    assert more is not None
    sets = duels(8, core * 2 + much * round(1 + more / 120) + few * round(1 + more / 18))
    found = fit(sets)
    known = covariance(found, residuals(sets, found))
    variance = variance_of_difference(known, np.array([0]), np.array([1]))[0]

    assert (found.strengths[0] - found.strengths[1]) / variance**0.5 == pytest.approx(2.8, abs=0.2)


def test_the_table_goes_with_the_bots_whatever_their_numbers() -> None:
    """Ratings, errors, ranks and groups are those of the bot, in an unbalanced field too."""
    plays = [(i, j, 1, 2) for i, j in combinations(range(5), 2)] * 3
    plays += [(i, j, 2, 1) for i, j in combinations(range(5), 2)]
    plays += [(0, 4, 1, 2)] * 2
    names = [3, 0, 4, 1, 2]
    before = by_bot(table(duels(5, plays)))
    after = by_bot(table(duels(5, [(names[i], names[j], a, b) for i, j, a, b in plays])))

    for number, renamed in enumerate(names):
        row = msgspec.structs.replace(after[f"b{renamed}"], bot=f"b{number}")
        assert row == before[f"b{number}"]


def test_a_log_gives_the_same_table_whatever_the_order_of_commits() -> None:
    """From the log of a field tournament, with its faults and both kinds of score."""
    plan = schedule(10, 2, rounds=3, mode="field")
    log, _ = play_tournament(plan, Stream(FINAL, "log"))
    found = standings(gathered(plan, log), FINAL)

    assert standings(gathered(plan, log[::-1]), FINAL) == found
    assert sum(row.faults for row in found.rows) == len(log)
    assert sum(row.score for row in found.rows) == len(log)
    assert sum(row.adjusted for row in found.rows) == pytest.approx(len(log), abs=0.1)
    assert any(row.score != row.adjusted for row in found.rows)
    assert found.adjustment == 1


def test_another_seed_moves_ranks_only_within_their_intervals() -> None:
    """What the seed decides is the bootstrap; ratings and errors are of what was played."""
    sets = league(ladder(6, 15.0), 3, 1, 200, Stream(FINAL, "seeds"))
    one, other = standings(played(sets), FINAL), standings(played(sets), bytes(32))

    for mine, theirs in zip(one.rows, other.rows, strict=True):
        assert (mine.rank, mine.bot, mine.elo) == (theirs.rank, theirs.bot, theirs.elo)
        assert mine.error == theirs.error
    assert [row.above_next for row in one.rows] != [row.above_next for row in other.rows]


def test_faults_stand_beside_the_bot_that_made_them() -> None:
    """In the order of ranks, not of ids."""
    sets = duels(2, [(1, 0, 1, 2)] * 3)
    found = standings(Played(("b0", "b1"), sets, np.array([7, 0])), FINAL)

    assert [(row.bot, row.faults) for row in found.rows] == [("b1", 0), ("b0", 7)]
