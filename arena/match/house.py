"""The house bots as opponents: those of `bots.house`, found by name.

What may live here: what is known here of that package, which nothing in `arena` imports.
"""

import importlib
from typing import Final, Protocol, cast

from arena.match.local import Function, LocalPlayer

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
    def decide(self) -> Function:
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


def house_player(bot: HouseBot) -> LocalPlayer:
    """Give a house bot as a player in this process."""
    return LocalPlayer(bot.decide, bot.windows)
