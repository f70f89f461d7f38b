"""What a scene led to, whole and as text: one line for a position, one for a sharing."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from _pytest.mark.structures import ParameterSet

from arena.engine.ask import Event
from arena.games.sky_heist import events as told
from arena.games.sky_heist.notation import SEATS, format, parse
from arena.games.sky_heist.position import Phase, Position
from tests.games.sky_heist.scene import Scene


@dataclass(frozen=True)
class Case:
    """A position, what is answered to its asks one after the other, and the whole outcome."""

    number: str
    rules: tuple[str, ...]
    text: str
    acts: tuple[str, ...]
    outcome: str


def parameters(cases: Iterable[Case]) -> list[ParameterSet]:
    """Give the cases as parameters that carry their numbers; own ones have none but a name."""
    return [
        pytest.param(
            case,
            id=case.number,
            marks=[
                pytest.mark.rule(*case.rules),
                *([pytest.mark.case(case.number)] if case.number.startswith("SH-") else []),
            ],
        )
        for case in cases
    ]


def changes(text: str, after: Position) -> str:
    """Give the clauses in which the position differs from the one written; not turn numbers."""
    before = _clauses(parse(text))
    return "; ".join(clause for name, clause in _clauses(after).items() if clause != before[name])


def _clauses(position: Position) -> dict[str, str]:
    """Give the clauses of the text form by name; it may be in the middle of anything."""
    twin = position.clone()
    twin.phases = [Phase.TURN]
    clauses = format(twin).split("; ")
    return {clause.split()[0]: clause for clause in clauses if clause.split()[0] not in _LEFT_OUT}


_LEFT_OUT = ("turn", "at")


def played(case: Case) -> Scene:
    """Give the scene after the acts of the case; races nobody writes of are run without loads."""
    scene = Scene(case.text)
    scene.do(*case.acts)
    scene.defaults("race")
    return scene


def seats(numbers: Iterable[int]) -> str:
    """Give the letters of these seats."""
    return "".join(SEATS[seat] for seat in numbers)


def sharing(scene: Scene) -> str:
    """Give a whole sharing in a line, as its events tell it.

    `hands ACBD, D excluded; bonus A; missed C>A7; A 3×6 takes 12, C 2×7 takes 6, B 0 takes 3;
    left 2; next D`: hands lowest first, participants by rank.
    """
    parts = []
    for event in scene.table.log:
        match event:
            case told.Hands(hands=hands, excluded=excluded):
                out = "" if excluded is None else f", {SEATS[excluded]} excluded"
                parts.append(f"hands {seats(hand.seat for hand in hands)}{out}")
            case told.FalseSlap(seat=seat):
                parts.append(f"false slap {SEATS[seat]}")
            case told.Bonus(seat=seat):
                parts.append(f"bonus {SEATS[seat]}")
    parts += _missed(scene.table.log)
    parts.append(", ".join(_share(e) for e in scene.table.log if isinstance(e, told.Shared)))
    (end,) = (event for event in scene.table.log if isinstance(event, told.RoundEnd))
    return "; ".join([*parts, f"left {end.left}", f"next {SEATS[end.next_first]}"])


def _missed(log: list[Event]) -> list[str]:
    missed = [
        f"{SEATS[e.seat]}>" + ("nothing" if e.on is None else f"{SEATS[e.on]}{e.card}")
        for e in log
        if isinstance(e, told.Missed)
    ]
    return [f"missed {' '.join(missed)}"] if missed else []


def _share(event: told.Shared) -> str:
    score = f"{event.size}×{event.value}" if event.size else "0"
    return f"{SEATS[event.seat]} {score} takes {event.cards}"
