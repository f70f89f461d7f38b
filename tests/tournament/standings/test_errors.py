"""The sandwich: by hand, and what it makes of sets and of deals that are shared."""

import numpy as np
import pytest

from arena.engine.chance import Stream
from arena.tournament.standings.errors import covariance, residuals, variance_of_difference
from arena.tournament.standings.fit import curvature, fit
from arena.tournament.standings.sets import Floats, Sets, pairs_of, sets_of
from tests.tournament.sample import FINAL
from tests.tournament.standings.made import duels, ladder, league

WINS, TIES, LOSSES = 7, 2, 3


def known(sets: Sets) -> Floats:
    """The covariance of the fit's strengths."""
    found = fit(sets)
    return covariance(found, residuals(sets, found))


def test_two_bots_by_hand() -> None:
    """With p the expected score, V = Σ(S - p)² / (2 N p(1-p) + q(1-q))² for each."""
    played = [(0, 1, 1, 2)] * WINS + [(0, 1, 1, 1)] * TIES + [(0, 1, 2, 1)] * LOSSES
    sets = duels(2, played)
    strength = fit(sets).strengths[0]
    p, q = 1 / (1 + np.exp(-2 * strength)), 1 / (1 + np.exp(-strength))
    squares = WINS * (1 - p) ** 2 + TIES * (0.5 - p) ** 2 + LOSSES * p**2
    by_hand = squares / (2 * len(played) * p * (1 - p) + q * (1 - q)) ** 2

    assert known(sets) == pytest.approx(np.array([[by_hand, -by_hand], [-by_hand, by_hand]]))


@pytest.mark.parametrize("shared", [1, 3])
def test_tables_of_three_by_the_formula(shared: int) -> None:
    """A H⁻¹ (Σ U U') H⁻¹ A', every sum in a plain loop; sets alone, and three to a deal."""
    alone = league(ladder(5, 80.0), 3, 2, 24, Stream(FINAL, "three"))
    sets = alone._replace(clusters=np.arange(24) // shared)
    found = fit(sets)
    scatter = np.zeros((5, 5))
    for cluster in range(24 // shared):
        slope = np.zeros(5)
        for which in range(cluster * shared, (cluster + 1) * shared):
            for place, bot in enumerate(sets.bots[which]):
                slope[bot] += sets.points[which, place] / 2
                for other in set(sets.bots[which]) - {bot}:
                    apart = found.strengths[bot] - found.strengths[other]
                    slope[bot] -= sets.matches / (1 + np.exp(-apart))
        scatter += np.outer(slope, slope)
    away = np.eye(5) - 1 / 5
    half = away @ np.linalg.inv(curvature(pairs_of(sets), found.strengths))

    assert known(sets) == pytest.approx(half @ scatter @ half.T)


def test_the_same_matches_in_larger_sets_are_less_sure_where_they_go_alike() -> None:
    """Four matches that always end alike are worth one: errors are twice as large."""
    once = [(0, 1, 1, 2), (1, 0, 1, 2), (0, 1, 1, 2)] * 40
    four = sets_of(
        2,
        np.array([duel[:2] for duel in once]),
        np.array([[duel[2:]] * 4 for duel in once]),
        np.arange(len(once)),
    )
    apart = duels(2, [duel for duel in once for _ in range(4)])

    assert known(four)[0, 0] / known(apart)[0, 0] == pytest.approx(4)


def test_the_variance_of_a_difference_counts_what_two_have_in_common() -> None:
    """Of two bots alone it is four times that of either, since one is the other's mirror."""
    variance = known(duels(2, [(0, 1, 1, 2), (1, 0, 1, 2)] * 5))

    apart = variance_of_difference(variance, np.array([0]), np.array([1]))
    assert apart == pytest.approx(4 * variance[0, 0])


def test_the_variances_of_nobody_and_of_nothing_are_zero() -> None:
    """No sets, no scatter: that this is no certainty, the table says."""
    assert known(duels(3, [])).tolist() == np.zeros((3, 3)).tolist()
