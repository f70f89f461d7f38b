"""The explorer itself: it finds every mistake that there is a way to see."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.faults.explorer.calls import Reply
from tests.faults.explorer.invariants import Violation
from tests.faults.explorer.model import Model
from tests.faults.explorer.mutants import MUTANTS, ONE, Mutant
from tests.faults.explorer.search import explore
from tests.faults.explorer.stage import Stage
from tests.faults.explorer.state import Move, State, Worker
from tests.faults.explorer.wire import library


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.mistake)
def test_a_mistake_in_the_functions_is_found(stage_url: str, mutant: Mutant) -> None:
    """The exploration can fail: with each of these it does."""
    code = library()
    assert code.count(mutant.right) == 1, "the functions have changed: renew this mistake"

    stage = Stage(stage_url, mutant.shape, code.replace(mutant.right, mutant.wrong))
    with closing(stage), pytest.raises(Violation):
        explore(Model(stage, mutant.shape))


class Deaf(Model):
    """Its workers go on with a set although they are told that it is another's."""

    def told(self, worker: Worker, reply: Reply) -> Worker:
        """Take every entry for kept."""
        return super().told(worker, True if worker.next == "append" else reply)


class Idle(Model):
    """Nobody enqueues anything in it."""

    def enqueue(self, state: State) -> Iterator[Move]:  # noqa: ARG002 (in no state)
        """Give no move."""
        return iter(())


@pytest.mark.parametrize(
    ("model", "what"), [(Deaf, "I6: .* shows what came of"), (Idle, "nothing settles")]
)
def test_a_mistake_of_those_who_play_is_found(
    stage_url: str, model: type[Model], what: str
) -> None:
    """What is shown is held against what is kept; what is open must be able to end."""
    stage = Stage(stage_url, ONE, library())
    with closing(stage), pytest.raises(Violation, match=what):
        explore(model(stage, ONE))
