"""The pack of 69 cards (SH-01), their canonical order, and which of them may do what.

What may live here: facts about cards. A card is its short name; hands and revolvers are tuples in
canonical order, never changed in place, so that positions, views and events can share them.
"""

from collections.abc import Iterable

Cards = tuple[str, ...]

STANDARD = ("1", "2", "3", "4", "5", "6", "7")
WILD, MISSED = "W", "M"
SUBSTITUTION, ASSISTANT, INDIANS = "Sub", "As", "In"
SHERIFF = "S"

PACK: Cards = (
    *(value for value in STANDARD for _ in range(7)),
    *((WILD,) * 6),
    *((MISSED,) * 3),
    *((SUBSTITUTION,) * 3),
    *((ASSISTANT,) * 2),
    *((INDIANS,) * 2),
)
"""The 65 cards that are dealt and drawn, in canonical order (SH-02)."""
SHERIFFS: Cards = (SHERIFF,) * 4

ORDER = {card: place for place, card in enumerate(dict.fromkeys(PACK))}
"""Each card's place in the canonical order; sheriffs have none, they are never held."""
VALUE = {card: int(card) if card in STANDARD else 0 for card in ORDER}
"""What a card counts in a challenge: a special counts 0 (SH-55)."""
LOADABLE = frozenset((*STANDARD, WILD, MISSED))
"""The cards with the revolver symbol (SH-23)."""


def in_order(cards: Iterable[str]) -> Cards:
    """Give the cards in canonical order."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    """Give the cards less each of `gone` once; ValueError if one of them is not there."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)
