"""The table of final standings, as it is published.

What may live here: what stands in it, how bots are ranked, and how numbers are rounded. Where every
pair has met equally often the order of the fit is that of total scores, so bots are ranked by their
scores, which no model can be blamed for; else by Elo.
"""

from math import ceil, floor, log10
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from arena.engine.chance import Stream
from arena.tournament.elo import ELO, PROVISIONAL
from arena.tournament.standings.bootstrap import (
    RESAMPLINGS,
    TOLD_APART,
    above,
    rank_intervals,
    refits,
    tied_groups,
    without_knowledge,
)
from arena.tournament.standings.errors import covariance, residuals, variance_of_difference
from arena.tournament.standings.fit import SCALE, Fit, fit
from arena.tournament.standings.gather import Played
from arena.tournament.standings.sets import Floats, Ints, Sets, pairs_of, totals

TWO_SIDED = 1.959964
"""Standard errors to either side that hold 95 %."""
POWER = 0.841621
"""And so many more, for a difference that is to be found in 80 % of contests."""
LEAST_SETS = 8
"""Of less than these nothing is said but the rating: what scatters too seldom looks sure.

Of pairs of equal bots with four sets each a fourth would be told apart, with two sets a half; from
eight on it is a fifth at most (a tenth is meant), and fewer the more there are.
"""
TINY = 1e-12
"""A variance below this is noise."""
MOST_SETS = 1_000_000
"""More sets than this, to tell two bots apart, are more than anybody plays."""


