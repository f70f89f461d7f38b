"""House bots for Sky Heist: `simple` collects a group and shoots, `good` reckons when it pays.

Both choose an option by building it: options are compared by value.
"""

from collections.abc import Callable

from arena.engine.ask import Event, Option
from arena.games.sky_heist.cards import VALUE, WILD, Cards
from arena.games.sky_heist.words import (
    Anticipate,
    Assistant,
    Cancel,
    Discard,
    Duel,
    Give,
    HandDown,
    HeistView,
    Indians,
    Load,
    Nothing,
    React,
    Shoot,
    Substitution,
)
from arena.protocol.messages import Decide
from bots.house.heist_odds import group, last, rank_after, share, win

Ask = Decide[Option, HeistView, Event]

PAIR, TRIPLE = 2, 3
"""So many of a kind `simple` loads, and so many it shoots with."""
NEAR = 2
"""From so many sheriffs on anybody may shoot, and `good` loads what it collects."""
ENOUGH_SHARE, ENOUGH_CHANCE = 0.4, 0.6
"""The part of the loot, and the chance to win a duel, for which `good` shoots."""
WORTH_INDIANS = 4
"""Indians are played where the others have so many cards loaded."""
DUEL_ON = 0.44
"""How often a challenge's first card is the higher one."""

_START = (Shoot(), Duel())


def simple(ask: Ask) -> int:
    """Load the largest group and shoot with three of a kind; else discard the most of the rest."""
    if ask.kind != "turn":
        return 0
    size, value = group(ask.view.revolver + ask.view.hand)
    load = (Load(str(value)),) if size >= PAIR else ()
    start = _START if size >= TRIPLE else ()
    discard = largest_discard(ask, keep=(str(value),))
    return ask.options.index(first_open(ask, *load, *start, discard))


def good(ask: Ask) -> int:
    """Choose by the odds: each kind of ask has its own function below."""
    return ask.options.index(_CHOOSE[ask.kind](ask))


def first_open(ask: Ask, *wishes: Option) -> Option:
    """Give the first of the wishes that is among the options."""
    return next(wish for wish in wishes if wish in ask.options)


def largest_discard(ask: Ask, keep: Cards) -> Discard:
    """Give the discard of fewest cards to keep, then of most cards, then the lowest."""

    def cost(discard: Discard) -> tuple[int, int, int]:
        cards = discard.cards
        return kept(cards, keep), -len(cards), sum(VALUE[card] for card in cards)

    return min((option for option in ask.options if isinstance(option, Discard)), key=cost)


def kept(cards: Cards, keep: Cards) -> int:
    """Give how many of the cards are of the kinds to keep."""
    return sum(card in keep for card in cards)


def _collected(view: HeistView) -> Cards:
    """Give the kinds of card worth a place in the revolver: the largest group's, and wilds."""
    _, value = group(view.revolver + view.hand)
    return str(value), WILD


def _loads(view: HeistView) -> tuple[Option, ...]:
    """Load what is collected once somebody may shoot; before, it only ties the hand."""
    return tuple(map(Load, _collected(view))) if view.sheriffs >= NEAR else ()


def _window(ask: Ask) -> Option:
    """On another's turn: load, or nothing."""
    return first_open(ask, *_loads(ask.view), Nothing())


def _turn(ask: Ask) -> Option:
    """Load, then shoot if it pays, else play an event, else change as many cards as possible."""
    start = _START if _pays(ask.view, ask.seat) else ()
    discard = largest_discard(ask, keep=_collected(ask.view))
    return first_open(ask, *_loads(ask.view), *start, *_events(ask), discard)


def _pays(view: HeistView, seat: int) -> bool:
    """Say whether to start the shooting: mine is the lowest hand, but my wilds count nothing."""
    rivals = _rivals(view, seat)
    if len(rivals) == 1:
        return win(group(view.revolver, wilds=True), rivals[0], first=0.5) >= ENOUGH_CHANCE
    return share(group(view.revolver), rivals) >= ENOUGH_SHARE


def _rivals(view: HeistView, seat: int) -> tuple[int, ...]:
    """Give how many cards each of the others has loaded."""
    return tuple(loaded for other, loaded in enumerate(view.revolvers) if other != seat)


def _events(ask: Ask) -> tuple[Option, ...]:
    """Give the events worth an action: a card more, a look at the leader's hand, Indians."""
    view = ask.view
    targets = sorted(
        range(ask.players), key=lambda seat: (view.hands[seat] < 2, -view.scores[seat])
    )
    loaded = sum(_rivals(view, ask.seat))
    indians = (Indians(),) if loaded >= WORTH_INDIANS else ()
    return (Assistant(), *map(Substitution, targets), *indians)


def _give(ask: Ask) -> Option:
    """Give back as few collected cards as possible."""
    keep = _collected(ask.view)
    gives = (option for option in ask.options if isinstance(option, Give))
    return min(gives, key=lambda give: kept(give.cards, keep))


def _race(ask: Ask) -> Option:
    """Load if the larger group is worth more than the time that its cards take."""
    view = ask.view
    cards = tuple(card for card in view.hand if card in _collected(view))
    values = [_race_value(view, ask.seat, cards[:more]) for more in range(len(cards) + 1)]
    return HandDown() if values[0] == max(values) else Load(cards[0])


def _race_value(view: HeistView, seat: int, more: Cards) -> float:
    """Give what the race brings if these cards more are loaded: a part of the loot."""
    assert view.race
    loaded, rivals = view.race.loaded, _rivals(view, seat)
    racing = set(range(len(loaded))) - {seat, view.race.starter}
    late = last(loaded[seat] + len(more), tuple(loaded[other] for other in racing))
    mine = group(view.revolver + more, wilds=True)
    return win(mine, rivals[0], 1 - late) if len(rivals) == 1 else (1 - late) * share(mine, rivals)


def _nerve(ask: Ask) -> Option:
    """Anticipate if the first hand, should the duel be on, outweighs the false slap, if not."""
    mine, (rival,) = group(ask.view.revolver, wilds=True), _rivals(ask.view, ask.seat)
    first, second = win(mine, rival, first=1), win(mine, rival, first=0)
    gain, loss = (first - second) / 2, 0.5 - second
    return Anticipate() if DUEL_ON * gain > (1 - DUEL_ON) * loss else React()


def _cancel(ask: Ask) -> Option:
    """Cancel a card of the seat whose loss leaves mine the best rank."""
    sharing = ask.view.sharing
    assert sharing
    cancels = (option for option in ask.options if isinstance(option, Cancel))
    return min(cancels, key=lambda cancel: rank_after(sharing, cancel.seat, ask.seat))


_CHOOSE: dict[str, Callable[[Ask], Option]] = {
    "load": _window,
    "turn": _turn,
    "give": _give,
    "nerve": _nerve,
    "race": _race,
    "cancel": _cancel,
}
