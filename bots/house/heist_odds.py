"""What `good` knows about chances in Sky Heist: groups, races, shares and duels.

What may live here: estimates from public counts and own cards, no choices. They are rough on
purpose; a better bot would count the cards it has seen.
"""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from math import prod

from arena.engine.latency import QUANTILES_US
from arena.games.sky_heist.cards import STANDARD, VALUE, WILD, Cards, without
from arena.games.sky_heist.race import LOAD_US
from arena.games.sky_heist.words import SharingNow

Group = tuple[int, int]
"""Size and value of a group; (0, 0) where there is none."""

BONUS = (0.55, 0.36, 0.09)
"""How likely the bonus cards of a duel make a group larger by 0, 1, 2 cards."""


def group(cards: Cards, wilds: bool = False) -> Group:
    """Give the best group among the cards, with the wilds in it where they work."""
    groups = ((cards.count(value), VALUE[value]) for value in STANDARD if value in cards)
    size, value = max(groups, default=(0, 0))
    return (size + cards.count(WILD), value) if wilds and size else (size, value)


def beaten(mine: Group, loaded: int) -> float:
    """Give the chance that a rival's group is better, by how many cards he has loaded.

    Up to three cards are likely one group; of more, any number from three on may belong to it.
    """
    size, value = mine
    sizes = range(min(loaded, 3), loaded + 1)
    higher = sum(other > size for other in sizes) / len(sizes)
    return higher + (size in sizes) / len(sizes) * (1 - value / 7)


def share(mine: Group, rivals: Sequence[int]) -> float:
    """Give the part of the loot that a group brings: half, halved again by every better one.

    `rivals`: how many cards each of the others has loaded; one of them will be excluded.
    """
    present = 1 - 1 / len(rivals)
    return 0.5 * prod(1 - present * beaten(mine, loaded) / 2 for loaded in rivals)


def win(mine: Group, rival: int, first: float) -> float:
    """Give the chance to win a duel; `first`: that mine is the hand which takes the bonus."""
    size, value = mine
    return sum(
        chance * (1 - first * beaten((size + more, value), rival))
        - chance * (1 - first) * beaten((size - more, value), rival)
        for more, chance in enumerate(BONUS)
    )


@lru_cache(maxsize=1 << 10)
def last(loads: int, others: tuple[int, ...]) -> float:
    """Give the chance to be the last hand of a race, by the cards that I and others load in it."""
    delays = [LOAD_US * (loads - other) for other in others]
    times = QUANTILES_US[::4]
    return sum(prod(_within(time + delay) for delay in delays) for time in times) / len(times)


def _within(time_us: int) -> float:
    """Give the chance that a hand without loads is down by this time."""
    return bisect(QUANTILES_US, time_us) / len(QUANTILES_US)


def rank_after(sharing: SharingNow, on: int, seat: int) -> int:
    """Give the rank of `seat`, from 0, if a Missed now cancels a card of the seat `on`."""
    groups: dict[int, Group] = {}
    for other in sharing.order:
        cards = sharing.revolvers[other] or ()
        if other == on:
            cards = without(cards, (max(filter(STANDARD.__contains__, cards)),))
        if other != sharing.excluded:
            groups[other] = group(cards, wilds=other != sharing.starter)
    return sorted(groups, key=groups.__getitem__, reverse=True).index(seat)
