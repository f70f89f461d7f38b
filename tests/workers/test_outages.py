"""Workers whose store goes away."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.mortal import Server
from tests.service.contest import DUEL, start_contest
from tests.waiting import until, until_finished
from tests.workers.conftest import FOR_EVER_MS, Start
from tests.workers.seen import check


@pytest.fixture
def store_url(mortal: Server) -> str:
    """The address of a store that may be killed."""
    return mortal.url


async def test_workers_outlast_an_outage_idle_or_busy(
    app: App, ada: Identity, loopback: Loopback, start: Start, mortal: Server
) -> None:
    """Longer than their clients try; the batch in play goes on, and nobody waits for its lease."""
    decided, busy = 0, asyncio.Event()

    async def steady(ask: Ask) -> int:
        nonlocal decided
        decided += 1
        if decided == 40:
            busy.set()
        await asyncio.sleep(0.005)
        return by_view(ask)

    async def registered() -> bool:
        return await app.store.queue.workers() == len(workers)

    workers = [start("workers.worker", FOR_EVER_MS) for _ in range(2)]
    await until(registered, "the workers have not started")
    config: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=60_000)
    view = await start_contest(app, ada, loopback, config, [steady] * 2)
    await busy.wait()
    mortal.kill()
    await asyncio.sleep(4)
    before = decided
    mortal.start()

    await check(app, await until_finished(app, view.id), 2)
    assert decided > before
    assert [worker.poll() for worker in workers] == [None, None]


async def test_an_idle_worker_stops_during_an_outage(
    app: App, start: Start, mortal: Server
) -> None:
    """That it cannot tell the store does not keep it."""
    worker = start("workers.worker")
    clients = b""
    while b"cmd=blmove" not in clients:
        await asyncio.sleep(0.05)
        clients = await app.store.client.run(bytes, "CLIENT", "LIST")
    mortal.kill()
    worker.terminate()

    assert await asyncio.to_thread(worker.wait, 60) == 0
    mortal.start()
