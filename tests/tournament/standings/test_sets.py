"""Sets as arrays: half-points, games, and what is taken off scores where a deal is shared."""

from collections.abc import Sequence
from itertools import combinations, product
from math import prod

import numpy as np
import pytest

from arena.engine.chance import Stream
from arena.tournament.elo import half_points
from arena.tournament.standings.fit import fit
from arena.tournament.standings.sets import Floats, Sets, pairs_of, scores, sets_of
from tests.tournament.sample import FINAL
from tests.tournament.standings.made import Duel, duels

RANKS = [[[1, 2, 2, 4], [3, 1, 3, 1]], [[1, 1, 1, 1], [4, 3, 2, 1]]]
TABLES = [[4, 0, 3, 1], [0, 2, 1, 3]]


def test_half_points_are_those_of_live_ratings() -> None:
    """Of each against all others at the table, over the matches of the set."""
    sets = sets_of(5, np.array(TABLES), np.array(RANKS), np.array([7, 3]))

    for points, ranks in zip(sets.points[::-1], RANKS, strict=True):
        others = [[half_points(ranks, i, j) for j in range(4) if j != i] for i in range(4)]
        assert points.tolist() == [sum(each) for each in others]


def test_sets_come_in_the_order_of_their_clusters() -> None:
    """However they were committed: sums of floats, and what is drawn, then are the same."""
    sets = sets_of(5, np.array(TABLES), np.array(RANKS), np.array([7, 3]))

    assert sets.bots.tolist() == TABLES[::-1]
    assert sets.clusters.tolist() == [0, 1]


def test_games_of_pairs_are_matches_at_the_same_table() -> None:
    """By counting them one by one."""
    sets = sets_of(5, np.array(TABLES), np.array(RANKS), np.array([0, 1]))
    counted = np.zeros((5, 5), int)
    for table in TABLES:
        for i, j in combinations(sorted(table), 2):
            counted[i, j] += 2

    pairs = pairs_of(sets)
    assert pairs.games.tolist() == counted[pairs.first, pairs.second].tolist()
    assert pairs.games.sum() == counted.sum()


def field_of(outcomes: list[int], field: int = 10) -> Sets:
    """One class: at table t sit bots 2t and 2t + 1; an outcome is 1 if the first of them won."""
    played: list[Duel] = [(2 * t, 2 * t + 1, 2 - won, 1 + won) for t, won in enumerate(outcomes)]
    return duels(field, played, [0] * len(outcomes))


def first(sets: Sets) -> Floats:
    """The adjusted scores of the bots in the first seats."""
    return scores(sets, 1.0)[:, 0]


def test_what_a_seat_was_worth_at_the_other_tables_is_taken_off() -> None:
    """Four of five won in the first seat: S' = S - (mean of the others - 1/2)."""
    assert first(field_of([1, 1, 0, 1, 1])) == pytest.approx([0.75, 0.75, -0.5, 0.75, 0.75])


def test_adjusted_scores_of_a_table_still_add_up_to_its_games() -> None:
    """What one is given another loses, at tables of four with ties too."""
    chance = Stream(FINAL, "zero sum")
    ranks = np.array([[[1 + chance.below(4) for _ in range(4)]] for _ in range(15)])
    bots = np.arange(60).reshape(15, 4) % 20
    sets = sets_of(20, bots, ranks, np.arange(15) // 5)

    assert np.abs(scores(sets, 1.0) - scores(sets, 0.0)).max() > 0.1
    assert scores(sets, 1.0).sum(axis=1) == pytest.approx([6.0] * 15)


def test_a_class_of_three_tables_is_not_adjusted() -> None:
    """Nor is a set with a deal of its own: there is too little, or nothing, to compare with."""
    assert first(field_of([1, 1, 0])).tolist() == [1, 1, 0]
    alone = duels(10, [(0, 1, 1, 2)] * 6)
    assert first(alone).tolist() == [1] * 6


@pytest.mark.parametrize("tables", [4, 5])
def test_an_adjusted_score_is_right_on_average_and_scatters_less(tables: int) -> None:
    """All outcomes of a class, weighed: a lucky deal has the first seat win nine times in ten.

    The first table's bot there is better: it wins 95 %, and 25 % where others win one in ten.
    """
    weights, raw, adjusted = list[float](), list[float](), list[float]()
    for good, *outcome in product((1, 0), repeat=tables + 1):
        chances = [0.95 if good else 0.25, *[0.9 if good else 0.1] * (tables - 1)]
        likely = [p if won else 1 - p for p, won in zip(chances, outcome, strict=True)]
        weights.append(prod(likely) / 2)
        raw.append(outcome[0])
        adjusted.append(first(field_of(outcome))[0])

    assert np.average(raw, weights=weights) == pytest.approx(0.6)
    assert np.average(adjusted, weights=weights) == pytest.approx(0.6)
    assert variance(adjusted, weights) < 0.7 * variance(raw, weights)


def variance(values: Sequence[float], weights: Sequence[float]) -> float:
    """The weighted variance."""
    mean = np.average(values, weights=weights)
    return float(np.average((np.array(values) - mean) ** 2, weights=weights))


def test_scores_that_no_strength_explains_are_adjusted_less() -> None:
    """Bot 0 won ten times where others in its seat mostly lost: by all of it, it won 12.5 of 10."""
    outcomes = [[1, 0, 0, 0, 1]] * 10
    played: list[Duel] = []
    for outcome in outcomes:
        played += [(2 * t, 2 * t + 1, 2 - won, 1 + won) for t, won in enumerate(outcome)]
    sets = duels(10, played, [n // 5 for n in range(50)])
    found = fit(sets)

    assert scores(sets, 1.0)[::5, 0].sum() == pytest.approx(12.5)
    assert found.share < 1
    assert np.isfinite(found.elo).all()
    assert found.elo.argmax() == 0
