"""Shooting, the sheriff's arrival, and the race of hands (SH-31 to SH-35, SH-64)."""

from collections.abc import Sequence

from arena.engine.ask import Ask, Event
from arena.games.sky_heist.cards import SHERIFFS
from arena.games.sky_heist.events import Arrival, Down, Fault, Hand, Hands, RaceStart, Shooting
from arena.games.sky_heist.loading import load, loads, race_options
from arena.games.sky_heist.position import Phase, Position, Race
from arena.games.sky_heist.sharing import reveal
from arena.games.sky_heist.words import Answer, Load

LOAD_US = 80_000
"""What a card loaded during a race costs (SH-26)."""
_CLASSES = ("starter", "anticipated", "raced", "fault")
"""How a hand comes down; the earlier classes lie lower whatever the times (SH-64)."""


def shoot(position: Position, news: list[Event]) -> None:
    """Start a shooting: the active seat's hand is the lowest (SH-31, SH-32)."""
    seat = position.active
    news.append(Shooting(seat, forced=not position.hands[seat]))
    start_race(position, seat, {seat}, news)


def arrive(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """The sheriff arrives and all hands race (SH-09, SH-29, SH-33, SH-58)."""
    fourth = position.sheriffs == len(SHERIFFS)
    news.append(Arrival("fourth_sheriff" if fourth else "empty_hands"))
    start_race(position, None, set(), news)
    return ()


def start_race(position: Position, starter: int | None, down: set[int], news: list[Event]) -> None:
    """Let all hands but those already down race; the sharing follows, and ends the round."""
    position.race = Race(starter, [0] * position.players, down)
    position.phases[:] = [Phase.SHARING, Phase.MISSED, Phase.RACE]
    news.append(RaceStart(starter))


def run_race(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Ask every seat whose hand is not down and may load; when none is left, order the hands."""
    race = position.race
    assert race is not None
    asks = tuple(
        Ask(seat, "race", race_options(position.hands[seat]))
        for seat in range(position.players)
        if seat not in race.down and loads(position.hands[seat])
    )
    if not asks:
        _finish(position, race, news)
    return asks


def take_race(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Apply the loads of a beat together; a fault puts the hand down after all others (A56)."""
    race = position.race
    assert race is not None
    for seat, option, fault in answers:
        if isinstance(option, Load):
            load(position, seat, option.card, news)
            race.loaded[seat] += 1
            continue
        race.down.add(seat)
        news.append(Down(seat, fault))
        if fault:
            race.faults.add(seat)


def _finish(position: Position, race: Race, news: list[Event]) -> None:
    """Announce faults and the order of hands; the last of 3 to 5 is excluded (SH-34)."""
    hands = order_of_hands(position, race)
    order = tuple(hand.seat for hand in hands)
    excluded = order[-1] if position.players > 2 else None
    news += [Fault(seat, Phase.RACE.value) for seat in sorted(race.faults)]
    news.append(Hands(hands, excluded))
    position.race = None
    position.phases.pop()
    reveal(position, order, race.starter, order[0], news)


def order_of_hands(position: Position, race: Race) -> tuple[Hand, ...]:
    """Order all hands: by class, by time, then clockwise from the active seat (SH-64)."""
    hands = [_hand(position, race, seat) for seat in position.clockwise(position.active)]
    return tuple(sorted(hands, key=lambda hand: (_CLASSES.index(hand.how), hand.time_us)))


def _hand(position: Position, race: Race, seat: int) -> Hand:
    if seat == race.starter:
        return Hand(seat, "starter", 0, 0, 0)
    anticipated = position.challenge.anticipated if position.challenge else None
    how = "anticipated" if anticipated and seat in anticipated else "raced"
    latency, loaded = position.luck.latency_us(position.round - 1, seat), race.loaded[seat]
    if seat in race.faults:
        how = "fault"
    return Hand(seat, how, latency, loaded, latency + LOAD_US * loaded)
