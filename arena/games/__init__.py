"""The registry of games: one line a game."""

from arena.engine.record import HeaderError
from arena.engine.rules import Game
from arena.games.sky5 import SKY_5
from arena.games.sky_heist import SKY_HEIST

GAMES: dict[str, Game] = {entry.name: entry for entry in (SKY_5, SKY_HEIST)}


def game(name: str) -> Game:
    """Give the game of this name; raise HeaderError naming the field if there is none."""
    if name not in GAMES:
        raise HeaderError(f"game: expected one of {', '.join(GAMES)}, got {name!a}")
    return GAMES[name]
