"""How sure ranks are: the fit again, from clusters drawn anew with replacement.

What may live here: the draws, the refits, and what is counted in them. A refit is one Newton step
from the fit. It uses the fit's own matrix of second derivatives, not that of the clusters drawn:
the matrix knows who met whom and not who won, so only the right-hand side is drawn anew. That is
the score bootstrap: to the same order as exact, its spread that of the sandwich, and never singular
where a bot is in no cluster drawn. Beside fits from scratch it scatters less where sets are few: by
an eighth with 16 sets a bot (ten bots, 50 Elo apart), by 4 % with 40, by less than 1 % with 400.

Draws are integers: resampling b begins at the first word of block b of the tournament's stream
`bootstrap`; from this word SplitMix64 makes as many words as there are clusters, of each of which
the upper half, as a fraction of 2^32, says which cluster is drawn. Refitted ratings are compared as
whole micro-Elo, so that what is equal is equal on every machine.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.engine.chance import Stream
from arena.tournament.elo import ELO
from arena.tournament.standings.errors import Residuals
from arena.tournament.standings.fit import Fit, elo_of
from arena.tournament.standings.sets import Floats, Ints, summed

RESAMPLINGS = 1_000
TAIL = 0.025
"""What a rank interval leaves out at either end."""
TOLD_APART = 0.95
"""Probability from which on one bot is above another."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_AT_ONCE = 50
"""Resamplings that are added up by one product of matrices."""
_NEIGHBOURS = 64
"""So many bots at a time are compared with one that begins a run."""


def words(start: int, count: int) -> NDArray[np.uint64]:
    """Give the first words of SplitMix64 from this state (Steele, Lea and Flood, 2014)."""
    word = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN + np.uint64(start)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def drawn(start: int, clusters: int) -> Ints:
    """Draw as many clusters as there are, with replacement: how often each was drawn."""
    half = np.uint64(32)
    which = ((words(start, clusters) >> half) * np.uint64(clusters)) >> half
    return np.bincount(which.astype(np.int64), minlength=clusters)


def refits(fit: Fit, left: Residuals, stream: Stream, count: int = RESAMPLINGS) -> Ints:
    """Give the ratings of each resampling (bot × resampling) in micro-Elo, centred at 1500."""
    return stepped(fit, slopes(left, stream, len(fit.strengths), count))


def stepped(fit: Fit, uphill: Floats) -> Ints:
    """Give the ratings one step from the fit, by the slopes of each resampling."""
    ratings = elo_of(fit.strengths[:, None] + fit.inverse @ uphill)
    return np.rint(ratings * ELO).astype(np.int64)


def slopes(left: Residuals, stream: Stream, size: int, count: int = RESAMPLINGS) -> Floats:
    """Give the slopes of each resampling (bot × resampling) at a fit of so many bots.

    Those of what was played apart add up.
    """
    found = np.empty((size, count))
    for first in range(0, count, _AT_ONCE):
        starts = [stream.at(b) for b in range(first, min(first + _AT_ONCE, count))]
        found[:, first : first + len(starts)] = _slopes(left, starts, size)
    return found


def _slopes(left: Residuals, starts: Sequence[int], size: int) -> Floats:
    """Give the slopes of the drawn likelihoods at the fit, where that of what was played is 0.

    The virtual games are in every resampling, so what is left is that of the clusters drawn more
    than once, or not at all.
    """
    slopes: Floats = np.empty((size, len(starts)))
    if left.bots is None:
        more = np.stack([drawn(start, len(left.values)) for start in starts], axis=1) - 1
        slopes[:] = left.values.T @ more
        return slopes
    for at, start in enumerate(starts):
        times = drawn(start, len(left.values)) - 1
        slopes[:, at] = summed(left.bots, left.values * times[:, None], size)
    return slopes


def without_knowledge(ratings: Ints, which: NDArray[np.bool_]) -> Ints:
    """Give these resamplings as if of some bots nothing were known: now before all, now behind."""
    beyond = np.abs(ratings).max(initial=0) + 1
    ends = np.where(np.arange(ratings.shape[1]) % 2, -beyond, beyond)
    return np.where(which[:, None], ends, ratings)


def rank_intervals(ratings: Ints) -> tuple[Ints, Ints]:
    """Give the best and worst rank of each bot in all but the tails of these resamplings.

    Equal bots share all ranks that they hold together.
    """
    size, count = ratings.shape
    best, worst = np.empty((2, count, size), np.int64)
    for b, column in enumerate(ratings.T):
        ordered = np.sort(column)
        best[b] = size + 1 - np.searchsorted(ordered, column, "right")
        worst[b] = size - np.searchsorted(ordered, column, "left")
    tail = int(TAIL * count)
    return np.sort(best, axis=0)[tail], np.sort(worst, axis=0)[count - 1 - tail]


def above(ratings: Ints, one: int, others: range) -> Floats:
    """Give the share of resamplings in which a bot is above each of the others; a tie is half."""
    theirs = ratings[others.start : others.stop]
    halves: Floats = (1 + np.sign(ratings[one] - theirs)).mean(axis=1)
    return halves / 2


def tied_runs(ratings: Ints) -> list[range]:
    """Give the maximal runs of neighbours, two or more, of whom none is told apart from the first.

    The bots are in order of their ranks; a run ends before the first who is told apart from the one
    it begins with, though a less sure bot behind may not be. Runs may overlap.
    """
    runs: list[range] = []
    for first in range(len(ratings)):
        stop = _end_of_run(ratings, first)
        if stop > first + 1 and (not runs or stop > runs[-1].stop):
            runs.append(range(first, stop))
    return runs


def tied_groups(ratings: Ints) -> list[tuple[int, ...]]:
    """Give for each place in the table the groups, from 1, that it is in: the tied runs."""
    runs = tied_runs(ratings)
    return [
        tuple(number for number, run in enumerate(runs, 1) if at in run)
        for at in range(len(ratings))
    ]


def _end_of_run(ratings: Ints, first: int) -> int:
    for start in range(first + 1, len(ratings), _NEIGHBOURS):
        apart = above(ratings, first, range(start, start + _NEIGHBOURS)) >= TOLD_APART
        if apart.any():
            return start + int(apart.argmax())
    return len(ratings)
