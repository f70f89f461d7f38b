"""The bootstrap: its draws to the bit, its spread beside the sandwich, ranks and groups."""

from collections import Counter

import numpy as np
import pytest

from arena.engine.chance import Stream
from arena.tournament.standings.bootstrap import (
    above,
    drawn,
    rank_intervals,
    refits,
    tied_runs,
    words,
)
from arena.tournament.standings.errors import covariance, residuals
from arena.tournament.standings.fit import SCALE, fit
from arena.tournament.standings.sets import Ints, Sets
from tests.tournament.sample import FINAL
from tests.tournament.standings.made import duels, ladder, league

BOOTSTRAP = Stream(FINAL, "bootstrap")
WORDS = 1 << 64


def splitmix(state: int, count: int) -> list[int]:
    """SplitMix64 with Python's integers."""
    found = []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) % WORDS
        word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % WORDS
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORDS
        found.append(word ^ (word >> 31))
    return found


def test_words_are_those_of_splitmix64() -> None:
    """Its published first words from state 1234567, and many from others by plain integers."""
    assert words(1234567, 2).tolist() == [6457827717110365317, 3203168211198807973]
    for state in (0, WORDS - 1, BOOTSTRAP.at(0)):
        assert words(state, 200).tolist() == splitmix(state, 200)


def test_as_many_clusters_are_drawn_as_there_are() -> None:
    """Each by the upper half of a word, all as likely; none where there are none."""
    state = BOOTSTRAP.at(3)
    expected = Counter((word >> 32) * 1000 >> 32 for word in splitmix(state, 1000))

    times = drawn(state, 1000)
    assert times.tolist() == [expected[n] for n in range(1000)]
    assert times.sum() == 1000
    assert (times == 0).mean() == pytest.approx(0.368, abs=0.05)
    assert drawn(state, 0).tolist() == []


def test_a_refit_is_one_step_of_newton_from_the_fit() -> None:
    """By the definition: the slope of what was drawn, virtual games included, times H⁻¹."""
    sets = league(ladder(6, 60.0), 3, 2, 40, Stream(FINAL, "refit"))
    found = fit(sets)
    left = residuals(sets, found)
    slope = 0.5 - 1 / (1 + np.exp(-found.strengths))
    for which, times in enumerate(drawn(BOOTSTRAP.at(7), 40)):
        slope[sets.bots[which]] += times * left.values[which]
    refitted = found.strengths + found.inverse @ slope
    expected = 1500 + SCALE * (refitted - refitted.mean())

    ratings = refits(found, left, BOOTSTRAP, 8)
    assert ratings[:, 7] / 1e6 == pytest.approx(expected, abs=1e-6)


def test_one_step_does_for_the_fit_from_scratch() -> None:
    """Of 400 sets drawn anew: the same ratings to a few hundredths of their scatter."""
    sets = league(ladder(8, 50.0), 4, 1, 400, Stream(FINAL, "scratch"))
    found = fit(sets)
    stepped = refits(found, residuals(sets, found), BOOTSTRAP, 60) / 1e6
    whole = np.empty_like(stepped)
    for b in range(60):
        which = np.repeat(np.arange(400), drawn(BOOTSTRAP.at(b), 400))
        again = Sets(8, 1, sets.bots[which], sets.points[which], np.arange(400))
        whole[:, b] = fit(again).elo

    scatter = whole.std(axis=1)
    assert stepped.std(axis=1) / scatter == pytest.approx(1, abs=0.05)
    assert (np.abs(stepped - whole).mean(axis=1) / scatter).max() < 0.1


@pytest.mark.parametrize("shared", [1, 5], ids=["sets", "deals"])
def test_refits_scatter_as_the_sandwich_says(shared: int) -> None:
    """The same figure by two ways, to a tenth, whether clusters are sets or shared deals."""
    sets = league(ladder(10, 50.0), 4, 1, 600, Stream(FINAL, "scatter"))
    sets = sets._replace(clusters=np.arange(600) // shared)
    found = fit(sets)
    left = residuals(sets, found)
    errors = SCALE * np.sqrt(covariance(found, left).diagonal())

    scatter = refits(found, left, BOOTSTRAP).std(axis=1) / 1e6
    assert scatter / errors == pytest.approx(1, abs=0.1)


def test_the_same_seed_gives_the_same_ratings_and_another_others() -> None:
    """So can anybody compute the published figures again."""
    sets = league(ladder(4, 30.0), 2, 2, 30, Stream(FINAL, "again"))
    found = fit(sets)
    left = residuals(sets, found)

    once = refits(found, left, BOOTSTRAP, 60)
    assert (once == refits(found, left, Stream(FINAL, "bootstrap"), 60)).all()
    assert (once != refits(found, left, Stream(FINAL, "other"), 60)).any()


def test_fewer_resamplings_are_the_first_ones() -> None:
    """Resampling b depends on b alone, not on how many are added up at once."""
    sets = duels(3, [(0, 1, 1, 2), (1, 2, 1, 2), (2, 0, 1, 2), (0, 1, 1, 1)])
    found = fit(sets)
    left = residuals(sets, found)

    assert (refits(found, left, BOOTSTRAP, 70) == refits(found, left, BOOTSTRAP, 120)[:, :70]).all()


def spread(*rows: list[int]) -> Ints:
    """Ratings of resamplings, a list for each bot."""
    return np.array(rows, np.int64)


def test_rank_intervals_leave_out_a_fortieth_at_either_end() -> None:
    """Of 40 resamplings one at either end: the second from each is told."""
    lead = [9] * 37 + [1] * 3
    follow = [5] * 39 + [10]
    best, worst = rank_intervals(spread(lead, follow, [3] * 40))

    assert best.tolist() == [1, 1, 2]
    assert worst.tolist() == [3, 2, 3]


def test_equal_bots_hold_all_their_ranks_together() -> None:
    """Three that are always equal may be first, and may be last."""
    best, worst = rank_intervals(spread(*[[1500] * 40] * 3))

    assert (best.tolist(), worst.tolist()) == ([1, 1, 1], [3, 3, 3])


def test_a_tie_is_half_an_above() -> None:
    """In two resamplings above, in one equal, in one below."""
    assert above(spread([2, 2, 2, 2], [1, 1, 2, 3]), 0, range(1, 2)).tolist() == [0.625]


def test_a_run_ends_before_the_first_that_is_told_apart_from_its_first() -> None:
    """Runs overlap where the middle is tied with both ends; a bot alone is no run."""
    ahead, middle, behind = [3] * 20, [2] * 18 + [9] * 2, [3] * 2 + [1] * 18
    alone = [0] * 20

    assert above(spread(ahead, behind), 0, range(1, 2)).tolist() == [0.95]
    assert tied_runs(spread(ahead, middle, behind, alone)) == [range(2), range(1, 3)]


def test_a_run_within_another_is_none_of_its_own() -> None:
    """All equal, and more of them than are compared at once: one run."""
    assert tied_runs(np.full((150, 20), 1500)) == [range(150)]
