"""F27: whatever the order of things, and wherever something fails, nothing is lost or doubled."""

from contextlib import closing

import pytest

from tests.faults.check import Outcome
from tests.faults.explorer.model import Model
from tests.faults.explorer.search import explore
from tests.faults.explorer.shape import Shape
from tests.faults.explorer.stage import Stage
from tests.faults.explorer.wire import library
from tests.faults.report import Report
from tests.sizes import full

ONE = ("ab",)
SHAPES = {
    "two sets": Shape(faults=full(1, 2)),
    "two sets, limit 1": Shape(limit=1, faults=full(1, 2)),
    "two sets, 2 beats": Shape(beats=2, faults=full(0, 1)),
    "one set, 2 beats": Shape(rounds=(ONE,), beats=2, faults=full(2, 3)),
    "two rounds": Shape(rounds=(ONE, ONE), faults=full(1, 2)),
    "lost holders": Shape(
        rounds=(ONE,), workers=full(1, 2), faults=7, kinds=("killed", "halted", "put back")
    ),
}
ANSWERS = {
    "two sets": {"claim BUSY", "claim GONE", "commit HEAD", "commit DUP", "release no"},
    "two sets, limit 1": {"claim FULL", "commit HEAD"},
    "two sets, 2 beats": {"append yes", "commit HEAD"},
    "one set, 2 beats": {"append no", "commit FENCED", "commit DUP"},
    "two rounds": {"claim GONE", "open_round no", "finish no"},
    "lost holders": {"retry yes"},
}
"""What must come up in each of these, or it has not been where it was to go."""


@pytest.mark.parametrize("what", SHAPES)
def test_no_order_of_things_loses_or_doubles_a_set(
    stage_url: str, what: str, fault_report: Report
) -> None:
    """All that can be reached holds to the invariants, and from all of it the end can be."""
    shape = SHAPES[what]
    with closing(Stage(stage_url, shape, library())) as stage:
        found = explore(Model(stage, shape))

    assert found.settled > 0
    assert stage.answers >= ANSWERS[what]
    size = f"{found.states:,} states, {found.moves:,} moves, {found.settled:,} ends"
    outcome = Outcome(
        sets=len(shape.sets),
        matches=len(shape.sets),
        extra_runs=found.extra_runs,
        asked_again=0,
    )
    how = f"{what}: {size}, {found.seconds:.0f} s"
    fault_report("F27", how, found.faults, outcome)
