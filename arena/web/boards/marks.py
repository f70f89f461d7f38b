"""What is drawn in the rows of a board: intervals on a common axis, ways, brackets of ties.

What may live here: from numbers to places in a drawing. Places across are percentages, so that a
drawing is as wide as its column.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from arena.service.final_standings import FinalRow

STEPS: Final = (10, 20, 50, 100, 200, 500, 1_000)
"""Elo between two ticks of an axis."""
MOST_TICKS: Final = 5
EDGE: Final = 4.0
"""Percent at either end of an axis, so that marks and labels there are whole."""
MOST_POINTS: Final = 24
"""Ratings of a way that are drawn."""
WAY_WIDE: Final = 76
WAY_HIGH: Final = 22
LEAST_SPAN: Final = 40_000_000
"""Micro-Elo that a drawn way is high at least: less is not much."""
MOST_LANES: Final = 6
"""Brackets beside each other; more are not drawn but named."""
LANE: Final = 9


class Tick(NamedTuple):
    """A place on an axis, in percent, and the Elo there."""

    at: float
    elo: int


class Axis(NamedTuple):
    """Elo from left to right."""

    low: float
    high: float
    ticks: Sequence[Tick]

    def at(self, elo: float) -> float:
        """Give the place of a rating, in percent."""
        return round(EDGE + (100 - 2 * EDGE) * (elo - self.low) / (self.high - self.low), 1)


class Bar(NamedTuple):
    """An interval: where it begins, how wide it is (none is known: None), and its estimate.

    `live` is where the live rating lies, if that is another.
    """

    left: float | None
    width: float | None
    estimate: float
    live: float | None


class Trend(NamedTuple):
    """A way: the points of its line, its end, and what the last round has changed (micro-Elo)."""

    line: str
    end_x: int
    end_y: float
    change: int


class Bracket(NamedTuple):
    """What a row has of the bracket around a group of tied bots: its place, and whether it ends."""

    x: int
    first: bool
    last: bool


def axis_of(fits: Sequence[FinalRow], more: Sequence[float]) -> Axis:
    """Give an axis on which all these intervals, and more ratings, have a place."""
    ends = [each.elo + way * (each.error or 0) for each in fits for way in (-1, 1)]
    least, most = min(*ends, *more), max(*ends, *more)
    step = next((s for s in STEPS if _count(least, most, s) <= MOST_TICKS), STEPS[-1])
    low, high = step * floor(least / step), step * ceil(most / step)
    if low == high:
        low, high = low - step, high + step
    axis = Axis(low, high, ())
    return axis._replace(ticks=[Tick(axis.at(elo), elo) for elo in range(low, high + 1, step)])


def _count(least: float, most: float, step: int) -> int:
    return ceil(most / step) - floor(least / step) + 1


def bar_of(axis: Axis | None, fit: FinalRow | None, live: float | None) -> Bar | None:
    """Give the bar of a bot; none where nothing is fitted of it."""
    if axis is None or fit is None:
        return None
    estimate, shown = axis.at(fit.elo), None if live is None else axis.at(live)
    if fit.error is None:
        return Bar(None, None, estimate, shown)
    left = axis.at(fit.elo - fit.error)
    return Bar(left, round(axis.at(fit.elo + fit.error) - left, 1), estimate, shown)


def trends_of(ways: Mapping[str, Sequence[int]]) -> dict[str, Trend]:
    """Draw the ways of bots, each around its own middle, all at one scale."""
    drawn = {bot: _sampled(way) for bot, way in ways.items() if len(way) > 1}
    span = max([LEAST_SPAN, *(max(way) - min(way) for way in drawn.values())])
    return {bot: _trend(way, ways[bot][-1] - ways[bot][-2], span) for bot, way in drawn.items()}


def _sampled(way: Sequence[int]) -> Sequence[int]:
    """Give a way with no more points than are drawn, evenly chosen; the last is among them."""
    if len(way) <= MOST_POINTS:
        return way
    last = len(way) - 1
    return [way[round(last * at / (MOST_POINTS - 1))] for at in range(MOST_POINTS)]


def _trend(way: Sequence[int], change: int, span: int) -> Trend:
    middle = (max(way) + min(way)) / 2
    across, down = (WAY_WIDE - 6) / (len(way) - 1), (WAY_HIGH - 6) / span
    points = [
        (round(3 + across * at), round(WAY_HIGH / 2 - down * (rating - middle), 1))
        for at, rating in enumerate(way)
    ]
    return Trend(" ".join(f"{x},{y:g}" for x, y in points), *points[-1], change)


def brackets_of(groups: Sequence[tuple[int, ...]]) -> tuple[int, list[Sequence[Bracket]]]:
    """Draw brackets around groups; give how many stand beside each other, and those of each row.

    There is none around a group of one, nor any where too many would stand beside each other.
    """
    rows = dict[int, list[int]]()
    for row, own in enumerate(groups):
        for group in own:
            rows.setdefault(group, []).append(row)
    lanes, ends = dict[int, int](), list[int]()
    for group, within in rows.items():
        if len(within) > 1:
            lane = next((n for n, end in enumerate(ends) if end < within[0]), len(ends))
            ends[lane : lane + 1] = [within[-1]]
            lanes[group] = lane
    if len(ends) > MOST_LANES:
        return 0, [()] * len(groups)
    drawn = [
        [
            Bracket(4 + LANE * lanes[group], row == rows[group][0], row == rows[group][-1])
            for group in own
            if group in lanes
        ]
        for row, own in enumerate(groups)
    ]
    return len(ends), list(drawn)
