"""The house bots: opponents of graded strength in every game, and examples to learn from.

What may live here: the registry. Each bot is one function of an ask, without memory, in the module
of its game; it builds on the game's words as a contestant's bot does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from arena.engine.ask import Event, Option, View
from arena.protocol.messages import Decide
from bots.house import sky5, sky_heist
from bots.house.uniform import uniform
from bots.kit import Ask

OptionT = TypeVar("OptionT", bound=Option)
ViewT = TypeVar("ViewT", bound=View)
EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True)
class HouseBot:
    """A bot of the house: the game it plays, its function, and whether it wants load windows."""

    name: str
    game: str
    decide: Callable[[Ask], int]
    windows: bool = False


def _bot(
    name: str, game: str, decide: Callable[[Decide[OptionT, ViewT, EventT]], int], windows: bool
) -> HouseBot:
    """Enter a bot; its function may count on the words of its game, the only one it is asked."""
    return HouseBot(name, game, cast(Callable[[Ask], int], decide), windows)


HOUSE: dict[str, HouseBot] = {
    bot.name: bot
    for bot in (
        _bot("sky5-random", "sky-5", uniform, windows=False),
        _bot("sky5-simple", "sky-5", sky5.simple, windows=False),
        _bot("sky5-good", "sky-5", sky5.good, windows=False),
        _bot("heist-random", "sky-heist", uniform, windows=False),
        _bot("heist-simple", "sky-heist", sky_heist.simple, windows=False),
        _bot("heist-good", "sky-heist", sky_heist.good, windows=True),
    )
}
"""All of them; in each game from the weakest to the strongest."""


def house(name: str) -> HouseBot:
    """Give the house bot of this name; raise ValueError naming the known ones if there is none."""
    if name not in HOUSE:
        raise ValueError(f"expected one of {', '.join(HOUSE)}, got {name}")
    return HOUSE[name]
