"""A turn (SH-06 to SH-09): the window of the others, then the active player's action."""

from collections.abc import Sequence
from functools import lru_cache

from arena.engine.ask import Ask, Event, Option
from arena.games.sky_heist.cards import ASSISTANT, INDIANS, SUBSTITUTION, Cards
from arena.games.sky_heist.discarding import discard, discards
from arena.games.sky_heist.duel import duel
from arena.games.sky_heist.event_cards import assistant, indians, substitution
from arena.games.sky_heist.events import Passed, Turn
from arena.games.sky_heist.loading import load, loads
from arena.games.sky_heist.position import Phase, Position
from arena.games.sky_heist.race import shoot
from arena.games.sky_heist.words import (
    Answer,
    Assistant,
    Discard,
    Duel,
    Indians,
    Load,
    Shoot,
    Substitution,
)

SHERIFFS_TO_SHOOT = 2
"""From so many sheriffs on a shooting or a duel may be started (SH-31, SH-53)."""
_SHOOT, _DUEL = Shoot(), Duel()


def begin_turn(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Begin the active player's turn with the window of the others (SH-07)."""
    active = position.active
    position.window = tuple(seat for seat in position.windows if seat != active)
    position.phases[-1:] = [Phase.REFILL, Phase.ACTION, Phase.LOAD]
    news.append(Turn(active, position.turn))
    return ()


def ask_action(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Ask the active player for his action or a load; carry out what is forced (SH-08, SH-09)."""
    seat = position.active
    hand = position.hands[seat]
    if not hand:
        _act_empty_handed(position, news)
        return ()
    options = turn_options(hand, _targets(position, hand), _start(position))
    if len(options) > 1:
        return (Ask(seat, "turn", options),)
    _act(position, options[0], news)
    return ()


def take_action(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Carry out the action, or the load after which the active player is asked again."""
    option = answers[0].option
    if isinstance(option, Load):
        load(position, position.active, option.card, news)
    else:
        _act(position, option, news)


def _act_empty_handed(position: Position, news: list[Event]) -> None:
    """Without a card there is the forced shooting, the sheriff's arrival, or a pass."""
    start = _start(position)
    if start is not None:
        _act(position, start, news)
    elif any(position.hands):
        position.phases.pop()
        news.append(Passed(position.active))
    else:
        position.phases[:] = [Phase.ARRIVAL]


def _start(position: Position) -> Option | None:
    """Give how a shooting may be started now, if it may."""
    if position.sheriffs < SHERIFFS_TO_SHOOT:
        return None
    return _DUEL if position.players == 2 else _SHOOT


def _targets(position: Position, hand: Cards) -> tuple[int, ...]:
    """Give whom a Substitution of this hand may be played on, clockwise (SH-19)."""
    if SUBSTITUTION not in hand:
        return ()
    return tuple(s for s in position.clockwise(position.active)[1:] if position.hands[s])


@lru_cache(maxsize=1 << 14)
def turn_options(hand: Cards, targets: tuple[int, ...], start: Option | None) -> tuple[Option, ...]:
    """Give all that may be done with this hand (SH-08, SH-11 to SH-13, SH-18 to SH-20, SH-23)."""
    return (
        *discards(hand),
        *map(Substitution, targets),
        *((Assistant(),) if ASSISTANT in hand else ()),
        *((Indians(),) if INDIANS in hand else ()),
        *((start,) if start else ()),
        *loads(hand),
    )


def _act(position: Position, option: Option, news: list[Event]) -> None:
    """Carry out the one action of this turn; the refill comes next (SH-06)."""
    position.phases.pop()
    match option:
        case Discard(cards=cards):
            discard(position, cards, news)
        case Substitution(on=seat):
            substitution(position, seat, news)
        case Assistant():
            assistant(position, news)
        case Indians():
            indians(position, news)
        case Duel():
            duel(position, news)
        case _:
            shoot(position, news)
