"""Elo along a line: the round numbers beside it, and which place each rating has.

What may live here: what all drawings of ratings have in common.
"""

from math import ceil, floor
from typing import Final, NamedTuple

MOST_TICKS: Final = 5
_STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1_000)
"""Elo between two ticks."""


class Scale(NamedTuple):
    """Elo from one place to another, both in percent."""

    low: float
    high: float
    first: float
    last: float

    def at(self, elo: float) -> float:
        """Give the place of a rating."""
        share = (elo - self.low) / (self.high - self.low)
        return round(self.first + (self.last - self.first) * share, 1)


def ticks(least: float, most: float) -> range:
    """Give round numbers that have all of these ratings between them, few where that can be."""
    step = next((each for each in _STEPS if _count(least, most, each) <= MOST_TICKS), _STEPS[-1])
    low, high = step * floor(least / step), step * ceil(most / step)
    if low == high:
        low, high = low - step, high + step
    return range(low, high + 1, step)


def _count(least: float, most: float, step: int) -> int:
    return ceil(most / step) - floor(least / step) + 1
