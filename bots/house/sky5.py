"""House bots for Sky 5: `simple` waits for five points, `good` reckons what each option is worth.

Both answer with the place of an option that they build themselves: options are compared by value.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from arena.engine.ask import Event, Option
from arena.games.sky5.cards import NUMBER, PACK, STAR, has_all_colours, has_colour, points
from arena.games.sky5.words import Bank, Draw, Give, Sky5View, Take, TakeNone
from arena.protocol.messages import Decide

Ask = Decide[Option, Sky5View, Event]
Cards = tuple[str, ...]

ENOUGH = 5
"""Points in front with which `simple` tries to bank."""
ENVY = 0.5
"""How much a point of the best placed opponent hurts, in own points."""


def simple(ask: Ask) -> int:
    """Bank five points or more, take the highest card, give to whoever comes first."""
    match ask.kind:
        case "turn":
            ready = points(ask.view.fronts[ask.seat]) >= ENOUGH
            return ask.options.index(Bank() if ready else Draw())
        case "take":
            return ask.options.index(Take(max(ask.view.open, key=NUMBER.__getitem__)))
    return 0


def good(ask: Ask) -> int:
    """Choose by expected points."""
    match ask.kind:
        case "turn":
            choice = turn(ask.view, ask.seat)
        case "gift":
            choice = gift(ask.view, ask.options)
        case _:
            choice = take(ask.view, ask.seat)
    return ask.options.index(choice)


def turn(view: Sky5View, seat: int) -> Option:
    """Bank, unless one card more promises to add more than the time and the card are worth."""
    unseen = Counter(PACK)
    for cards in (*view.fronts, *view.piles, view.discard):
        unseen.subtract(cards)
    front, players = view.fronts[seat], len(view.fronts)
    # A card of the deck is worth an n-th of what it brings to whoever draws it. Drawing costs one,
    # and the turn it costs before banking lets each other player draw about every second time.
    price = promise(unseen, view, seat, ()) * (1 + (players - 1) / 2) / players
    return Bank() if worth(front) >= promise(unseen, view, seat, front) - price else Draw()


def promise(unseen: Counter[str], view: Sky5View, seat: int, front: Cards) -> float:
    """Give what the front is worth on average once `seat` has drawn one of the unseen cards."""
    cards = (card for card, count in unseen.items() if count)
    return sum(unseen[card] * after(view, seat, front, card) for card in cards) / unseen.total()


def gift(view: Sky5View, options: tuple[Option, ...]) -> Option:
    """Give the drawn card to whom it helps least; a number to match may even hurt."""
    card = str(view.drawn)
    gives = (option for option in options if isinstance(option, Give))
    return min(gives, key=lambda give: gain(view.fronts[give.to], card))


def take(view: Sky5View, seat: int) -> Option:
    """Take the card that adds most to the front, if any adds something."""
    front = view.fronts[seat]
    best = max(view.open, key=lambda card: gain(front, card))
    return Take(best) if gain(front, best) > 0 else TakeNone()


@lru_cache(maxsize=1 << 14)
def worth(front: Cards) -> float:
    """Give the points that banking this front brings on average; all five colours need no roll."""
    if has_all_colours(front):
        return points(front)
    numbers = {NUMBER[card] for card in front} - {0}
    return points(front) * (1 - len(numbers) / 6)


def gain(front: Cards, card: str) -> float:
    """Give what the card adds to the worth of the front: less than 0 if the risk outweighs it."""
    return worth((*front, card)) - worth(front)


def after(view: Sky5View, seat: int, front: Cards, card: str) -> float:
    """Give what the front is worth once `seat` has drawn this card, less what a gift costs."""
    if card[0] == STAR or not has_colour(front, card[0]):
        return worth((*front, card))
    gains = tuple(_gains_of_others(view, seat, card))
    if not gains:
        return 0.0  # a bust: all have the colour
    return worth(front) - ENVY * min(gains)


def _gains_of_others(view: Sky5View, seat: int, card: str) -> Iterator[float]:
    """Give what the card would add to the front of each other player who may be given it."""
    for other, front in enumerate(view.fronts):
        if other != seat and not has_colour(front, card[0]):
            yield gain(front, card)
