"""Discards (SH-10 to SH-14): which sets of cards may be laid onto the loot."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from arena.engine.ask import Event
from arena.games.sky_heist.cards import (
    ASSISTANT,
    INDIANS,
    MISSED,
    ORDER,
    STANDARD,
    SUBSTITUTION,
    VALUE,
    WILD,
    Cards,
    without,
)
from arena.games.sky_heist.events import Discarded
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.words import Discard

_DEFAULTS = (*STANDARD, SUBSTITUTION, INDIANS, ASSISTANT, MISSED, WILD)
"""The default discards one card of the first of these kinds that is in the hand."""


@lru_cache(maxsize=1 << 14)
def discards(hand: Cards) -> tuple[Discard, ...]:
    """Give every discard of this hand: the default, then by size and canonical order."""
    default = next(kind for kind in _DEFAULTS if kind in hand)
    sets = {*_identical(hand), *_sums(hand)} - {(default,)}
    return tuple(map(_discard, ((default,), *sorted(sets, key=_by_size))))


@lru_cache(maxsize=1 << 14)
def _discard(cards: Cards) -> Discard:
    """Share one option among all hands that offer it."""
    return Discard(cards)


def _by_size(cards: Cards) -> tuple[int, list[int]]:
    return len(cards), [ORDER[card] for card in cards]


def _identical(hand: Cards) -> Iterator[Cards]:
    """Give one card of a kind, or several (SH-11, SH-12)."""
    for kind in dict.fromkeys(hand):
        for size in range(1, hand.count(kind) + 1):
            yield (kind,) * size


def _sums(hand: Cards) -> Iterator[Cards]:
    """Give three or more standard cards one of which is the sum of the others (SH-13)."""
    standard = [card for card in hand if card in STANDARD]
    for size in range(3, len(standard) + 1):
        for cards in combinations(standard, size):
            if sum(VALUE[card] for card in cards) == 2 * VALUE[cards[-1]]:
                yield cards


def discard(position: Position, cards: Cards, news: list[Event]) -> None:
    """Lay the cards from the active seat's hand face up onto the loot (SH-10)."""
    seat = position.active
    position.hands[seat] = without(position.hands[seat], cards)
    position.loot += cards
    news.append(Discarded(seat, cards))