class Placing(msgspec.Struct, frozen=True, kw_only=True):
    """One bot. Equal bots share a rank; `best` to `worst` is the 95 % interval of its rank.

    `elo` ± `error` is the rating with its 95 % interval; no error where nothing is known of it: in
    less than eight sets, or where it won or lost all. `score` is in games won (a tie is a half) of
    `games`, one for each opponent in each match; `adjusted` is the score without its seats' luck.
    `provisional`: in less than 30 sets, of which error and interval still come out a little small.
    `groups` are the statistically tied ones that it is in: neighbours of whom none is told apart
    from the first. `above_next` is the probability that it is above the bot in the next row, and
    `sets_to_tell` about how many more sets of each it takes to tell (0: told apart already; none:
    more than a million, or `above_next` is none). A bot of less than eight sets may have any rank,
    and is told apart from nobody.
    """

    rank: int
    best: int
    worst: int
    bot: str
    elo: float
    error: float | None
    score: float
    adjusted: float
    games: int
    sets: int
    faults: int
    provisional: bool
    groups: tuple[int, ...]
    above_next: float | None
    sets_to_tell: int | None


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The final standings, the best first.

    `ranked_by` says by what. `adjustment` is how much of the seats' luck was taken off the scores:
    all of it (1), unless a bot would then have scored more than any strength explains.
    """

    ranked_by: Literal["score", "elo"]
    adjustment: float
    sets: int
    resamplings: int
    rows: tuple[Placing, ...]


class _Order(NamedTuple):
    """Bots by number from the best, the rank of each in this order, and by what it is."""

    bots: Ints
    ranks: Ints
    by: Literal["score", "elo"]


def standings(played: Played, final: bytes) -> Standings:
    """Give the standings of what was played in the tournament with this final seed."""
    sets = played.sets
    fitted = fit(sets)
    left = residuals(sets, fitted)
    order = _order(sets, fitted)
    known = covariance(fitted, left)[np.ix_(order.bots, order.bots)]
    few = sets.played[order.bots] < LEAST_SETS
    refitted = refits(fitted, left, Stream(final, "bootstrap"))[order.bots]
    ratings = without_knowledge(refitted, few)
    rows = _rows(played, fitted, order, known, ratings)
    return Standings(
        ranked_by=order.by,
        adjustment=fitted.share,
        sets=len(sets.bots),
        resamplings=RESAMPLINGS,
        rows=rows,
    )


def fully_balanced(sets: Sets) -> bool:
    """Say whether every pair of bots has met, and equally often."""
    games = pairs_of(sets).games
    every = len(games) == sets.field * (sets.field - 1) // 2
    return every and len(games) > 0 and bool((games == games[0]).all())


def _order(sets: Sets, fitted: Fit) -> _Order:
    by: Literal["score", "elo"] = "score" if fully_balanced(sets) else "elo"
    values = totals(sets, fitted.by_set) if by == "score" else fitted.elo
    whole = np.rint(values * ELO).astype(np.int64)
    bots = np.argsort(-whole, kind="stable")
    ordered = -whole[bots]
    return _Order(bots, 1 + np.searchsorted(ordered, ordered), by)


def _rows(
    played: Played, fitted: Fit, order: _Order, known: Floats, ratings: Ints
) -> tuple[Placing, ...]:
    """Give the rows; `known` (covariance) and `ratings` (resamplings) are in the order of ranks."""
    sets, bots = played.sets, order.bots
    points = totals(sets, sets.points / 2)[bots]
    count = sets.played[bots]
    games = count * sets.matches * (sets.bots.shape[1] - 1)
    adjusted = totals(sets, fitted.by_set)[bots]
    elo = fitted.elo[bots]
    told = (count >= LEAST_SETS) & (points > 0) & (points < games)
    errors = TWO_SIDED * SCALE * np.sqrt(np.maximum(known.diagonal(), 0))
    best, worst = rank_intervals(ratings)
    groups = tied_groups(ratings)
    telling = _telling(fitted.strengths[bots], known, count, ratings)
    return tuple(
        Placing(
            rank=int(order.ranks[at]),
            best=min(int(best[at]), int(order.ranks[at])),
            worst=max(int(worst[at]), int(order.ranks[at])),
            bot=played.bots[bots[at]],
            elo=_rounded(elo[at], 1),
            error=_rounded(errors[at], 1) if told[at] else None,
            score=float(points[at]),
            adjusted=_rounded(adjusted[at], 2),
            games=int(games[at]),
            sets=int(count[at]),
            faults=int(played.faults[bots[at]]),
            provisional=bool(count[at] < PROVISIONAL),
            groups=groups[at],
            above_next=telling[at].above,
            sets_to_tell=telling[at].sets,
        )
        for at in range(len(bots))
    )


class _Telling(NamedTuple):
    """How sure it is that a bot is above the next, and about how many more sets would tell."""

    above: float | None
    sets: int | None


def _telling(strengths: Floats, known: Floats, count: Ints, ratings: Ints) -> list[_Telling]:
    """Say of each bot how it stands to the next in the table."""
    upper, lower = np.arange(len(ratings) - 1), np.arange(1, len(ratings))
    variances = variance_of_difference(known, upper, lower)
    own = np.maximum(known.diagonal(), TINY)
    found = []
    for at in range(len(ratings) - 1):
        if count[at : at + 2].min() < LEAST_SETS:
            found.append(_Telling(None, None))
            continue
        sure = float(above(ratings, at, range(at + 1, at + 2))[0])
        difference = float(strengths[at] - strengths[at + 1])
        played = float(np.average(count[at : at + 2], weights=own[at : at + 2]))
        more = 0 if sure >= TOLD_APART else _more(difference, float(variances[at]), played)
        found.append(_Telling(_rounded(sure, 2), more))
    return [*found, _Telling(None, None)]


def _more(difference: float, variance: float, played: float) -> int | None:
    """Give about how many more sets tell such a difference, if its variance falls as so far.

    Of two that have not played as much, `played` lies nearer to the one whose variance is larger.
    """
    least = (TWO_SIDED + POWER) ** 2 * variance * played
    if least <= 0 or difference**2 * (MOST_SETS + played) < least:
        return None
    more = least / difference**2 - played
    return _two_digits(max(more, 1))


def _two_digits(number: float) -> int:
    """Give a number of at least 1 with two digits that count, never less than it is."""
    unit = 10 ** max(floor(log10(number)) - 1, 0)
    return int(ceil(number / unit) * unit)


def _rounded(value: float, digits: int) -> float:
    """Round; there is no zero below zero."""
    return round(float(value), digits) + 0.0
