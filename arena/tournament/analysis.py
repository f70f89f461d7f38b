"""What many matches tell of a game: how fair its seats are, and what duplicate deals gain.

What may live here: statistics of ranks, as pure functions. Intervals are 95 % ones, by the normal
approximation: there are thousands of matches or hundreds.
"""

from collections.abc import Sequence
from math import ceil, erfc, exp, pi, sqrt
from statistics import NormalDist, fmean, pvariance

import msgspec

from arena.tournament.elo import ELO, expected, half_points

Ranks = Sequence[int]
"""The ranks of one match, by seat or by bot; 1 is the best, and equals share one."""

APART = 50
"""Elo between the two bots that are to be told apart."""
_Z = NormalDist().inv_cdf(0.975)
_Z_POWER = NormalDist().inv_cdf(0.8)


class Measure(msgspec.Struct, frozen=True):
    """A measured value and its 95 % interval."""

    value: float
    low: float
    high: float


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """How copies of one bot fared by seat (T15).

    `wins` are those of a seat alone; `chi_square`, with players - 1 degrees of freedom, is of
    these, and `p` how likely as much or more would be if no seat were better than another.
    `shares` are the shares of its opponents that a seat left behind, ties as halves; 0.5 is fair.
    """

    matches: int
    wins: tuple[int, ...]
    chi_square: float
    p: float
    shares: tuple[Measure, ...]


class Duplicates(msgspec.Struct, frozen=True, kw_only=True):
    """What is gained where all matches of a set are played with one deal.

    `gain` is the variance of a bot's score in a set of independent deals by that in a set of one
    deal, `rho` the share of the former that is so removed, 1 - 1/gain. Both are None where nothing
    is left of it. `sets_off` and `sets_rotation` are how many sets tell two bots at one table
    apart, 50 Elo from each other and the others half-way between: two-sided 5 %, power 80 %.
    """

    sets: int
    gain: Measure | None
    rho: Measure | None
    sets_off: int
    sets_rotation: int


def seats(matches: Sequence[Ranks]) -> Seats:
    """Judge the seats by matches of copies of one bot, one deal each; their ranks are by seat."""
    players = len(matches[0])
    won = [ranks.index(1) for ranks in matches if ranks.count(1) == 1]
    wins = tuple(won.count(seat) for seat in range(players))
    chi_square = _chi_square(wins)
    shares = (_mean([_share([ranks], seat) for ranks in matches]) for seat in range(players))
    return Seats(
        matches=len(matches),
        wins=wins,
        chi_square=chi_square,
        p=chance_of(chi_square, players - 1),
        shares=tuple(shares),
    )


def duplicates(off: Sequence[Sequence[Ranks]], rotation: Sequence[Sequence[Ranks]]) -> Duplicates:
    """Compare sets of independent deals with sets of one deal: ranks of each match, by bot."""
    players = len(off[0][0])
    independent, duplicate = _Luck(off), _Luck(rotation)
    gain = _ratio(independent, duplicate)
    rho = None if gain is None else Measure(*(1 - 1 / each for each in _values(gain)))
    return Duplicates(
        sets=len(off),
        gain=gain,
        rho=rho,
        sets_off=sets_needed(independent.variance, players),
        sets_rotation=sets_needed(duplicate.variance, players),
    )


def sets_needed(variance: float, players: int) -> int:
    """Give how many sets tell two bots 50 Elo apart, by the variance of a bot's share in a set.

    What is compared are the shares of the two. Since the shares of a table always have the same
    sum, the variance of the difference of two is 2k/(k-1) times that of one.
    """
    others = players - 2
    apart, between = (2 * _expected(elo) - 1 for elo in (APART, APART / 2))
    difference = (apart + others * between) / (players - 1)
    spread = variance * 2 * players / (players - 1)
    return max(1, ceil((_Z + _Z_POWER) ** 2 * spread / difference**2))


def chance_of(chi_square: float, df: int) -> float:
    """Give how likely as large a chi-square is with so many degrees of freedom, by recurrence."""
    half = chi_square / 2
    if df % 2:
        tail, term, freedom = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half), 1
    else:
        tail, term, freedom = exp(-half), half * exp(-half), 2
    while freedom < df:
        freedom += 2
        tail += term
        term *= half / (freedom / 2)
    return tail


class _Luck:
    """How much a bot's share in a set varies: mean of all bots, and the standard error of that.

    Each bot varies around its own mean, so that differences in strength are none of it.
    """

    def __init__(self, sets: Sequence[Sequence[Ranks]]) -> None:
        players = range(len(sets[0][0]))
        shares = [[_share(matches, bot) for bot in players] for matches in sets]
        means = [fmean(column) for column in zip(*shares, strict=True)]
        squares = [
            fmean((share - mean) ** 2 for share, mean in zip(row, means, strict=True))
            for row in shares
        ]
        self.variance = fmean(squares)
        self.error = sqrt(pvariance(squares) / len(sets))


def _ratio(independent: _Luck, duplicate: _Luck) -> Measure | None:
    """Give the ratio of two variances; its logarithm is about normal."""
    if not independent.variance or not duplicate.variance:
        return None
    ratio = independent.variance / duplicate.variance
    lucks = (independent, duplicate)
    error = sqrt(sum((luck.error / luck.variance) ** 2 for luck in lucks))
    factor = exp(_Z * error)
    return Measure(ratio, ratio / factor, ratio * factor)


def _share(matches: Sequence[Ranks], place: int) -> float:
    """Give the share of its opponents that a bot or a seat left behind in these matches."""
    players = len(matches[0])
    points = sum(half_points(matches, place, other) for other in range(players) if other != place)
    return points / (2 * len(matches) * (players - 1))


def _mean(values: Sequence[float]) -> Measure:
    mean = fmean(values)
    error = sqrt(pvariance(values, mean) / len(values))
    return Measure(mean, mean - _Z * error, mean + _Z * error)


def _chi_square(counts: Sequence[int]) -> float:
    """Give the chi-square of counts that should be equal."""
    each = sum(counts) / len(counts)
    return sum((count - each) ** 2 for count in counts) / each if each else 0.0


def _expected(elo: float) -> float:
    return float(expected(round(elo * ELO)))


def _values(measure: Measure) -> tuple[float, float, float]:
    return measure.value, measure.low, measure.high
