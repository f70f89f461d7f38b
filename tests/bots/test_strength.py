"""The house bots are of graded strength: random below simple below good, in both games."""

from itertools import pairwise
from math import ceil

import numpy as np
import pytest

from tests.bots.league import FAMILY, FIELD, STRENGTHS, play_series, series
from tests.sizes import size

SETS = size(48, 300)
"""For each bot; small leagues have four at a table, full ones two to five."""
PLAYERS = [int(players) for players in size("4", "2345")]
Z = 1.96
"""Standard errors on each side of a 95 % interval."""


def intervals(game: str, players: int) -> list[tuple[float, float]]:
    """Give the ends of the 95 % interval of each bot's score, from 0 to 1, clustered by set."""
    a_round = FIELD - 1 if players == 2 else players  # sets for each bot
    (sets,) = play_series(series(game, players, ceil(SETS / a_round), "off", 1))
    scores = sets.points / (2 * sets.matches * (players - 1))
    found = []
    for bot in range(FIELD):
        own = scores[sets.bots == bot]
        assert len(own) >= SETS
        half = Z * float(np.std(own, ddof=1)) / len(own) ** 0.5
        found.append((float(own.mean()) - half, float(own.mean()) + half))
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", FAMILY)
def test_better_bots_score_more_beyond_doubt(game: str, players: int) -> None:
    """No interval of a stronger bot overlaps with one of a weaker; each plays 300 sets, or 48."""
    ends = intervals(game, players)
    by_strength = [ends[2 * strength : 2 * strength + 2] for strength in range(len(STRENGTHS))]

    for weaker, stronger in pairwise(by_strength):
        assert max(high for _, high in weaker) < min(low for low, _ in stronger), ends
