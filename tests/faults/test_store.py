"""F5, F7, F10: the store is killed, is emptied, and is full."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from redis import Redis

from arena.app import BAD_INPUT
from arena.cli.processes import free_ports
from arena.store import keys
from arena.store.fitness import parse_info
from tests.cli.command import ARENA
from tests.faults.acts import is_refused, processes_are_refused, status
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import LEASE_MS, Scene
from tests.sizes import full
from tests.waiting import until

MATCHES = full(60, 1_000)
_ROOM = 8 * 1024
"""Bytes that a full store has left at first."""
_TWO_LEASES_S = 2 * LEASE_MS / 1_000


@pytest.mark.parametrize(
    ("away_s", "how"),
    [(0.0, "killed, there again at once"), (_TWO_LEASES_S, "away for two leases")],
)
async def test_a_killed_store_comes_back_with_all_it_had_acknowledged(
    fault_report: Report, away_s: float, how: str
) -> None:
    """F5. What was written has left the process, so that its end alone loses nothing."""
    times = full(2, 10)
    async with Scene(matches=MATCHES, bots=(slow,) * 6) as scene, Recovery(scene) as recovery:
        async for _ in scene.spread(times):
            await recovery.mark()
            scene.server.kill()
            await asyncio.sleep(away_s)
            scene.server.start()
        await scene.finished()

        outcome = await check(scene)
        fault_report("F5", how, times, outcome, await recovery.worst_s())


async def test_an_emptied_store_is_used_by_nobody(fault_report: Report) -> None:
    """F7. Whoever runs or is started says so, and nothing is begun on it; then all goes on."""
    async with Scene() as scene:
        _, where = await scene.api()
        await scene.played(scene.sets // 3)
        scene.server.kill()
        with emptied(scene.server.data):
            await start_is_refused(scene.server.data)
            scene.server.start()
            await processes_are_refused(scene, "is empty or not the one it was")
            assert await status(f"{where}/health/ready") == 503
            assert written(scene) == []
            scene.server.kill()
        scene.server.start()
        await scene.finished()

        outcome = await check(scene)
        fault_report("F7", "restarted empty, then restored", 1, outcome, None)


async def test_a_full_store_refuses_and_goes_on_when_it_has_room(fault_report: Report) -> None:
    """F10. No step is done in part, who asks the API is told when to come back."""
    times = full(1, 10)
    async with Scene(matches=MATCHES, bots=(slow,) * 6) as scene, Recovery(scene) as recovery:
        _, where = await scene.api()
        async for _ in scene.spread(times):
            async with hardly_any_memory(scene):
                await until(lambda: is_refused(where, scene.token), "it is not full")
                await recovery.mark()
                await limit_memory(scene, 1)
                done = await scene.app.store.results.count(scene.tournament)
                await asyncio.sleep(_TWO_LEASES_S)
                rebuilt = await scene.app.audit.rebuild(scene.tournament)
                assert rebuilt.differences == []
                assert rebuilt.sets == done
        await scene.finished()

        outcome = await check(scene)
        fault_report("F10", "maxmemory reached", times, outcome, await recovery.worst_s())


@contextmanager
def emptied(data: Path) -> Iterator[None]:
    """Take what the store has kept away; bring it back when left."""
    kept, away = data / "appendonlydir", data / "away"
    kept.rename(away)
    yield
    for file in kept.iterdir():
        file.unlink()
    kept.rmdir()
    away.rename(kept)


async def start_is_refused(data: Path) -> None:
    """No server is left running on it, and what to do is said."""
    command = [str(ARENA), "up", "--data", str(data), "--port", str(free_ports(1)[0])]
    done = await asyncio.to_thread(lambda: subprocess.run(command, capture_output=True))
    assert done.returncode == BAD_INPUT, done.stderr
    assert b"is empty" in done.stderr


def written(scene: Scene) -> list[bytes]:
    """Give the keys of ours that there are."""
    with Redis(unix_socket_path=str(scene.server.path)) as redis:
        return [bytes(name) for name in redis.scan_iter(f"{keys.PREFIX}*")]


@asynccontextmanager
async def hardly_any_memory(scene: Scene) -> AsyncIterator[None]:
    """Leave the store room for a few writes more."""
    info = parse_info(await scene.app.store.client.run(bytes, "INFO", "memory"))
    await limit_memory(scene, int(info["used_memory"]) + _ROOM)
    yield
    await limit_memory(scene, 0)


async def limit_memory(scene: Scene, most: int) -> None:
    """Let the store have so many bytes at most; 0 is no limit."""
    await scene.app.store.client.run(bytes, "CONFIG", "SET", "maxmemory", most)
