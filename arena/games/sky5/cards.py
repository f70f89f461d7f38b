"""The cards of Sky 5 and their canonical order (S5-01).

A card is a short string, colour and number: `R3` is red 3, `*4` is shooting star 4.
"""

from collections.abc import Iterable

COLOURS = "RGBYP"
STAR = "*"

PACK: tuple[str, ...] = (
    *(
        f"{colour}{number}"
        for colour in COLOURS
        for number in range(7)
        for _ in range(2 if number == 0 else 3)
    ),
    *(f"{STAR}{number}" for number in range(1, 7)),
)
"""All 106 cards in canonical order."""

RANK: dict[str, int] = {card: place for place, card in enumerate(dict.fromkeys(PACK))}
"""The place of each of the 41 different cards in canonical order."""

NUMBER: dict[str, int] = {card: int(card[1]) for card in RANK}
"""What a card scores, and the roll it is matched by (a 0 by none)."""


def points(cards: Iterable[str]) -> int:
    """Give the sum of the numbers on the cards (S5-32)."""
    return sum(NUMBER[card] for card in cards)


def removed_count(players: int) -> int:
    """Give how many cards stay out of the game for so many players (S5-03)."""
    return 13 * (6 - players)


def has_colour(cards: Iterable[str], colour: str) -> bool:
    """Say whether one of the cards is of the colour; ask for no STAR, which is none (S5-22)."""
    for card in cards:  # noqa: SIM110 (any() with a generator costs three times as much here)
        if card[0] == colour:
            return True
    return False


def has_all_colours(front: tuple[str, ...]) -> bool:
    """Say whether the cards show all five colours (S5-23)."""
    return len(front) >= 5 and len({card[0] for card in front} - {STAR}) == 5
