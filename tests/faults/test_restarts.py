"""F20: workers are told to stop, as in a deployment, and started again."""

import asyncio
import signal
import time
from collections.abc import Iterable

import pytest

from arena.cli.stack import WORKER
from arena.service.playing.share import MOST_IN_PLAY
from tests.faults.check import check
from tests.faults.crashing import CRASHING, crash, has_crashed
from tests.faults.posts import Post, signal_to
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

RESTARTS = full(4, 20)
DRAIN_S = 10.0
"""A worker that was told to stop is gone in less, and others have gone on with its sets."""
THREE = (by_view,) * 3


async def test_workers_that_are_restarted_one_by_one_lose_nothing(fault_report: Report) -> None:
    """F20. Each gives back what it played; every other time its work horse is told as well."""
    scene = Scene(matches=full(60, 1_000), workers=full(2, 4))
    async with scene, Recovery(scene) as recovery:
        drain_s = 0.0
        async for number in scene.spread(RESTARTS):
            async with scene.busy_worker() as worker:
                life = len(worker.codes)
                terminate([worker.pid, *worker.horses()][: 1 + number % 2])
                told_s = time.monotonic()
                await recovery.mark()
            assert await code_of(scene, worker, life) == 0
            drain_s = max(drain_s, time.monotonic() - told_s)
        await scene.finished()

        outcome = await check(scene)
        assert outcome.extra_runs <= RESTARTS * MOST_IN_PLAY
        fault_report("F20", "SIGTERM, until the worker is gone", RESTARTS, outcome, drain_s)
        gone_on_s = await recovery.worst_s(DRAIN_S)
        fault_report("F20", "SIGTERM, until its sets go on", RESTARTS, outcome, gone_on_s)


async def test_a_second_signal_ends_a_worker_that_waits_for_a_bot(fault_report: Report) -> None:
    """F20. Its work horse is killed, and what was played waits for the lease."""
    scene = Scene(matches=12, workers=1, bots=THREE)
    async with scene, Recovery(scene) as recovery:
        async with scene.busy_worker() as worker:
            (horse,) = worker.horses()
            terminate([worker.pid])
            await asyncio.sleep(1.2)
            assert worker.horses() == [horse]
            terminate([worker.pid])
            await recovery.mark()
            assert await code_of(scene, worker, 0) == 0
        await scene.finished()

        outcome = await check(scene)
        fault_report("F20", "SIGTERM twice", 1, outcome, await recovery.worst_s())


@pytest.mark.parametrize("point", ["after pop", "after prepare"])
async def test_a_worker_that_has_just_taken_a_job_does_not_lose_it(
    point: str, fault_report: Report
) -> None:
    """F20. The signal comes between two steps, and the job goes to another worker."""
    scene = Scene(matches=12, workers=0, bots=THREE)
    async with scene, Recovery(scene) as recovery:
        environ = crash(WORKER, point, scene.directory, signal.SIGTERM)
        worker = scene.start("worker", CRASHING, environ=environ)
        await until(lambda: signalled(scene), "nobody was told to stop", more=scene.logs)
        await recovery.mark(queued=True)
        assert await code_of(scene, worker, 0) == 0
        await scene.finished()

        outcome = await check(scene)
        fault_report("F20", f"SIGTERM {point}", 1, outcome, await recovery.worst_s(DRAIN_S))


def terminate(pids: Iterable[int]) -> None:
    """Tell processes to stop."""
    for pid in pids:
        signal_to(pid, signal.SIGTERM)


async def code_of(scene: Scene, worker: Post, life: int) -> int:
    """Give the exit code of a life (from 0) of a worker that was told to stop; fail if it is late.

    It may be over already, and the next one begun.
    """

    async def gone() -> bool:
        return len(worker.codes) > life

    await until(gone, f"{worker.name} is not gone", DRAIN_S, scene.logs)
    return worker.codes[life]


async def signalled(scene: Scene) -> bool:
    """Whether a worker has come to its point."""
    return has_crashed(scene.directory)
