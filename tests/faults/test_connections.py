"""F8, F9, F11, F13: ways to the store that break, lose answers, are slow, or lead one way."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis

from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.posts import Post
from tests.faults.proxy import Proxy, Toxics
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

FOUR = (by_view,) * 4
KILL_S = 0.010
MOST_KILLS = full(500, 100_000)
"""Then it has been enough: on a busy machine nothing would come through between two of them."""

FUNCTIONS = ("claim", "append", "release", "take_idle", "commit", "open_round", "finish")
"""All that a worker or a janitor calls."""
EACH = [(name,) for name in FUNCTIONS]
COMMITTED = b"*3\r\n$2\r\nOK\r\n"
"""How the answer to a commit begins that was carried out."""

SLOW = Toxics(latency_ms=200, reset=0.05, bytes_per_s=1_024)


async def test_a_store_that_breaks_every_connection_all_the_time_loses_nothing(
    fault_report: Report,
) -> None:
    """The services of this process, workers, janitor and RQ, all are hit, and try again."""
    async with Scene(matches=full(12, 1_000), bots=FOUR) as scene:
        async with _killing(scene.server.url) as killed:
            await scene.finished()
        outcome = await check(scene)

    assert killed["connections"] > 0
    fault_report("F8", "connections killed, every 10 ms", killed["connections"], outcome, None)


@asynccontextmanager
async def _killing(url: str) -> AsyncIterator[Counter[str]]:
    """Break all connections to a store but the own one, again and again; count them."""
    killed, over = Counter[str](), asyncio.Event()

    async def kill() -> None:
        async with Redis.from_url(url) as client:
            while not over.is_set() and killed["connections"] < MOST_KILLS:
                broken = await client.client_kill_filter(_type="normal", skipme=True)
                killed["connections"] += broken
                await asyncio.sleep(KILL_S)

    async with asyncio.TaskGroup() as group:
        group.create_task(kill())
        try:
            yield killed
        finally:
            over.set()


@pytest.mark.parametrize("functions", [FUNCTIONS, *EACH[: full(0, len(EACH))]], ids=" ".join)
async def test_a_call_whose_answer_is_lost_is_done_once(
    functions: Sequence[str], fault_report: Report
) -> None:
    """The client sends it again. A commit that was done already says so, and is counted; one that
    was refused, as the log had grown meanwhile, is refused again. A claim is given again.
    """
    scene = Scene(matches=full(24, 100), bots=FOUR, workers=0, janitors=0, lease_ms=3_000)
    async with scene:
        proxy = await scene.proxy()
        proxy.toxics = Toxics(drop=frozenset(functions) - {"commit"})  # a stop may cut off the next
        workers = [scene.start("worker", url=proxy.url) for _ in range(2)]
        scene.start("janitor", url=proxy.url)
        await _stop_each(proxy, workers)
        await scene.played(full(1, scene.sets // 2))
        proxy.toxics = Toxics(drop=frozenset(functions) - {"append"})  # of those it were enough
        await scene.finished()
        await until(lambda: _all_sent_again(scene, proxy), "a lost answer was not asked for again")
        outcome = await check(scene)

    assert set(proxy.dropped) == set(functions)
    assert outcome.extra_runs == proxy.called["release"] - proxy.dropped["release"]
    how = f"answer lost: {'any' if functions is FUNCTIONS else functions[0]}"
    fault_report("F9", how, proxy.dropped.total(), outcome, None)


async def _all_sent_again(scene: Scene, proxy: Proxy) -> bool:
    """Whether as many commits were counted as sent again as answers to commits were lost."""
    lost = [answer for name, answer in proxy.lost if name == "commit"]
    counters = await scene.counters()
    return counters["commits_again"] == sum(answer.startswith(COMMITTED) for answer in lost)


async def _stop_each(proxy: Proxy, workers: Sequence[Post]) -> None:
    """Stop each worker once while it plays, so that it gives sets back, and await its end."""

    async def ended() -> bool:
        return bool(worker.codes)

    for worker in workers:
        await _plays(worker, proxy)
        worker.send(signal.SIGTERM)
        await until(ended, "it did not stop", more=worker.log)


async def _plays(worker: Post, proxy: Proxy) -> None:
    """Return when a worker has a work horse and beats are kept that come through the proxy."""
    before = proxy.called["append"]

    async def playing() -> bool:
        return proxy.called["append"] > before and bool(worker.horses())

    await until(playing, "no beat was kept", more=worker.log)


async def test_a_worker_with_a_slow_and_breaking_line_loses_nothing(fault_report: Report) -> None:
    """Beside one whose line is good. What was begun slowly goes on wherever it is."""
    breaks = full(1, 10)
    async with Scene(matches=full(24, 200), bots=FOUR, workers=0) as scene:
        proxy, _ = await _behind_proxy(scene)
        proxy.toxics = SLOW
        scene.start("worker")
        await until(lambda: _broken(proxy, breaks), "too few breaks", full(60, 300))
        proxy.heal()
        await scene.finished()
        outcome = await check(scene)

    how = "200 ms each way, 1 KiB/s to the store, 5 % breaks"
    fault_report("F11", how, proxy.resets, outcome, None)


async def _broken(proxy: Proxy, breaks: int) -> bool:
    return proxy.resets >= breaks


async def test_a_slow_line_alone_costs_no_lease(fault_report: Report) -> None:
    """With a third of the default lease: the renewals come in time."""
    async with Scene(matches=full(24, 200), bots=FOUR, workers=0, lease_ms=10_000) as scene:
        proxy, _ = await _behind_proxy(scene)
        proxy.toxics = Toxics(latency_ms=200)
        scene.start("worker")
        await asyncio.sleep(full(6, 100))
        proxy.heal()
        await scene.finished()
        outcome, counters = await check(scene), await scene.counters()

    assert counters["appends_fenced"] == counters["commits_fenced"] == outcome.extra_runs == 0
    fault_report("F11", "200 ms each way", 1, outcome, None)


async def test_a_worker_that_hears_nothing_does_nothing_twice(fault_report: Report) -> None:
    """What it sends arrives and no answer comes back, until others have taken its sets over. What
    it then sends again was done already, or is fenced.
    """
    times = full(1, 20)
    bots = (slow,) * 4
    async with Scene(matches=full(36, 1_000), bots=bots, workers=0, lease_ms=1_000) as scene:
        proxy, worker = await _behind_proxy(scene)
        async with Recovery(scene) as recovery:
            async for number in scene.spread(times):
                await _plays(worker, proxy)
                taken_over = _until_taken_over(scene, await _lost(scene))
                async with scene.gate.closed(scene.logs):
                    proxy.toxics = Toxics(hold_answers=True)
                await asyncio.sleep(0.2)  # what is on its way arrives
                await recovery.mark()
                if number == 1:
                    scene.start("worker")
                await taken_over
                worst_s = await recovery.worst_s()
                async with scene.gate.closed(scene.logs):  # so that no set ends before it hears
                    await _hear(proxy)
            await scene.finished()
        outcome, counters = await check(scene), await scene.counters()

    assert counters["appends_fenced"] + counters["commits_fenced"] + counters["commits_again"] > 0
    fault_report("F13", "requests pass, answers never come", times, outcome, worst_s)


async def _lost(scene: Scene) -> int:
    """Give how many leases have run out so far."""
    return (await scene.counters())["leases_lost"]


async def _until_taken_over(scene: Scene, before: int) -> None:
    """Return when more leases have run out than before, whose sets others have then."""

    async def taken() -> bool:
        return await _lost(scene) > before

    await until(taken, "nobody takes over", more=scene.logs)


async def _hear(proxy: Proxy) -> None:
    """Have those answered who wait; return when they have sent again what they had sent."""
    before = proxy.called.total()

    async def sent() -> bool:
        return proxy.called.total() > before

    proxy.reset()
    proxy.heal()
    await until(sent, "nothing was sent again")


async def _behind_proxy(scene: Scene) -> tuple[Proxy, Post]:
    """Start a worker with a way of its own to the store; give both when it plays, alone as yet.

    Another that was there before could have played all by then.
    """
    proxy = await scene.proxy()
    worker = scene.start("worker", url=proxy.url)
    await _plays(worker, proxy)
    return proxy, worker
