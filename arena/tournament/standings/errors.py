"""How sure the fit is: errors that count what belongs together as one.

What may live here: the sandwich. Matches of a set, or tables that share a deal, are not
independent, so errors come from how the scores of whole clusters scatter about their expectation,
and not from the model's own curvature, which would call them far too small or too large.
"""

from typing import NamedTuple

import numpy as np

from arena.tournament.standings.fit import Fit
from arena.tournament.standings.sets import Floats, Ints, Sets, summed


class Residuals(NamedTuple):
    """What the bots of each cluster scored above expectation: the slopes of the likelihood.

    A line for each cluster: of the bots named there, or of all, in order, where `bots` is None.
    """

    bots: Ints | None
    values: Floats


def residuals(sets: Sets, fit: Fit) -> Residuals:
    """Give what is left of the scores when their expectation is taken off, by cluster."""
    strengths = fit.strengths[sets.bots]
    left = fit.by_set.copy()
    for place in range(strengths.shape[1]):
        difference = strengths - strengths[:, [place]]
        won = sets.matches / (1 + np.exp(np.clip(difference, -700, 700)))
        left[:, place] -= won.sum(axis=1) - sets.matches / 2  # one of them is its own
    count = sets.cluster_count
    if count == len(left):
        return Residuals(sets.bots, left)
    places = sets.clusters[:, None] * sets.field + sets.bots
    values = summed(places, left, count * sets.field)
    return Residuals(None, values.reshape(count, sets.field))


def covariance(fit: Fit, *left: Residuals) -> Floats:
    """Give the covariance of the strengths, centred: A H⁻¹ (Σ U U') H⁻¹ A'."""
    centred = fit.inverse - fit.inverse.mean(axis=0)
    scatter: Floats = np.zeros_like(centred)
    for each in left:
        scatter += _scatter(each, len(centred))
    found: Floats = centred @ scatter @ centred.T
    return found


def variance_of_difference(covariance: Floats, one: Ints, other: Ints) -> Floats:
    """Give the variance of the difference of these bots' strengths, pair by pair."""
    both = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return np.maximum(both, 0)


def _scatter(left: Residuals, size: int) -> Floats:
    """Give the sum over all clusters of the products of what two bots have there."""
    if left.bots is None:
        products: Floats = left.values.T @ left.values
        return products
    found: Floats = np.zeros(size * size)
    for i in range(left.bots.shape[1]):
        for j in range(left.bots.shape[1]):
            places = left.bots[:, i] * size + left.bots[:, j]
            products = left.values[:, i] * left.values[:, j]
            found += summed(places, products, size * size)
    return found.reshape(size, size)
