"""T14: the strengths of synthetic bots are found again, and their intervals hold them."""

import numpy as np

from arena.engine.chance import Stream
from arena.tournament.standings.errors import covariance, residuals
from arena.tournament.standings.fit import SCALE, fit
from arena.tournament.standings.sets import Floats, Sets, sets_of
from arena.tournament.standings.table import TWO_SIDED
from tests.sizes import size
from tests.tournament.sample import ACCEPTANCE_SEED
from tests.tournament.standings.made import ladder, league, uniform

TRUE = ladder(10, 50.0)
RUNS = size(100, 1_000)


def test_bots_fifty_elo_apart_are_found_and_their_intervals_hold_them() -> None:
    """T14: 400 matches each at tables of four; 100 runs, ten times as many by `make acceptance`.

    The error of a run is 13 Elo in the mean, and of two runs in a hundred more than 20 by chance
    alone, so not every one must be less. The order is nearly the true one in every run.
    """
    chance = Stream(ACCEPTANCE_SEED, "T14")
    off, errors = np.array([one_run(chance) for _ in range(RUNS)]).transpose(1, 0, 2)
    rmse = np.sqrt((off**2).mean(axis=1))

    assert rmse.mean() < 14
    assert (rmse < 20).mean() > 0.94
    assert min(spearman(row + TRUE) for row in off) > 0.97
    assert 0.90 <= (np.abs(off) <= TWO_SIDED * errors).mean() <= 0.98


def one_run(chance: Stream) -> tuple[Floats, Floats]:
    """How far each rating is from the truth, and its standard error, in Elo."""
    sets = league(TRUE, 4, 1, 1_000, chance)
    found = fit(sets)
    known = covariance(found, residuals(sets, found))
    return found.elo - TRUE, SCALE * np.sqrt(known.diagonal())


def spearman(ratings: Floats) -> float:
    """Correlation of the ranks with the true ones, which ascend."""
    ranks = np.argsort(np.argsort(-ratings))
    return float(1 - 6 * ((ranks - np.arange(10)) ** 2).sum() / 990)


def test_luck_of_a_deal_that_all_tables_share_is_taken_off() -> None:
    """Field mode, 20 equal bots: most of a seat's luck goes, and intervals stay as true.

    Of five tables to a deal the error falls to less than 0.8 of what it is with a deal for each.
    """
    chance = Stream(ACCEPTANCE_SEED, "T14 field")
    off, errors, plain = np.array([one_field(chance) for _ in range(40)]).transpose(1, 0, 2)

    assert (off**2).mean() < 0.8**2 * (plain**2).mean()
    assert 0.90 <= (np.abs(off) <= TWO_SIDED * errors).mean() <= 0.98


def one_field(chance: Stream) -> tuple[Floats, Floats, Floats]:
    """How far ratings of equal bots are off, their errors, and how far off without adjustment."""
    sets = shared_deals(20, 4, 60, chance)
    found = fit(sets)
    plain = fit(sets._replace(clusters=np.arange(len(sets.bots))))
    known = covariance(found, residuals(sets, found))
    return found.elo - 1500, SCALE * np.sqrt(known.diagonal()), plain.elo - 1500


def shared_deals(field: int, players: int, deals: int, chance: Stream) -> Sets:
    """Deals that all bots meet once: seats have more luck in common than of their own."""
    tables = field // players
    bots = np.argsort(uniform(chance, deals, field), axis=1).reshape(-1, players)
    luck = np.repeat(uniform(chance, deals, players), tables, axis=0)
    points = luck + uniform(chance, deals * tables, players) / 2
    ranks = 1 + np.argsort(np.argsort(-points, axis=1), axis=1)[:, None]
    return sets_of(field, bots, ranks, np.repeat(np.arange(deals), tables))
