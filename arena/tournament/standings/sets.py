"""What was played, set by set, as arrays: the data of the final standings, and their scores.

What may live here: from ranks to the half-points that a fit needs, and the adjustment of scores by
the other tables of a class. Bots are numbers from 0. Sets of one cluster share a deal: they are
drawn together when errors are counted, and of four or more the others tell what a seat was worth.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST_TABLES = 4
"""Scores of a smaller class are not adjusted: that would add more noise than it takes."""


class Sets(NamedTuple):
    """Sets of as many matches each, at tables of one size: an item, or a line, for each set.

    `bots` are in table order, which is the order of seats where sets share a cluster; `points` are
    the half-points of each against all others at its table, 2 for a better rank in a match and 1
    for the same; `clusters` are numbered from 0 without gaps. `field` is how many bots there are.
    """

    field: int
    matches: int
    bots: Ints
    points: Ints
    clusters: Ints

    @property
    def played(self) -> Ints:
        """How many of the sets each bot was in."""
        return np.bincount(self.bots.ravel(), minlength=self.field)

    @property
    def cluster_count(self) -> int:
        """How many clusters there are."""
        return int(self.clusters.max(initial=-1)) + 1


class Pairs(NamedTuple):
    """Who met whom: `games` are the matches in which bots `first` < `second` sat at one table."""

    first: Ints
    second: Ints
    games: Ints


def sets_of(field: int, bots: Ints, ranks: Ints, keys: Ints) -> Sets:
    """Give the sets with these bots (set × place) and ranks (set × match × place).

    Sets with the same key are of one cluster; they come in the order of keys, then as given.
    """
    order = np.argsort(keys, kind="stable")
    bots, ranks = bots[order], ranks[order]
    points = np.zeros_like(bots)
    for i, j in combinations(range(bots.shape[1]), 2):
        won = np.sign(ranks[:, :, j] - ranks[:, :, i]).sum(axis=1)
        points[:, i] += ranks.shape[1] + won
        points[:, j] += ranks.shape[1] - won
    clusters = np.unique(keys[order], return_inverse=True)[1]
    return Sets(field, ranks.shape[1], bots, points, clusters)


def pairs_of(sets: Sets) -> Pairs:
    """Count the games of all pairs that met."""
    met = np.zeros(sets.field**2, np.int64)
    for i, j in combinations(range(sets.bots.shape[1]), 2):
        one, other = sets.bots[:, i], sets.bots[:, j]
        low, high = np.minimum(one, other), np.maximum(one, other)
        met += np.bincount(low * sets.field + high, minlength=len(met))
    places = np.flatnonzero(met)
    return Pairs(*np.divmod(places, max(sets.field, 1)), met[places] * sets.matches)


def scores(sets: Sets, share: float) -> Floats:
    """Give what each bot of each set scored, in games won, by set and place.

    Of classes of four and more tables the given share of a seat's luck is taken off: by how much
    those in this seat at the other tables scored above a half of what there was (leave one out).
    What a table's bots score in all stays the same.
    """
    raw = sets.points / 2
    count = sets.cluster_count
    tables = np.bincount(sets.clusters, minlength=count)[sets.clusters]
    half = sets.matches * (sets.bots.shape[1] - 1) / 2
    luck = np.zeros_like(raw)
    large = tables >= LEAST_TABLES
    for place in range(raw.shape[1]):
        of_class = summed(sets.clusters, raw[:, place], count)
        others = of_class[sets.clusters[large]] - raw[large, place]
        luck[large, place] = others / (tables[large] - 1) - half
    return raw - share * luck


def summed(places: Ints, values: Floats, size: int) -> Floats:
    """Add up values by the places, below `size`, that they belong to."""
    return np.bincount(places.ravel(), values.ravel(), size).astype(np.float64)


def totals(sets: Sets, by_set: Floats) -> Floats:
    """Add up by bot what is given by set and place."""
    return summed(sets.bots, by_set, sets.field)
