"""Loading the revolver (SH-23 to SH-26): what may be loaded, and the window of the others (T1)."""

from collections.abc import Sequence
from functools import lru_cache

from arena.engine.ask import Ask, Event, Option
from arena.games.sky_heist.cards import LOADABLE, Cards, in_order, without
from arena.games.sky_heist.events import Loaded, NotLoaded
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.words import Answer, HandDown, Load, Nothing

_LOADS = {card: Load(card) for card in LOADABLE}
_NOTHING = Nothing()
_HAND_DOWN = HandDown()


@lru_cache(maxsize=1 << 14)
def loads(hand: Cards) -> tuple[Option, ...]:
    """Give a load for each loadable kind in the hand, in canonical order (SH-23)."""
    return tuple(_LOADS[card] for card in dict.fromkeys(hand) if card in LOADABLE)


@lru_cache(maxsize=1 << 14)
def window_options(hand: Cards) -> tuple[Option, ...]:
    """Give what a seat with this hand may do in a window: nothing, or load a card."""
    return (_NOTHING, *loads(hand))


@lru_cache(maxsize=1 << 14)
def race_options(hand: Cards) -> tuple[Option, ...]:
    """Give what a seat with this hand may do in a race: put its hand down, or load a card."""
    return (_HAND_DOWN, *loads(hand))


def load(position: Position, seat: int, card: str, news: list[Event]) -> None:
    """Move a card from the seat's hand to its revolver, never to return (SH-24)."""
    position.hands[seat] = without(position.hands[seat], (card,))
    position.revolvers[seat] = in_order((*position.revolvers[seat], card))
    news.append(Loaded(seat, card))


def open_window(position: Position, news: list[Event]) -> tuple[Ask, ...]:  # noqa: ARG001 (a phase)
    """Ask all who want windows and have not yet answered none, from one view (SH-25)."""
    asks = tuple(
        Ask(seat, "load", window_options(position.hands[seat]))
        for seat in position.window
        if loads(position.hands[seat])
    )
    if not asks:
        position.phases.pop()
    return asks


def take_window(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Apply the loads of a window together; whoever loaded nothing is not asked again."""
    for seat, option, _ in answers:
        if isinstance(option, Load):
            load(position, seat, option.card, news)
        else:
            position.window = tuple(other for other in position.window if other != seat)
            news.append(NotLoaded(seat))
