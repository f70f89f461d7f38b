"""Charts of ratings: what is drawn stands where the numbers say."""

import pytest

from arena.web.bots.charts import (
    BOTTOM,
    LEFT,
    MOST_LABELS,
    RIGHT,
    TOP,
    Fit,
    Rated,
    chart_of,
)
from arena.web.scale import MOST_TICKS


def ratings(*values: float) -> list[Rated]:
    """Give ratings after rounds 1, 2, ..."""
    return [Rated(value, f"Round {at}", str(at)) for at, value in enumerate(values, 1)]


@pytest.mark.parametrize(
    "values",
    [(1500,), (1500, 1500), (1480.4, 1612.9, 1533.3), (0, 9_000), tuple(range(999, 1199))],
)
def test_dots_stand_between_lines_whose_elo_is_around_theirs(values: tuple[float, ...]) -> None:
    """However few, equal, near or far apart they are."""
    chart = chart_of(ratings(*values))
    low, high = chart.grid[0], chart.grid[-1]

    assert low.elo <= min(values) <= max(values) <= high.elo
    assert (low.y, high.y) == (BOTTOM, TOP)
    assert len(chart.grid) <= MOST_TICKS or high.elo - low.elo > 4_000
    for dot, value in zip(chart.dots, values, strict=True):
        share = (value - low.elo) / (high.elo - low.elo)
        assert dot.y == pytest.approx(BOTTOM - (BOTTOM - TOP) * share, abs=0.06)
    across = [dot.x for dot in chart.dots]
    assert across == sorted(across)
    assert LEFT <= across[0] <= across[-1] <= RIGHT
    assert sum(dot.labelled for dot in chart.dots) <= MOST_LABELS
    assert chart.dots[-1].labelled


def test_the_interval_of_a_fit_has_a_place_of_its_own() -> None:
    """Right of all dots, within the grid; without an interval there is the estimate alone."""
    chart = chart_of(ratings(1500, 1510), Fit(1600, 80))
    alone = chart_of(ratings(1500, 1510), Fit(1600, None))

    assert chart.fit is not None
    assert alone.fit is not None
    assert chart.fit.top is not None
    assert chart.fit.bottom is not None
    assert chart.dots[-1].x < chart.fit.x
    assert TOP <= chart.fit.top < chart.fit.y < chart.fit.bottom <= BOTTOM
    assert (alone.fit.top, alone.fit.bottom) == (None, None)
    assert chart_of(ratings(1500)).fit is None
