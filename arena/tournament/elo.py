"""Live Elo in integers of micro-Elo: exact, zero-sum and independent of order and platform.

What may live here: the arithmetic of one set (specification "Live Elo"). Expected scores are
computed in decimal arithmetic of 40 digits, never in floats, whose library differs by platform.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal

from arena.tournament.config import KSchedule

ELO = 1_000_000
"""Micro-Elo in one Elo."""
START = 1500 * ELO
PROVISIONAL = 30
"""A bot is provisional below this number of sets."""

_CLAMP = 800 * ELO
_CONTEXT = Context(prec=40, rounding=ROUND_HALF_EVEN)
_ONE = Decimal(1)
_MINUS_LN10_BY_400 = _CONTEXT.divide(_CONTEXT.ln(Decimal(10)), Decimal(-400 * ELO))


def expected(difference: int) -> Decimal:
    """Give the expected score of a bot rated `difference` micro-Elo above its opponent."""
    clamped = max(-_CLAMP, min(_CLAMP, difference))
    power = _CONTEXT.exp(_CONTEXT.multiply(Decimal(clamped), _MINUS_LN10_BY_400))
    return _CONTEXT.divide(_ONE, _CONTEXT.add(_ONE, power))


def pair_delta(difference: int, half_points: int, matches: int, k: int, players: int) -> int:
    """Give what a bot gains from one opponent at a table of `players`, in micro-Elo.

    It scored `half_points` of 2 × `matches` against that opponent, above whom it is rated by
    `difference` micro-Elo; the opponent loses the same.
    """
    score = _CONTEXT.divide(Decimal(half_points), Decimal(2 * matches))
    weight = _CONTEXT.divide(Decimal(k * ELO), Decimal(players - 1))
    surplus = _CONTEXT.subtract(score, expected(difference))
    return int(_CONTEXT.to_integral_value(_CONTEXT.multiply(weight, surplus)))


def half_points(ranks: Sequence[Sequence[int]], i: int, j: int) -> int:
    """Give the half-points of i against j: per match 2 for a better rank, 1 for the same."""
    return sum((match[i] <= match[j]) + (match[i] < match[j]) for match in ranks)


def set_deltas(base: Sequence[int], ranks: Sequence[Sequence[int]], k: int) -> tuple[int, ...]:
    """Give each bot's change by one set, in micro-Elo and table order; they sum to zero.

    `base` are the ratings at the start of the round; `ranks` holds for each match of the set the
    bots' ranks, both in table order.
    """
    players = len(base)
    deltas = [0] * players
    for i in range(players):
        for j in range(i + 1, players):
            points = half_points(ranks, i, j)
            x = pair_delta(base[i] - base[j], points, len(ranks), k, players)
            deltas[i] += x
            deltas[j] -= x
    return tuple(deltas)


def k_for(sets_before: int, schedule: KSchedule) -> int:
    """Give the K of a bot's next set after so many nominal sets (ratings, "K")."""
    for until, k in schedule:
        if until is None or sets_before < until:
            return k
    raise ValueError("k_schedule: the last entry must hold for ever")
