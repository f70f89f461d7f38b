"""The strengths under which what was played is likeliest: Newton's method on the logistic model.

What may live here: the fit. A bot of strength a scores 1 / (1 + exp(b - a)) of a game against one
of strength b; a tie counts as half a win, so the strengths are the fixed point of Elo's rule. Each
bot has one more game, a virtual tie with an anchor of strength 0 (1500), so that the fit exists for
whoever has won or lost all, met nobody, or played nothing. It depends on the scores by their sums
alone, and the matrix of second derivatives on them not at all.
"""

from collections.abc import Callable
from math import inf, log
from typing import NamedTuple

import numpy as np

from arena.tournament.standings.sets import Floats, Pairs, Sets, pairs_of, scores, summed, totals

SCALE = 400 / log(10)
"""Elo in one unit of strength."""
PRIOR = 1.0
"""Virtual tied games of each bot with the anchor."""
SHARES = (1.0, 0.5, 0.25, 0.0)
"""How much of a seat's luck is taken off the scores: the first with which there is a fit."""
FURTHER = log(10)
"""So far beyond all strengths of the plain scores (400 Elo) those of adjusted ones may lie."""

_STEPS = 100
_SMALL = 1e-9
"""A step after which the next would be lost in the noise, since steps square their size."""
_NOISE = 1e-12
"""How exact a sum of likelihoods is, relatively."""


class Fit(NamedTuple):
    """`strengths` as fitted; `inverse` of the matrix of (negative) second derivatives there.

    `by_set` are the scores that it is a fit of, with this `share` of their seats' luck taken off.
    """

    strengths: Floats
    inverse: Floats
    by_set: Floats
    share: float

    @property
    def elo(self) -> Floats:
        """The ratings, centred at 1500."""
        return elo_of(self.strengths)


def elo_of(strengths: Floats) -> Floats:
    """Give strengths, bots along the first axis, as ratings centred at 1500."""
    centred: Floats = strengths - strengths.mean(axis=0)
    return 1500 + SCALE * centred


def fit(sets: Sets) -> Fit:
    """Fit the scores of these sets, adjusted as far as there are strengths that explain them.

    A bot that has won all may be adjusted to more than it could win at all: then half of every
    adjustment is made, or a quarter, or none.
    """
    pairs, by_set = pairs_of(sets), scores(sets, 0.0)
    plain = strengths_of(pairs, totals(sets, by_set))
    assert plain is not None, "without adjustment the virtual games keep every strength finite"
    strengths, used = plain, 0.0
    shared = sets.cluster_count < len(sets.clusters)
    limit = float(np.abs(plain).max(initial=0)) + FURTHER
    for share in SHARES[:-1] if shared else ():
        adjusted = scores(sets, share)
        found = strengths_of(pairs, totals(sets, adjusted), start=plain, limit=limit)
        if found is not None:
            strengths, by_set, used = found, adjusted, share
            break
    inverse = np.linalg.inv(curvature(pairs, strengths)).astype(np.float64)
    return Fit(strengths, inverse, by_set, used)


def strengths_of(
    pairs: Pairs,
    scored: Floats,
    prior: float = PRIOR,
    start: Floats | None = None,
    limit: float = inf,
) -> Floats | None:
    """Find the strengths by which each bot would be expected to score what it did.

    They are sought from `start`, or from 1500 for all; None if there are none within `limit`.
    """
    at = np.zeros(len(scored)) if start is None else start
    for _ in range(_STEPS):
        slope = scored - expected(pairs, at) + prior * (0.5 - _win(at))
        step = np.linalg.solve(curvature(pairs, at, prior), slope).astype(np.float64)
        step = _uphill(lambda tried: _likelihood(pairs, scored, prior, tried), at, step)
        at = at + step
        if np.abs(at).max(initial=0) > limit:
            return None
        if np.abs(step).max(initial=0) <= _SMALL:
            return at
    return None


def _uphill(likelihood: Callable[[Floats], float], at: Floats, step: Floats) -> Floats:
    """Halve a step until it leads to nothing less likely, beyond noise."""
    least = likelihood(at)
    least -= _NOISE * abs(least)
    while np.abs(step).max(initial=0) > _SMALL and likelihood(at + step) < least:
        step = step / 2
    return step


def expected(pairs: Pairs, strengths: Floats) -> Floats:
    """Give how many games each bot should have won by these strengths."""
    won = pairs.games * _win(strengths[pairs.first] - strengths[pairs.second])
    of_first = summed(pairs.first, won, len(strengths))
    return of_first + summed(pairs.second, pairs.games - won, len(strengths))


def curvature(pairs: Pairs, strengths: Floats, prior: float = PRIOR) -> Floats:
    """Give the matrix of the (negative) second derivatives of the log-likelihood."""
    win = _win(strengths[pairs.first] - strengths[pairs.second])
    weight = pairs.games * win * (1 - win)
    matrix = np.zeros((len(strengths), len(strengths)))
    matrix[pairs.first, pairs.second] = matrix[pairs.second, pairs.first] = -weight
    anchored = _win(strengths)
    np.fill_diagonal(matrix, prior * anchored * (1 - anchored) - matrix.sum(axis=1))
    return matrix


def _likelihood(pairs: Pairs, scored: Floats, prior: float, strengths: Floats) -> float:
    games = pairs.games @ np.logaddexp(strengths[pairs.first], strengths[pairs.second])
    virtual = (strengths / 2 - np.logaddexp(strengths, 0)).sum()
    return float(scored @ strengths - games + prior * virtual)


def _win(difference: Floats) -> Floats:
    """Give the expected score of a game; without overflow, however large the difference."""
    small = np.exp(-np.abs(difference))
    return np.where(difference >= 0, 1.0, small) / (1.0 + small)
