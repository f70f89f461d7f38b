"""F1 to F3: workers and work horses are killed, or halted until others have taken over."""

import asyncio
import signal
import time
from collections.abc import Callable

import pytest

from arena.service.playing.share import MOST_IN_PLAY
from bots.kit import Ask
from tests.faults.check import check
from tests.faults.posts import Post, gone, signal_to
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

MATCHES = full(60, 1_000)
WORKERS = 4
KILLS = full(4, 100)
HALTS = full(3, 50)
LEASE_MS = 1_000
"""In F3. A halt lasts for two."""
PAUSE_S = full(0.02, 0.05)
"""What bots take for an answer in F3, so that the contest outlasts the halts."""
REFUSALS = ("appends_fenced", "commits_fenced", "commits_again")


@pytest.mark.skipif(not full(0, 1), reason="the times of small contests are not compared")
async def test_nobody_is_killed(fault_report: Report) -> None:
    """The control: the time that F1 and F2 are to be compared with, up to three times of it."""
    async with Scene(matches=MATCHES, workers=WORKERS) as scene:
        begun_s = time.monotonic()
        await scene.finished()
        lasted_s = time.monotonic() - begun_s
        how = f"nobody kills {WORKERS} workers: {lasted_s:.0f} s"
        fault_report("none", how, 0, await check(scene))


async def test_killed_workers_lose_nothing(fault_report: Report) -> None:
    """F1. Their work horses die with them, and others take over what these played."""
    scene = await killing("F1", "kill -9 of a worker", lambda post: [post.pid], fault_report)

    codes = [code for worker in scene.posted("worker") for code in worker.codes]
    assert codes == [-signal.SIGKILL] * KILLS


async def test_killed_work_horses_lose_nothing(fault_report: Report) -> None:
    """F2. Their workers live on, and take the next job."""
    scene = await killing("F2", "kill -9 of a work horse", Post.horses, fault_report)

    assert [worker.codes for worker in scene.posted("worker")] == [[]] * WORKERS


async def killing(
    fault: str, how: str, chosen: Callable[[Post], list[int]], report: Report
) -> Scene:
    """Kill what is chosen of a busy worker, again and again in one contest; give its scene.

    A kill costs at most as many extra runs as a work horse has sets in play at once.
    """
    scene = Scene(matches=MATCHES, workers=WORKERS)
    async with scene, Recovery(scene) as recovery:
        begun_s = time.monotonic()
        async for _ in scene.spread(KILLS):
            async with scene.busy_worker() as worker:
                killed = chosen(worker)
                for pid in killed:
                    signal_to(pid, signal.SIGKILL)
                await recovery.mark()
            await gone(killed)
        await scene.finished()
        lasted_s = time.monotonic() - begun_s

        outcome = await check(scene)
        assert 0 < outcome.extra_runs <= KILLS * MOST_IN_PLAY
        how = f"{how}: {lasted_s:.0f} s"
        report(fault, how, KILLS, outcome, await recovery.worst_s())
    return scene


async def test_what_is_written_after_a_halt_is_refused(fault_report: Report) -> None:
    """F3. A halted work horse, every other time with its worker, knows not that it is late."""
    scene = Scene(matches=full(60, 1_000), workers=WORKERS, bots=(slow,) * 6, lease_ms=LEASE_MS)
    async with scene, Recovery(scene) as recovery:
        async for number in scene.spread(HALTS):
            async with scene.busy_worker() as worker:
                halted = [*worker.horses(), worker.pid][: 1 + number % 2]
                for pid in halted:
                    signal_to(pid, signal.SIGSTOP)
                await recovery.mark()
            await asyncio.sleep(2 * LEASE_MS / 1_000)
            for pid in halted:
                signal_to(pid, signal.SIGCONT)
        await scene.finished()

        outcome = await check(scene)
        assert outcome.extra_runs > 0

        async def all_refused() -> bool:
            counters = await scene.counters()
            return sum(counters[name] for name in REFUSALS) >= outcome.extra_runs

        await until(all_refused, f"{outcome.extra_runs} sets were lost, not all that came late")
        worst_s = await recovery.worst_s()
        fault_report("F3", "SIGSTOP for two leases", HALTS, outcome, worst_s)


async def slow(ask: Ask) -> int:
    """Answer by the view, after a while."""
    await asyncio.sleep(PAUSE_S)
    return by_view(ask)
