"""The harness itself: a contest that nobody disturbs passes, and each harm is found."""

from tests.faults.check import check
from tests.faults.conftest import full
from tests.faults.report import Report
from tests.faults.scene import Scene


async def test_an_undisturbed_contest_loses_nothing_and_runs_nothing_twice(
    fault_report: Report,
) -> None:
    """The control: what the other rows are to be compared with."""
    async with Scene(matches=full(60, 1_000)) as scene:
        await scene.finished()
        outcome = await check(scene)

    assert outcome.extra_runs == 0
    assert outcome.asked_again == 0
    fault_report("none", "nobody disturbs it", 0, outcome, None)
