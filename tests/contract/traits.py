"""What the suite must be told of each game, since no interface of the engine says it.

A new game adds one entry to `TRAITS`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from arena.engine.ask import Event, Option
from arena.engine.rules import Rules
from arena.games.sky5 import words as sky5
from arena.games.sky5.rules import Sky5
from arena.games.sky_heist import events as heist
from arena.games.sky_heist.cards import LOADABLE, SHERIFF, in_order, without
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.rules import SkyHeist
from arena.games.sky_heist.words import Give, Load
from tests.contract import toy

Luck = dict[tuple[int, int], int]
"""By seat and number (of the roll, of the round): what chance gave."""


@dataclass(frozen=True)
class Traits:
    """What to look for in a game.

    `hide(rules, seat, chance)` gives a copy with what the seat may not know reshuffled. The choice
    among several `hidden_acts` is nobody else's business. `reveals` are
    the events that show to all what no later view holds. At `race_kinds` a fault is more than the
    default.
    """

    hide: Callable[[Rules, int | None, Random], Rules]
    luck: Callable[[Iterable[Event]], Luck]
    fault: type[Event]
    hidden_acts: tuple[type[Option], ...] = ()
    reveals: tuple[type[Event], ...] = ()
    race_kinds: tuple[str, ...] = ()


def rolls(event_type: type[toy.Rolled] | type[sky5.Rolled]) -> Callable[[Iterable[Event]], Luck]:
    """Give the function that reads the rolls of each seat from a log."""

    def luck(log: Iterable[Event]) -> Luck:
        found: Luck = {}
        for event in log:
            if isinstance(event, event_type):
                number = sum(seat == event.seat for seat, _ in found)
                found[event.seat, number] = event.number
        return found

    return luck


def hide_bluff(rules: Rules, seat: int | None, chance: Random) -> Rules:
    """Deal deck and other hands anew, but for the cards the seat has seen there."""
    assert isinstance(rules, toy.Bluff)
    position = rules.clone().position
    others = [other for other in range(len(position.hands)) if other != seat]
    known = [() if seat is None else cards for cards in position.known[seat or 0]]
    unknown = Counter(position.deck)
    for other in others:
        unknown += Counter(position.hands[other]) - Counter(known[other])
    pool = list(unknown.elements())
    chance.shuffle(pool)
    for other in others:
        count = len(position.hands[other]) - len(known[other])
        position.hands[other] = tuple(sorted((*known[other], *pool[:count])))
        del pool[:count]
    position.deck = tuple(pool)
    return opened(toy.Bluff(position))


def hide_sky5(rules: Rules, _seat: int | None, chance: Random) -> Rules:
    """Shuffle the deck and the cards out of the game together."""
    assert isinstance(rules, Sky5)
    position = rules.position.clone()
    pool = [*position.deck, *position.removed]
    chance.shuffle(pool)
    size = len(position.deck)
    position.deck[:], position.removed = pool[:size], tuple(pool[size:])
    return opened(Sky5(position))


def opened(rules: Rules) -> Rules:
    """Open the asks of a position that waits for answers."""
    rules.step([])
    return rules


def latencies(log: Iterable[Event]) -> Luck:
    """Give the latency of each seat that raced, by round."""
    found: Luck = {}
    number = 0
    for event in log:
        if isinstance(event, heist.RoundStart):
            number = event.round
        elif isinstance(event, heist.Hands):
            raced = (hand for hand in event.hands if hand.how not in ("starter", "never"))
            found.update({(hand.seat, number): hand.latency_us for hand in raced})
    return found


def hide_heist(rules: Rules, seat: int | None, chance: Random) -> Rules:
    """Reshuffle the deck, the bonus and what others hold, but for revolvers that lie open.

    Where that would force a move, so that the position would no longer wait, try again.
    """
    assert isinstance(rules, SkyHeist)
    for _ in range(20):
        twin = SkyHeist(rules.position.clone())
        reshuffle_heist(twin.position, seat, chance)
        if not twin.step([]) and twin.position.phases == rules.position.phases:
            return twin
    return rules.clone()


def reshuffle_heist(position: Position, seat: int | None, chance: Random) -> None:
    """Redistribute the cards that the seat has not seen; revolvers get what can be loaded.

    Cards that a Substitution has just taken stay where they are: some of them go back.
    """
    others = [other for other in range(position.players) if other != seat]
    closed = [
        other for other in others if position.sharing is None or position.sharing.excluded == other
    ]
    kept: list[tuple[str, ...]] = [()] * position.players
    if position.swaps and position.swaps[-1].given is None:
        kept[position.active] = position.swaps[-1].taken
    pool = [card for card in position.deck if card != SHERIFF] + [*position.bonus]
    for other in others:
        pool += without(position.hands[other], kept[other])
    for other in closed:
        pool += position.revolvers[other]
    chance.shuffle(pool)
    pool.sort(key=LOADABLE.__contains__)

    def take(count: int) -> tuple[str, ...]:
        return in_order(pool.pop() for _ in range(count))

    for other in closed:
        position.revolvers[other] = take(len(position.revolvers[other]))
    chance.shuffle(pool)
    for other in others:
        count = len(position.hands[other]) - len(kept[other])
        position.hands[other] = in_order((*kept[other], *take(count)))
    position.bonus = take(len(position.bonus))
    position.deck = [card if card == SHERIFF else pool.pop() for card in position.deck]


TRAITS = {
    toy.BLUFF.name: Traits(hide_bluff, rolls(toy.Rolled), toy.Faulted),
    "sky-5": Traits(hide_sky5, rolls(sky5.Rolled), sky5.Faulted),
    "sky-heist": Traits(
        hide_heist,
        latencies,
        heist.Fault,
        hidden_acts=(Load, Give),
        reveals=(heist.Hands, heist.RoundEnd, heist.SheriffTurned),
        race_kinds=("race",),
    ),
}
