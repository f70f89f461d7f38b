"""F4: a process is killed exactly between two steps, one test for each pair of them."""

import time

import pytest

from arena.cli.stack import JANITOR, WORKER
from arena.store.sets import LEASE_MS as DEFAULT_LEASE_MS
from tests.faults.check import Outcome, check
from tests.faults.crashing import CRASHING, POINTS, crash, has_crashed
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import LEASE_MS, Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

THREE = (by_view,) * 3


@pytest.mark.parametrize("point", POINTS)
async def test_a_worker_that_crashes_loses_nothing(point: str, fault_report: Report) -> None:
    """Wherever that is: others find what it left, and go on from there."""
    outcome, worst_s = await crash_worker(point, LEASE_MS)
    fault_report("F4", f"kill -9 {point}", 1, outcome, worst_s)


@pytest.mark.skipif(not full(0, 1), reason="takes a minute: a part of make faults")
async def test_a_crash_is_overcome_with_the_leases_of_the_product(fault_report: Report) -> None:
    """The recovery that operators see."""
    outcome, worst_s = await crash_worker("after claim", DEFAULT_LEASE_MS)
    fault_report("F4", "kill -9 after claim, lease of 30 s", 1, outcome, worst_s)


async def crash_worker(point: str, lease_ms: int) -> tuple[Outcome, float]:
    """Have a worker or its work horse crash, and others go on: see `overcome`.

    The janitor comes when it has happened, else it could be quicker to move the contest on.
    """
    scene = Scene(matches=12, workers=0, janitors=0, bots=THREE, lease_ms=lease_ms)
    async with scene, Recovery(scene) as recovery:
        scene.start("worker", CRASHING, environ=crash(WORKER, point, scene.directory))
        await crashed(scene)
        scene.start("janitor")
        return await overcome(scene, recovery)


async def test_a_janitor_that_crashes_loses_nothing(fault_report: Report) -> None:
    """It had marked sets as enqueued, and did not come to put them into the queue."""
    scene = Scene(matches=12, workers=0, janitors=0, bots=THREE)
    async with scene, Recovery(scene) as recovery:
        jobs = await scene.app.store.client.run(list[bytes], "KEYS", "rq:*")
        await scene.app.store.client.run(int, "DEL", *jobs)
        scene.start("worker")
        scene.start("janitor", CRASHING, environ=crash(JANITOR, "after take_idle", scene.directory))
        await crashed(scene)
        outcome, worst_s = await overcome(scene, recovery)
        fault_report("F4", "kill -9 of the janitor after take_idle", 1, outcome, worst_s)


async def crashed(scene: Scene) -> None:
    """Wait until a process has crashed."""

    async def there() -> bool:
        return has_crashed(scene.directory)

    await until(there, "nobody crashed", more=scene.logs)


async def overcome(scene: Scene, recovery: Recovery) -> tuple[Outcome, float]:
    """Wait for the end after a crash; give what came of it, and seconds of the recovery.

    It lasts until another set was played, if one was left, and all that were open in the round have
    gone on.
    """
    crashed_s = time.monotonic()
    await recovery.mark(queued=True)
    done = await scene.app.store.results.count(scene.tournament)
    await scene.played(min(done + 1, scene.sets))
    another_s = time.monotonic() - crashed_s
    await scene.finished()
    return await check(scene), max(another_s, await recovery.worst_s())
