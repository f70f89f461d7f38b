"""What a worker runs, and what it refuses."""

import asyncio
import json
import zlib
from collections.abc import Collection
from pathlib import Path

import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.service.rounds import MOST_WAITING
from arena.store import keys
from arena.store.client import VERSION
from arena.store.queue import PLAY_EXHIBITION, PLAY_SETS
from arena.store.sets import MARK_MS
from tests.loopback import Loopback
from tests.service.contest import start_contest
from tests.waiting import until_finished
from tests.workers.conftest import Start
from tests.workers.foreign import ARGUMENTS, GOOD, QUEUE, job, malicious, put
from workers.calls import NewerCall, check_job


def test_our_own_job_is_taken() -> None:
    """With the empty fields that RQ writes into every job."""
    check_job(job(GOOD, success_callback_name="", timeout="900"))
    check_job(job([PLAY_EXHIBITION, None, [VERSION, "0" * 32], {}]))


def test_a_call_of_an_older_version_is_taken_while_its_shape_is_the_same() -> None:
    """A worker that is newer than what waits in the queue plays it."""
    check_job(job([PLAY_SETS, None, [1, *ARGUMENTS], {}]))


@pytest.mark.parametrize("arguments", [[VERSION + 1, *ARGUMENTS], [VERSION + 1], [VERSION + 1, {}]])
def test_a_call_of_a_newer_version_is_told_from_bad_ones(arguments: list[object]) -> None:
    """Whatever follows the version: what it means is not for us to know."""
    with pytest.raises(NewerCall, match=rf"play_sets of version {VERSION + 1}"):
        check_job(job([PLAY_SETS, None, arguments, {}]))


@pytest.mark.parametrize(
    "kind", [name for name in malicious(Path("x")) if not name.startswith("bad")]
)
def test_a_foreign_job_is_refused(kind: str) -> None:
    """By its function, arguments, packing, or a field that our queue never fills."""
    with pytest.raises((ValueError, zlib.error)):
        check_job(malicious(Path("x"))[kind])


async def test_a_worker_lives_on_after_jobs_it_refuses(
    app: App, ada: Identity, loopback: Loopback, start: Start, tmp_path: Path
) -> None:
    """None runs, all are counted and gone, and what is ours is played after them."""
    marker = tmp_path / "marker"
    jobs = malicious(marker)
    for name, fields in jobs.items():
        await put(app, name, fields)
    await app.store.client.run(bytes, "SET", "rq:job:no-hash", "x")
    for no_job in (b"\xff", b"a b", b"gone", b"", b"no-hash"):
        await app.store.client.run(int, "RPUSH", QUEUE, no_job)
    command = json.dumps({"command": "shutdown"})
    worker = start("workers.worker")
    start("workers.janitor")
    view = await start_contest(app, ada, loopback)
    names: list[bytes] = []
    while not names:
        await asyncio.sleep(0.05)
        names = await app.store.client.run(list[bytes], "SMEMBERS", "rq:workers")
    for worker_key in names:
        channel = f"rq:pubsub:{worker_key.decode().rpartition(':')[2]}"
        assert await app.store.client.run(int, "PUBLISH", channel, command) == 0
    await until_finished(app, view.id)

    assert worker.poll() is None
    assert await app.store.client.find(int, "LPOS", f"{QUEUE}:intermediate", "no-hash") is None
    assert not marker.exists()
    refused = await app.store.client.find(bytes, "HGET", keys.COUNTERS, "jobs_refused")
    assert refused == str(len(jobs)).encode()
    for name in jobs:
        assert await app.store.client.run(int, "EXISTS", f"rq:job:{name}") == 0


async def test_a_newer_job_is_left_to_newer_workers(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """It waits in the queue, whole, while what is ours is played."""
    newer = {name: job([PLAY_SETS, None, [VERSION + 1, name], {}]) for name in ("one", "two")}
    for name, fields in newer.items():
        await put(app, name, fields)
    start("workers.worker")
    start("workers.janitor")
    view = await start_contest(app, ada, loopback)
    await until_finished(app, view.id)
    assert await app.store.client.find(bytes, "HGET", keys.COUNTERS, "jobs_refused") is None
    for name in newer:
        assert await app.store.client.run(int, "HLEN", f"rq:job:{name}") == 4
    await until_waiting(app, newer)


async def test_newer_jobs_that_nobody_does_leave_room_for_ours(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """As after an update that was taken back; their time is taken as run out here."""
    newer = [f"newer-{number}" for number in range(2 * MOST_WAITING)]
    for name in newer:
        await put(app, name, job([PLAY_SETS, None, [VERSION + 1, name], {}]))
    start("workers.worker")
    start("workers.janitor")
    view = await start_contest(app, ada, loopback)
    assert await app.store.client.run(int, "LLEN", QUEUE) >= len(newer) - 1, "ours has no room"
    for name in newer:
        assert await time_left_ms(app, name) <= MARK_MS
        await app.store.client.run(int, "DEL", f"rq:job:{name}")
    await until_finished(app, view.id)


async def time_left_ms(app: App, name: str) -> int:
    """Give how long a job lasts, once that is bounded."""
    while True:
        left_ms = await app.store.client.run(int, "PTTL", f"rq:job:{name}")
        if left_ms >= 0:
            return left_ms
        await asyncio.sleep(0.05)


async def until_waiting(app: App, jobs: Collection[str]) -> None:
    """Return when these jobs are all that is in the queue, and none is between it and a worker."""
    wanted = sorted(name.encode() for name in jobs)
    while True:
        moved = await app.store.client.run(list[bytes], "LRANGE", f"{QUEUE}:intermediate", 0, -1)
        queued = await app.store.client.run(list[bytes], "LRANGE", QUEUE, 0, -1)
        if not moved and sorted(queued) == wanted:
            return
        await asyncio.sleep(0.05)
