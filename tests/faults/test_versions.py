"""F21: workers and janitors of two releases on one store."""

import msgspec

from arena.cli.stack import JANITOR, WORKER
from arena.store import keys
from arena.store.client import LIBRARY, VERSION, Epoch
from tests.faults.acts import processes_are_refused
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.newer import NEWER, newer
from tests.faults.posts import Post
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.sizes import full
from tests.waiting import until


async def test_two_releases_play_one_contest(fault_report: Report) -> None:
    """F21. What a newer janitor puts into the queue waits for a newer worker; then all share."""
    scene = Scene(matches=full(60, 1_000), workers=0, janitors=0, bots=(slow,) * 6)
    async with scene:
        await forget_jobs(scene)
        scene.start("janitor", NEWER, environ=newer(JANITOR))
        await jobs_wait(scene)
        await put_back(scene, scene.start("worker"))
        assert (await scene.counters())["sets_claimed"] == 0
        scene.start("worker", NEWER, environ=newer(WORKER))
        scene.start("janitor")
        await scene.finished()

        outcome = await check(scene)
        assert await libraries(scene) == {LIBRARY, f"arena_v{VERSION + 1}"}
        assert [post.codes for post in scene.posts] == [[]] * len(scene.posts)
        fault_report("F21", "workers and janitors of two releases", 2, outcome)


async def test_a_store_of_a_newer_release_is_refused_by_older_processes(
    fault_report: Report,
) -> None:
    """F21. The release that founds stores anew means something else by what is stored."""
    async with Scene(matches=12, bots=(slow,) * 4) as scene:
        await scene.finished()
        outcome = await check(scene)
        await found_by_newer(scene)
        await processes_are_refused(scene, "is of a newer release: update this one")
        fault_report("F21", "a store of a newer release, refused", 1, outcome)


async def forget_jobs(scene: Scene) -> None:
    """Lose the jobs of this release that wait since the contest was started."""
    names = await scene.app.store.client.run(list[bytes], "KEYS", "rq:*")
    await scene.app.store.client.run(int, "DEL", *names)


async def jobs_wait(scene: Scene) -> None:
    """Return when there are jobs again."""

    async def waiting() -> bool:
        return await scene.app.store.queue.waiting() > 0

    await until(waiting, "no job was made anew", more=scene.logs)


async def put_back(scene: Scene, worker: Post) -> None:
    """Return when a worker has put back what is too new for it."""

    async def said() -> bool:
        return f"play_sets of version {VERSION + 1}" in worker.log()

    await until(said, "no newer job was put back", more=scene.logs)


async def libraries(scene: Scene) -> set[str]:
    """Give the names of the function libraries that the store has."""
    listed = await scene.app.store.client.run(list[list[object]], "FUNCTION", "LIST")
    return {msgspec.convert(library[1], bytes).decode() for library in listed}


async def found_by_newer(scene: Scene) -> None:
    """Have the store be one that a newer release has founded."""
    epoch = await scene.app.store.client.get(keys.EPOCH, Epoch)
    assert epoch is not None
    newer_epoch = msgspec.msgpack.encode(Epoch(epoch.id, VERSION + 1))
    await scene.app.store.client.run(bytes, "SET", keys.EPOCH, newer_epoch)
