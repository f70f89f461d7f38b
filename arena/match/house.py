"""The house bots as opponents: those of `bots.house`, found by name.

What may live here: what is known here of that package, which nothing in `arena` imports.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Final, Protocol, cast

from arena.match.local import LocalPlayer
from arena.match.player import Request

HOUSE: Final = "house:"
"""What the name of a house bot is preceded by wherever another bot may stand."""


class HouseBot(Protocol):
    """What there is to know of a house bot."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def game(self) -> str:
        """The one game that it plays."""
        ...

    @property
    def decide(self) -> Callable[[Request], int]:
        """The function that plays."""
        ...

    @property
    def windows(self) -> bool:
        """Whether it wants to be asked to load on other players' turns."""
        ...


def house_bot(name: str, game: str) -> HouseBot:
    """Give the house bot of this name; raise ValueError unless there is one for this game."""
    found = cast(HouseBot, importlib.import_module("bots.house").house(name))
    if found.game != game:
        raise ValueError(f"it plays {found.game}, not {game}")
    return found


def house_bots(game: str) -> tuple[HouseBot, ...]:
    """Give all house bots of this game, from the weakest to the strongest."""
    bots = cast(Mapping[str, HouseBot], importlib.import_module("bots.house").HOUSE)
    return tuple(bot for bot in bots.values() if bot.game == game)


def house_player(bot: HouseBot) -> LocalPlayer:
    """Give a house bot as a player in this process."""
    return LocalPlayer(bot.decide, bot.windows)
