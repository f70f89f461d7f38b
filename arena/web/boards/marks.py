"""What is drawn in the rows of a board: intervals on a common axis, trends, brackets of ties.

What may live here: from numbers to places in a drawing. Places across are percentages, so that a
drawing is as wide as its column.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.service.final_standings import FinalRow
from arena.service.ladder_strengths import StrengthRow
from arena.web.scale import Scale, ticks

EDGE: Final = 4.0
"""Percent at either end of an axis, so that marks and labels there are whole."""
MOST_POINTS: Final = 24
"""Ratings of a trend that are drawn."""
TREND_WIDE: Final = 76
TREND_HIGH: Final = 22
LEAST_SPAN: Final = 40_000_000
"""Micro-Elo that a trend is high at least: less is not much."""
MOST_LANES: Final = 6
"""Brackets beside each other; more are not drawn but named."""
LANE: Final = 9


class Tick(NamedTuple):
    """A place on an axis, in percent, and the Elo there."""

    at: float
    elo: int


class Axis(NamedTuple):
    """Elo from left to right."""

    scale: Scale
    ticks: Sequence[Tick]


class Bar(NamedTuple):
    """An interval: where it begins, how wide it is (none is known: None), and its estimate.

    `live` is where the live rating lies, if that is another.
    """

    left: float | None
    width: float | None
    estimate: float
    live: float | None


class Trend(NamedTuple):
    """Ratings as a line: its points, its end, and what the last round has changed (micro-Elo)."""

    line: str
    end_x: int
    end_y: float
    change: int


class Bracket(NamedTuple):
    """What a row has of the bracket around a group of tied bots: its place, and whether it ends."""

    x: int
    first: bool
    last: bool


def axis_of(fits: Sequence[FinalRow | StrengthRow], more: Sequence[float]) -> Axis:
    """Give an axis on which all these intervals, and more ratings, have a place."""
    ends = [each.elo + sign * (each.error or 0) for each in fits for sign in (-1, 1)]
    shown = ticks(min(*ends, *more), max(*ends, *more))
    scale = Scale(shown[0], shown[-1], EDGE, 100 - EDGE)
    return Axis(scale, [Tick(scale.at(elo), elo) for elo in shown])


def bar_of(axis: Axis | None, fit: FinalRow | StrengthRow | None, live: float | None) -> Bar | None:
    """Give the bar of a bot; none where nothing is fitted of it."""
    if axis is None or fit is None:
        return None
    at = axis.scale.at
    estimate, shown = at(fit.elo), None if live is None else at(live)
    if fit.error is None:
        return Bar(None, None, estimate, shown)
    left = at(fit.elo - fit.error)
    return Bar(left, round(at(fit.elo + fit.error) - left, 1), estimate, shown)


def trends_of(found: Mapping[str, Sequence[int]]) -> dict[str, Trend]:
    """Draw the ratings of each bot around their own middle, all at one scale."""
    drawn = {bot: _sampled(ratings) for bot, ratings in found.items() if len(ratings) > 1}
    span = max([LEAST_SPAN, *(max(ratings) - min(ratings) for ratings in drawn.values())])
    return {
        bot: _trend(ratings, found[bot][-1] - found[bot][-2], span)
        for bot, ratings in drawn.items()
    }


def _sampled(ratings: Sequence[int]) -> Sequence[int]:
    """Give no more ratings than are drawn, evenly chosen; the last is among them."""
    if len(ratings) <= MOST_POINTS:
        return ratings
    last = len(ratings) - 1
    return [ratings[round(last * at / (MOST_POINTS - 1))] for at in range(MOST_POINTS)]


def _trend(ratings: Sequence[int], change: int, span: int) -> Trend:
    middle = (max(ratings) + min(ratings)) / 2
    across, down = (TREND_WIDE - 6) / (len(ratings) - 1), (TREND_HIGH - 6) / span
    points = [
        (round(3 + across * at), round(TREND_HIGH / 2 - down * (rating - middle), 1))
        for at, rating in enumerate(ratings)
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
