"""What the matches of a bot tell of how it plays Sky 5: what it risks, and what that brings it.

What may live here: a count of choices and of what came of them. The table is followed by its events
alone. The risk of an attempt is that of its one roll: how many of the six numbers lie in front.
"""

from collections.abc import Iterable, Iterator

from arena.engine.ask import FAULT, Event
from arena.engine.beat import Beat, Decided
from arena.engine.habits import Habit, Habits, Note
from arena.games.sky5 import words
from arena.games.sky5.cards import NUMBER, points

_RISKS = tuple(
    Habit("Tries to bank, by the risk of the roll", f"{faces} in 6" if faces else "no risk")
    for faces in range(7)
)
_BOUNDS = (2, 5, 8, 11)
"""The most points of each class but the last."""
_POINTS = tuple(
    Habit("Tries to bank, by the points in front", name)
    for name in ("0 to 2", "3 to 5", "6 to 8", "9 to 11", "12 or more")
)
_SCORED = Habit("What comes of it", "Points of an attempt that succeeds", "mean")
_ROLLED = Habit("What comes of it", "Attempts that bust")
_DRAWN = Habit("What comes of it", "Draws that bust")
_FIVES = Habit("What comes of it", "Sky Fives in a match", "mean")
_GIVEN = Habit("With others", "Cards given away in a match", "mean")
_GOT = Habit("With others", "Cards got as gifts in a match", "mean")
_TAKEN = Habit("With others", "Takes a card of a bust, when it may")


def _notes(beats: Iterable[Beat], seat: int) -> Iterator[Note]:
    front = list[str]()
    before: Event | None = None
    for beat in beats:
        for decided in beat.decided:
            if decided.ask.seat == seat and decided.decision != FAULT:
                yield from _chosen(decided, front)
        for event in beat.events:
            yield from _happened(event, before, seat)
            _follow(front, event, seat)
            before = event


def _chosen(decided: Decided, front: list[str]) -> Iterator[Note]:
    """Tell what a choice shows, with these cards in front."""
    option = decided.ask.options[decided.decision]
    if decided.ask.kind == "take":
        yield Note(_TAKEN, int(isinstance(option, words.Take)))
    elif decided.ask.kind == "turn":
        banks = int(isinstance(option, words.Bank))
        yield Note(_RISKS[len({NUMBER[card] for card in front} - {0})], banks)
        yield Note(_POINTS[sum(points(front) > most for most in _BOUNDS)], banks)


def _follow(front: list[str], event: Event, seat: int) -> None:
    """Let the cards in front of a seat become what an event makes them."""
    match event:
        case words.Drawn(card=card) if event.seat == seat:
            front.append(card)
        case words.Given(card=card, to=to) if to == seat:
            front.append(card)
        case words.Given() if event.seat == seat:
            front.pop()
        case words.Taken(card=card) if event.seat == seat:
            front.append(card)
        case words.Taken(card=card, buster=buster) if buster == seat:
            front.remove(card)
        case words.Banked() | words.SkyFive() | words.Discarded() if event.seat == seat:
            front.clear()


def _happened(event: Event, before: Event | None, seat: int) -> Iterator[Note]:
    """Tell what an event shows, which came after another."""
    match event:
        case words.Rolled() if event.seat == seat:
            yield Note(_ROLLED, 0)
        case words.Drawn() if event.seat == seat:
            yield Note(_DRAWN, 0)
        case words.Busted() if event.seat == seat:
            yield Note(_ROLLED if isinstance(before, words.Rolled) else _DRAWN, 1, 0)
        case words.Banked(points=scored) if event.seat == seat:
            yield Note(_SCORED, scored)
        case words.SkyFive() if event.seat == seat:
            yield Note(_FIVES, 1, 0)
        case words.Given(to=to) if seat in (event.seat, to):
            yield Note(_GOT if to == seat else _GIVEN, 1, 0)
        case words.Ended():
            for habit in (_FIVES, _GIVEN, _GOT):
                yield Note(habit, 0)


HABITS = Habits(
    every=(*_RISKS, *_POINTS, _SCORED, _ROLLED, _DRAWN, _FIVES, _GIVEN, _GOT, _TAKEN),
    notes=_notes,
)
