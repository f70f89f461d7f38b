"""How often the intervals of final standings hold the long-run strength, in leagues of house bots.

Each league is a tournament of its own deals. All of them together are the long run: an interval is
held against the fit of a hundred times its data.
"""

import numpy as np
import pytest

from arena.tournament.config import Mode
from arena.tournament.standings.errors import covariance, residuals
from arena.tournament.standings.fit import SCALE, fit
from arena.tournament.standings.sets import Floats, Sets
from tests.bots.league import play_series, series, together
from tests.sizes import size

LEAGUES = size(3, 100)
ROUNDS = size(2, 10)
"""Of six sets; in ten everybody has met everybody equally often."""
MODES = size("off", "off rotation").split()
LEAST, MOST = (0.9, 0.98) if LEAGUES == 100 else (0.7, 1.0)
Z = 1.96
"""Standard errors on each side of a 95 % interval."""


def within(sets: Sets, strengths: Floats) -> Floats:
    """Say of each bot whether its strength is within the interval of this league."""
    found = fit(sets)
    errors = np.sqrt(np.diag(covariance(found, residuals(sets, found)))) * SCALE
    assert (errors > 0).all()
    return np.asarray(np.abs(found.elo - strengths) <= Z * errors, float)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "match_rounds"), [("sky-5", None), ("sky-heist", 2)])
def test_intervals_hold_the_long_run_strength(
    game: str, match_rounds: int | None, mode: Mode
) -> None:
    """In 90 to 98 % of the cases, by 100 leagues; the few of a small run say little."""
    leagues = list(play_series(series(game, 4, ROUNDS, mode, LEAGUES, match_rounds)))
    strengths = fit(together(leagues)).elo
    held = np.mean([within(sets, strengths) for sets in leagues], axis=0)

    assert LEAST <= held.mean() <= MOST, (held, strengths)
