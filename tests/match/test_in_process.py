"""Matches without a referee: they are those that a referee would have played."""

from hashlib import sha256

import pytest

from arena.engine.table import Table
from arena.games import GAMES
from arena.match.clock import Limits
from arena.match.house import house_bots, house_player
from arena.match.in_process import outcome_of
from arena.match.referee import play

SEED = sha256(b"in process").hexdigest()
KEY = bytes(32)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_without_a_referee_ends_as_one_with_it(game: str) -> None:
    """Same seed, same ids, same windows: the same outcome, bots that use ids as dice included."""
    bots = house_bots(game)
    windows = tuple(seat for seat, bot in enumerate(bots) if bot.windows)
    table = Table.new(GAMES[game], GAMES[game].header(len(bots), SEED, windows=windows))
    played = await play(table, [house_player(bot) for bot in bots], Limits(), KEY)

    assert outcome_of(GAMES[game], SEED, bots, KEY) == played.record.outcome


def test_house_bots_are_told_by_game() -> None:
    """From the weakest to the strongest; a game that the house does not play has none."""
    assert [bot.name for bot in house_bots("sky-5")] == ["sky5-random", "sky5-simple", "sky5-good"]
    assert house_bots("bluff") == ()
