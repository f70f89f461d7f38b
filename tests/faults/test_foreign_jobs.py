"""F23: jobs that would run any code, put into the queue while a contest is played."""

from pathlib import Path

from arena.store import keys
from tests.faults.acts import swept
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.sizes import full
from tests.waiting import until
from tests.workers.foreign import malicious, put

EMPTY = {b"origin": keys.QUEUE.encode(), b"status": b"queued"}
"""The hash of a job that says nothing: passed over as one that does not exist, and swept away."""


async def test_foreign_jobs_are_refused_while_ours_are_played(
    fault_report: Report, tmp_path: Path
) -> None:
    """F23. None runs, all are counted, no worker ends."""
    times = full(2, 20)
    jobs = malicious(tmp_path / "marker")
    async with Scene(matches=full(60, 1_000), bots=(slow,) * 6) as scene:
        async for number in scene.spread(times):
            for name, fields in jobs.items():
                await put(scene.app, f"{name}-{number}", fields)
            await put(scene.app, f"empty-{number}", EMPTY)
        await scene.finished()
        await swept(scene)

        outcome = await check(scene)
        await refused(scene, times * len(jobs))
        assert not (tmp_path / "marker").exists()
        assert [post.codes for post in scene.posts] == [[]] * len(scene.posts)
        fault_report("F23", f"foreign jobs of {len(jobs)} kinds", times * len(jobs), outcome)


async def refused(scene: Scene, jobs: int) -> None:
    """Return when so many jobs were refused; fail if there are more."""

    async def counted() -> bool:
        count = (await scene.counters())["jobs_refused"]
        assert count <= jobs
        return count == jobs

    await until(counted, "not all are refused", more=scene.logs)
