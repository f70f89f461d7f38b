"""What the matches of a bot tell of how it plays Sky Heist: how it arms, starts, races and shares.

What may live here: a count of choices and of what came of them.
"""

from collections.abc import Iterable, Iterator

from arena.engine.ask import FAULT, Event
from arena.engine.beat import Beat, Decided
from arena.engine.habits import Habit, Habits, Note
from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import Anticipate, Duel, HandDown, Load, Shoot

_LOADED = Habit("Loading", "Cards loaded in a round", "mean")
_IN_RACE = Habit("Loading", "Cards loaded in a race", "mean")
_SHOOTS = Habit("Starting", "Starts a shooting, when it may")
_DUELS = Habit("Starting", "Challenges to a duel, when it may")
_ANTICIPATES = Habit("Races", "Anticipates in a duel")
_FALSE = Habit("Races", "False slaps, of duels that are cancelled")
_DOWN = Habit("Races", "Puts its hand down rather than load")
_FIRST = Habit("Races", "First of the hands that race")
_LAST = Habit("Races", "Last of all hands")
_MISSED = Habit("Sharing", "Missed used in a round", "mean")
_SHARE = Habit("Sharing", "Its share of the loot")


def _notes(beats: Iterable[Beat], seat: int) -> Iterator[Note]:
    racing = False
    for beat in beats:
        for decided in beat.decided:
            if decided.ask.seat == seat and decided.decision != FAULT:
                yield from _chosen(decided)
        for event in beat.events:
            yield from _happened(event, seat)
            if racing and isinstance(event, told.Hands):
                yield from _raced(event, seat)
            racing = isinstance(event, told.RaceStart) or (
                racing and not isinstance(event, told.Hands)
            )


def _chosen(decided: Decided) -> Iterator[Note]:
    """Tell what a choice shows. A load at one's turn is no answer yet: one is asked again."""
    option = decided.ask.options[decided.decision]
    match decided.ask.kind:
        case "turn" if not isinstance(option, Load):
            for start, habit in ((Shoot, _SHOOTS), (Duel, _DUELS)):
                if any(isinstance(each, start) for each in decided.ask.options):
                    yield Note(habit, int(isinstance(option, start)))
        case "race":
            yield Note(_DOWN, int(isinstance(option, HandDown)))
        case "nerve":
            yield Note(_ANTICIPATES, int(isinstance(option, Anticipate)))


def _happened(event: Event, seat: int) -> Iterator[Note]:
    """Tell what an event shows, but for races."""
    match event:
        case told.RoundStart():
            yield Note(_LOADED, 0)
            yield Note(_MISSED, 0)
        case told.Loaded() if event.seat == seat:
            yield Note(_LOADED, 1, 0)
        case told.Missed() if event.seat == seat:
            yield Note(_MISSED, 1, 0)
        case told.Revealed(on=False):
            yield Note(_FALSE, 0)
        case told.FalseSlap() if event.seat == seat:
            yield Note(_FALSE, 1, 0)
        case told.RoundEnd(loot=loot, shares=shares):
            yield Note(_SHARE, shares[seat], loot)


def _raced(event: told.Hands, seat: int) -> Iterator[Note]:
    """Tell what a race shows: whoever started it takes no part, and a fault is nobody's choice."""
    raced = [hand for hand in event.hands if hand.how != "starter"]
    for hand in raced:
        if hand.seat == seat and hand.how != "fault":
            yield Note(_IN_RACE, hand.loaded)
            yield Note(_FIRST, int(hand is raced[0]))
            yield Note(_LAST, int(hand is raced[-1]))


HABITS = Habits(
    every=(
        _LOADED, _IN_RACE, _SHOOTS, _DUELS, _ANTICIPATES, _FALSE, _DOWN, _FIRST, _LAST, _MISSED,
        _SHARE,
    ),
    notes=_notes,
)  # fmt: skip
