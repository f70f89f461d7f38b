"""F16: the clocks of hosts and of the store are wrong, or jump."""

import signal
from pathlib import Path

import pytest

from tests.faults.acts import status
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.posts import marked
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Role, Scene
from tests.sizes import full
from tests.waiting import until

_HOUR_S = 3_600
_SHIFTED = Path(__file__).parent / "shifted"
_FAKETIME = "*/faketime/libfaketimeMT.so.1"


async def test_wrong_clocks_of_hosts_end_no_lease(fault_report: Report) -> None:
    """F16. Workers, janitors and APIs an hour ahead and behind: all go by the store's clock."""
    async with Scene(matches=full(60, 1_000), workers=0, janitors=0) as scene:
        roles: tuple[Role, ...] = ("worker", "janitor")
        for seconds in (_HOUR_S, -_HOUR_S):
            for role in roles:
                scene.start(role, prefix=shifted(seconds))
            _, where = await scene.api(prefix=shifted(seconds))
            assert await status(f"{where}/v1/tournaments/{scene.tournament}") == 200
        await scene.finished()

        outcome = await check(scene)
        assert outcome.extra_runs == 0
        assert [post.codes for post in scene.posts] == [[]] * len(scene.posts)
        fault_report("F16", "hosts an hour ahead and behind", 6, outcome, None)


@pytest.mark.parametrize(
    ("jump_s", "how"),
    [(_HOUR_S, "the store jumps an hour ahead"), (-_HOUR_S, "the store jumps an hour back")],
)
async def test_a_jump_of_the_stores_clock_takes_and_holds_nothing(
    jump_s: int, how: str, fault_report: Report
) -> None:
    """F16. Ahead, all leases end at once, which the fences bear; back, none lasts that longer."""
    times = full(2, 10)
    scene = Scene(matches=full(60, 1_000), bots=(slow,) * 6)
    clock = StoreClock(scene)
    async with scene, Recovery(scene) as recovery:
        async for number in scene.spread(times):
            await lose_all_workers(scene)
            await recovery.mark()
            clock.jump(number * jump_s)
        await scene.finished()

        outcome = await check(scene)
        fault_report("F16", how, times, outcome, await recovery.worst_s())


async def lose_all_workers(scene: Scene) -> None:
    """Kill the workers while they play; return when nothing of them writes any more."""
    async with scene.busy_worker():
        lost = [horse for worker in scene.posted("worker") for horse in worker.horses()]
        for worker in scene.posted("worker"):
            worker.send(signal.SIGKILL)

    async def gone() -> bool:
        return not set(lost) & set(marked(scene.directory))

    await until(gone, "a work horse outlives its worker")


class StoreClock:
    """The clock of a store that is not yet started, to be set while it runs."""

    def __init__(self, scene: Scene) -> None:
        """Skip the test where there is no library that makes a clock wrong."""
        found = sorted(Path("/usr/lib").glob(_FAKETIME))
        if not found:
            pytest.skip("libfaketime is not here: install the package faketime")
        self._file = scene.directory / "clock"
        self.jump(0)
        scene.server.environ |= {
            "LD_PRELOAD": str(found[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def jump(self, ahead_s: int) -> None:
        """Set it so far ahead of ours."""
        self._file.write_text(f"{ahead_s:+}")


def shifted(seconds: int) -> tuple[str, ...]:
    """Give the beginning of a command whose wall clock is so far ahead."""
    return ("env", f"PYTHONPATH={_SHIFTED}", f"SHIFT_S={seconds}")
