"""Whole tournaments played by worker processes, undisturbed and not."""

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.processes import horses_of
from tests.service.contest import DUEL, start_contest, watched, with_limit
from tests.waiting import until_finished
from tests.workers.conftest import Start
from tests.workers.seen import check


async def test_two_workers_play_a_tournament_within_the_bots_limits(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """No bot has more matches at once than it takes, over both workers; they stop when told."""
    most = Counter[int]()
    processes = [start("workers.worker"), start("workers.worker"), start("workers.janitor")]
    bots = [watched(number, most, 0.001) for number in range(4)]
    view = await start_contest(app, ada, loopback, DUEL, bots, with_limit(1))
    await check(app, await until_finished(app, view.id), len(bots))

    assert set(most.values()) == {1}
    for process in processes:
        process.send_signal(signal.SIGTERM)
    assert [await asyncio.to_thread(process.wait, 60) for process in processes] == [0, 0, 0]


@pytest.mark.skipif(sys.platform != "linux", reason="finds the work horse in /proc")
async def test_killed_workers_and_horses_lose_nothing(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """One worker and one work horse are killed with sets in play: each set still ends once."""
    decided = 0
    first, second = asyncio.Event(), asyncio.Event()

    async def steady(ask: Ask) -> int:
        nonlocal decided
        decided += 1
        if decided == 40:
            first.set()
        if decided == 120:
            second.set()
        await asyncio.sleep(0.002)
        return by_view(ask)

    workers = [start("workers.worker"), start("workers.worker")]
    start("workers.janitor")
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, [steady] * 5)
    await first.wait()
    workers[0].kill()
    await second.wait()
    horses = horses_of(workers[1].pid)
    for horse in horses:
        os.kill(horse, signal.SIGKILL)
    assert horses

    await check(app, await until_finished(app, view.id), 5)
    assert workers[1].poll() is None


async def test_a_janitor_makes_lost_jobs_again(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """All that RQ knows is deleted: the tournament's own records bring it back."""
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config)
    names = await app.store.client.run(list[bytes], "KEYS", "rq:*")
    assert await app.store.client.run(int, "DEL", *names) > 1
    start("workers.worker")
    start("workers.janitor")

    await check(app, await until_finished(app, view.id), 3)


@pytest.mark.parametrize("module", ["workers.worker", "workers.janitor"])
async def test_a_worker_without_a_store_says_so(module: str, tmp_path: Path) -> None:
    """Exit code 3, and where it looked."""
    code, said = await run(module, {"ARENA_DATA": str(tmp_path), "ARENA_REDIS_URL": ""})
    assert code == 3
    assert str(tmp_path) in said


async def test_a_worker_with_a_bad_setting_says_so(tmp_path: Path) -> None:
    """Exit code 2, and which."""
    code, said = await run(
        "workers.worker", {"ARENA_DATA": str(tmp_path), "ARENA_LEASE_MS": "soon"}
    )
    assert code == 2
    assert "ARENA_LEASE_MS: expected" in said


async def run(module: str, environ: Mapping[str, str]) -> tuple[int, str]:
    """Run a module to its end; give its exit code and what it said on stderr."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", module],
        env={**os.environ, **environ},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode()
