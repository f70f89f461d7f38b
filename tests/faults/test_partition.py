"""F12: a worker that is cut off from the store, or from the bots, and from nothing else.

Where no network namespace can be made, these are skipped and the table of faults says why.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterator
from signal import SIGCONT, SIGSTOP

import pytest

from arena.cli.processes import free_ports
from arena.tournament.log import decode_result
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.island import Island, NoIslandError, make_island
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.match.outside import outside
from tests.sizes import full
from tests.waiting import until

_LEASE_MS = 1_000
"""So short that the cut off worker's client has not given up (in 5 s) when its sets are others'."""
_LONG_S = 60
_MOST_OPEN = 4 * 8
"""Asks that are open at once at most: those of all bots, each at as many tables as it plays at."""
_MOST = 10_000


@pytest.fixture
def island() -> Iterator[Island]:
    """A network of its own."""
    try:
        with make_island() as made:
            yield made
    except NoIslandError as error:
        pytest.skip(f"no network namespace: {error}")


@pytest.fixture
def port() -> int:
    """Where the store listens beside its socket."""
    return free_ports(1)[0]


def _scene(island: Island, port: int) -> Scene:
    """Give a scene, not begun, that an island can reach; its first worker is not on it."""
    listens = ("--bind", island.store.host, "--port", str(port), "--protected-mode", "no")
    return Scene(
        matches=full(36, 1_000),
        workers=1,
        bots=(slow,) * 4,
        lease_ms=_LEASE_MS,
        options=listens,
        host=island.bots.host,
        begin=False,
    )


async def _settle(scene: Scene, island: Island, port: int, **environ: str) -> None:
    """Start a second worker, on the island; return when both are there."""
    url = f"redis://{island.store.host}:{port}"
    scene.start("worker", url=url, environ=environ, prefix=island.prefix)
    await until(lambda: _manned(scene), "two workers did not come", more=scene.logs)


async def test_a_worker_cut_off_from_the_store_is_fenced_and_no_bot_is_blamed(
    island: Island, port: int, fault_report: Report
) -> None:
    """It still reaches the bots. Others take its sets over, and what it sent when it was cut off
    arrives late; at full size it is cut off once more for long, with others at work.
    """
    scene = _scene(island, port)
    async with scene, Recovery(scene) as recovery:
        await _settle(scene, island, port)
        ashore = scene.posted("worker")[0]
        ashore.send(SIGSTOP)  # so that all that is played is played on the island
        await scene.begin()
        await scene.played(scene.sets // 4)
        async with scene.gate.closed(scene.logs):
            island.store.cut()
            await recovery.mark()
        taken_over = _until_taken_over(scene, (await scene.counters())["leases_lost"])
        ashore.send(SIGCONT)
        await taken_over
        async with scene.gate.closed(scene.logs):  # so that no set ends before what is late comes
            island.store.mend()
            await until(lambda: _fenced(scene), "nothing came late", more=scene.logs)
        worst_s = await recovery.worst_s()
        for _ in range(full(0, 1)):
            island.store.cut()
            await asyncio.sleep(_LONG_S)
            island.store.mend()
        await scene.finished()
        outcome = await check(scene)
        assert not await _faults(scene)
    fault_report("F12", "a worker cut off from the store", full(1, 2), outcome, worst_s)


async def test_a_worker_cut_off_from_the_bots_waits_and_blames_nobody(
    island: Island, port: int, fault_report: Report
) -> None:
    """Its canary, in the same network as the bots, falls silent too. The sets that it has stay its
    own, and what was asked is asked again when the way is mended. Others are at work meanwhile, and
    halted before, so that it is the one that is asking when the way is cut.
    """
    cuts = full(1, 5)
    async with _scene(island, port) as scene, outside(island.bots.host) as line:
        await _settle(scene, island, port, ARENA_CANARY_URL=line.url)
        ashore = scene.posted("worker")[0]
        ashore.send(SIGSTOP)
        await scene.begin()
        async for _ in scene.spread(cuts):
            async with scene.gate.closed(scene.logs):
                noticed = _until_told(scene, "canary_unwell")
                island.bots.cut()
                await noticed
                ashore.send(SIGCONT)
                await asyncio.sleep(2 * _LEASE_MS / 1_000)
                ashore.send(SIGSTOP)
                mended = _until_told(scene, "canary_well")
                island.bots.mend()
                await mended
        ashore.send(SIGCONT)
        await scene.finished()
        outcome = await check(scene, put_again=_MOST_OPEN * _told(scene, "canary_unwell"))
        assert not await _faults(scene)
    fault_report("F12", "a worker cut off from the bots", cuts, outcome, None)


def _told(scene: Scene, event: str) -> int:
    """Give how often the logs tell of an event."""
    logs = (log.read_text(errors="replace") for log in scene.directory.glob("worker-*.log"))
    return sum(log.count(f'"{event}"') for log in logs)


def _until_told(scene: Scene, event: str) -> Awaitable[None]:
    """Wait until the logs tell of an event once more than they do now."""
    before = _told(scene, event)

    async def told() -> bool:
        return _told(scene, event) > before

    return until(told, f"no {event}", more=scene.logs)


def _until_taken_over(scene: Scene, before: int) -> Awaitable[None]:
    """Wait until more sets than before have been taken over, whose leases had run out.

    That some are claimed says nothing: they may be such as nobody held.
    """

    async def taken() -> bool:
        return (await scene.counters())["leases_lost"] > before

    return until(taken, "nobody takes over", more=scene.logs)


async def _fenced(scene: Scene) -> bool:
    counters = await scene.counters()
    return counters["appends_fenced"] + counters["commits_fenced"] > 0


async def _manned(scene: Scene) -> bool:
    return await scene.app.store.queue.workers() == 2


async def _faults(scene: Scene) -> Counter[str]:
    """Give the kinds of the faults in the log."""
    logged = await scene.app.store.results.read(scene.tournament, None, _MOST)
    return Counter(
        kind
        for each in logged
        for match in decode_result(each.result).matches
        for _, kind in match.faults
    )
