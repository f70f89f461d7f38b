"""Going through all that can happen, the shortest ways first."""

import time
from collections.abc import Sequence

import msgspec

from tests.faults.explorer.invariants import Violation
from tests.faults.explorer.model import Model
from tests.faults.explorer.state import Said, State


class Explored(msgspec.Struct, frozen=True, kw_only=True):
    """How much there was: states, moves between them, states in which nothing is left to be done.

    `faults` are the moves that are one, `extra_runs` the most sets of a round that were given again
    on one way.
    """

    states: int
    moves: int
    faults: int
    settled: int
    extra_runs: int
    seconds: float


def explore(model: Model) -> Explored:
    """Go through every state that can be reached.

    Raises Violation, with the shortest way there, where something happens that must not, and where
    a state is reached from which the tournament cannot be settled any more.
    """
    begun = time.monotonic()
    search = _Search(model)
    search.run()
    settled = [model.settled(state) for state in search.states]
    stuck = _first_stuck(settled, search.nexts)
    if stuck is not None:
        raise Violation(search.way(stuck, "from here on nothing settles the tournament"))
    return Explored(
        states=len(search.states),
        moves=search.moves,
        faults=search.faults,
        settled=sum(settled),
        extra_runs=max(state.extra_runs for state in search.states),
        seconds=time.monotonic() - begun,
    )


class _Search:
    """The states found so far by number, how each was first reached, and which follow it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.states = [model.start]
        self.nexts: list[tuple[int, ...]] = []
        self.moves = 0
        self.faults = 0
        self._numbers = {model.start: 0}
        self._ways: list[tuple[int, Said]] = [(0, ())]

    def run(self) -> None:
        """Go on until no state is new."""
        for number, state in enumerate(self.states):  # which grows meanwhile
            try:
                self.nexts.append(self._visit(number, state))
            except Violation as violation:
                raise Violation(self.way(number, str(violation))) from violation

    def way(self, number: int, what: str) -> str:
        """Give the moves that lead to a state, one a line, and what is wrong there."""
        lines = [what]
        while number:
            number, said = self._ways[number]
            lines.append(" ".join(map(str, said)))
        return "\n".join(reversed(lines))

    def _visit(self, number: int, state: State) -> tuple[int, ...]:
        """Make every move in a state; give the states that follow."""
        found = set[int]()
        for said, after in self._model.moves(state):
            self.moves += 1
            self.faults += after.faults < state.faults
            place = self._numbers.setdefault(after, len(self.states))
            if place == len(self.states):
                self.states.append(after)
                self._ways.append((number, said))
            found.add(place)
        return tuple(found)


def _first_stuck(settled: Sequence[bool], nexts: Sequence[Sequence[int]]) -> int | None:
    """Give the first state from which no settled one can be reached."""
    hopeful, grown = list(settled), True
    while grown:
        grown = False
        for number in range(len(nexts) - 1, -1, -1):  # most moves lead to a later state
            if not hopeful[number] and any(hopeful[after] for after in nexts[number]):
                hopeful[number] = grown = True
    return None if all(hopeful) else hopeful.index(False)
