"""The event cards (SH-15 to SH-22): Substitution, Assistant, Indians."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from arena.engine.ask import Ask, Event, Option
from arena.games.sky_heist.cards import (
    ASSISTANT,
    INDIANS,
    ORDER,
    SUBSTITUTION,
    Cards,
    in_order,
    without,
)
from arena.games.sky_heist.events import Gave, Lost, Played, Put, Took
from arena.games.sky_heist.position import Phase, Position
from arena.games.sky_heist.refill import draw_to_hand
from arena.games.sky_heist.words import Answer, Give, InPlay, Swap

TAKEN = 2
"""Substitution takes so many cards, where there are as many (SH-18)."""


def _play(position: Position, card: str, on: int | None, news: list[Event]) -> None:
    """Take the event card from the hand of the active seat; it is not yet loot."""
    seat = position.active
    position.hands[seat] = without(position.hands[seat], (card,))
    position.in_play = InPlay(card, seat, on)
    news.append(Played(seat, card, on))


def _put_onto_loot(position: Position, card: str, news: list[Event]) -> None:
    """End an effect: the card goes onto the loot (SH-15)."""
    position.in_play = None
    position.loot += (card,)
    news.append(Put(position.active, card, "loot"))


def assistant(position: Position, news: list[Event]) -> None:
    """Put Assistant in front of its player, whose limit rises by one (SH-16, SH-17)."""
    _play(position, ASSISTANT, None, news)
    position.in_play = None
    position.assistants[position.active] += 1
    news.append(Put(position.active, ASSISTANT, "front"))


def substitution(position: Position, on: int, news: list[Event]) -> None:
    """Take up to two random cards of the chosen hand; as many must be given (SH-18, SH-19)."""
    _play(position, SUBSTITUTION, on, news)
    seat, hand = position.active, position.hands[on]
    picked = position.luck.taken(position.substitutions, hand, min(TAKEN, len(hand)))
    position.substitutions += 1
    taken = in_order(picked)
    position.hands[on] = without(hand, taken)
    position.hands[seat] = in_order(position.hands[seat] + taken)
    position.swaps += (Swap(seat, on, taken, None),)
    news.append(Took(seat, on, len(taken), taken))
    position.phases.append(Phase.GIVE)


@lru_cache(maxsize=1 << 12)
def give_options(hand: Cards, taken: Cards) -> tuple[Option, ...]:
    """Give what may be given: the taken cards, then every other set in canonical order."""
    sets = set(combinations(hand, len(taken))) - {taken}
    ordered = sorted(sets, key=lambda cards: [ORDER[card] for card in cards])
    return (Give(taken), *map(Give, ordered))


def begin_giving(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Ask the Substitution player what he gives, unless he has no choice (SH-18)."""
    seat = position.active
    options = give_options(position.hands[seat], position.swaps[-1].taken)
    if len(options) > 1:
        return (Ask(seat, "give", options),)
    _give(position, position.swaps[-1].taken, news)
    return ()


def take_giving(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Carry out what the Substitution player gives."""
    option = answers[0].option
    assert isinstance(option, Give)
    _give(position, option.cards, news)


def _give(position: Position, cards: Cards, news: list[Event]) -> None:
    swap = position.swaps[-1]
    position.hands[swap.by] = without(position.hands[swap.by], cards)
    position.hands[swap.on] = in_order(position.hands[swap.on] + cards)
    position.swaps = (*position.swaps[:-1], Swap(swap.by, swap.on, swap.taken, cards))
    news.append(Gave(swap.by, swap.on, len(cards), cards))
    position.phases.pop()
    _put_onto_loot(position, SUBSTITUTION, news)


def indians(position: Position, news: list[Event]) -> None:
    """Let each opponent in turn put a random card of his revolver under the deck and draw one.

    The fourth sheriff stops it at once; Indians still becomes loot (SH-20 to SH-22).
    """
    _play(position, INDIANS, None, news)
    played = position.indians
    position.indians += 1
    for victim in position.clockwise(position.active)[1:]:
        if position.revolvers[victim] and not _raid(position, played, victim, news):
            break
    _put_onto_loot(position, INDIANS, news)


def _raid(position: Position, played: int, victim: int, news: list[Event]) -> bool:
    """Let one opponent suffer Indians; give whether the fourth sheriff stayed away."""
    card = position.luck.lost(played, victim, position.revolvers[victim])
    position.revolvers[victim] = without(position.revolvers[victim], (card,))
    position.deck.append(card)
    position.lost[victim] += (card,)
    news.append(Lost(victim, card))
    return draw_to_hand(position, victim, news)
