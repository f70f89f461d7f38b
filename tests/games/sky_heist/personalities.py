"""Players with leanings: uniformly random ones load everything and hardly meet some rules.

A leaning is a weight for each kind of option; among those of one kind the choice is uniform.
"""

from collections.abc import Mapping
from random import Random

from arena.engine.ask import FAULT, Ask, Option
from arena.games.sky_heist.words import OPTIONS, Indians, Load

FAULT_ONE_IN = 40

LEANINGS: tuple[Mapping[str, float], ...] = (
    {"discard": 20, "load": 0.2, "load special": 3, "shoot": 0.3, "duel": 0.5, "none": 8},
    {"load": 20, "load special": 20, "discard": 0.5, "shoot": 0, "duel": 0, "none": 3},
    {"substitution": 20, "assistant": 20, "indians": 20, "discard": 6, "none": 4, "shoot": 0.2},
    {"shoot": 30, "duel": 30, "load": 2, "discard": 6, "none": 2, "anticipate": 2},
    {"indians": 99, "early indians": 0, "discard": 9, "load": 3, "shoot": 0, "duel": 0},
    {"discard": 5, "load": 4, "duel": 4, "shoot": 1, "none": 3, "anticipate": 3},
)
"""Robber, gunsmith, trickster, gunman, raider, nervous one; what is not named weighs 1."""


def leanings(players: int, chance: Random) -> list[Mapping[str, float]]:
    """Give who sits at a table: sometimes all of one kind, else anybody."""
    if chance.random() < 0.3:
        return [chance.choice(LEANINGS)] * players
    return chance.choices(LEANINGS, k=players)


def choose(ask: Ask, leaning: Mapping[str, float], sheriffs: int, chance: Random) -> int:
    """Give an index into the options, or sometimes a fault, with so many sheriffs out."""
    if chance.random() * FAULT_ONE_IN < 1:
        return FAULT
    kinds: dict[str, list[int]] = {}
    for index, option in enumerate(ask.options):
        kinds.setdefault(_kind(option, sheriffs), []).append(index)
    weights = [leaning.get(kind, 1) for kind in kinds]
    indexes = chance.choices(list(kinds.values()), weights)[0] if any(weights) else [0]
    return indexes[int(chance.random() * len(indexes))]


def _kind(option: Option, sheriffs: int) -> str:
    if isinstance(option, Indians) and sheriffs < 3:
        return "early indians"
    if isinstance(option, Load) and option.card in "WM":
        return "load special"
    return _TAGS[type(option)]


_TAGS = {kind: str(kind.__struct_config__.tag) for kind in OPTIONS}
