"""Ratings as a line: from numbers to places in a drawing.

What may live here: where points, lines and letters are. Places are percentages of the drawing, from
its left and from its top, so that a chart is as wide as there is room for, and its letters stay as
they are.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from arena.web.scale import Scale, ticks

MOST_LABELS: Final = 8
LEAST_SPAN: Final = 20.0
"""Elo that a chart is high at least: less is not much."""
LEFT: Final = 12.0
RIGHT: Final = 97.0
TOP: Final = 6.0
BOTTOM: Final = 90.0
FIT_ROOM: Final = 8.0
"""What the interval of a fit takes of the width, at the right."""


class Rated(NamedTuple):
    """A rating (Elo) after something: its name, and what stands below it on the axis."""

    elo: float
    name: str
    label: str


class Fit(NamedTuple):
    """What a fit says: Elo, and half of its 95 % interval where that is known."""

    elo: float
    error: float | None


class Dot(NamedTuple):
    """A rating in the drawing."""

    x: float
    y: float
    rated: Rated
    labelled: bool


class GridLine(NamedTuple):
    """A line of the grid, and the Elo that it stands for."""

    y: float
    elo: int


class FitMark(NamedTuple):
    """Where a fit stands in the drawing: its estimate, and its interval from top to bottom."""

    x: float
    y: float
    top: float | None
    bottom: float | None


class Chart(NamedTuple):
    """A line of ratings, the points of which are `line` too, and the fit at its end, if any."""

    grid: Sequence[GridLine]
    dots: Sequence[Dot]
    line: str
    fit: FitMark | None


def chart_of(ratings: Sequence[Rated], fit: Fit | None = None) -> Chart:
    """Draw ratings in order, at least one, with the fit of all of them."""
    values = [each.elo for each in ratings]
    if fit is not None:
        values += [fit.elo - (fit.error or 0), fit.elo + (fit.error or 0)]
    grid = _grid(min(values), max(values))
    scale = Scale(grid[0], grid[-1], BOTTOM, TOP)
    dots = _dots(ratings, scale, RIGHT if fit is None else RIGHT - FIT_ROOM)
    return Chart(
        grid=[GridLine(scale.at(elo), elo) for elo in grid],
        dots=dots,
        line=" ".join(f"{dot.x:g},{dot.y:g}" for dot in dots),
        fit=None if fit is None else _mark(fit, scale),
    )


def _grid(least: float, most: float) -> range:
    """Give the Elo of the lines of a grid that has all of these ratings between them."""
    missing = max(0.0, LEAST_SPAN - (most - least)) / 2
    return ticks(least - missing, most + missing)


def _dots(ratings: Sequence[Rated], scale: Scale, right: float) -> list[Dot]:
    """Give the dots from left to right; so many are labelled as have room."""
    last = len(ratings) - 1
    every = ceil(len(ratings) / MOST_LABELS)
    return [
        Dot(
            x=round(LEFT + (right - LEFT) * (at / last if last else 0.5), 1),
            y=scale.at(each.elo),
            rated=each,
            labelled=(last - at) % every == 0,
        )
        for at, each in enumerate(ratings)
    ]


def _mark(fit: Fit, scale: Scale) -> FitMark:
    x, y = RIGHT - 2, scale.at(fit.elo)
    if fit.error is None:
        return FitMark(x, y, None, None)
    return FitMark(x, y, scale.at(fit.elo + fit.error), scale.at(fit.elo - fit.error))
