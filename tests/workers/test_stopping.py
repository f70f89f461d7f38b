"""Workers that are told to stop: what they played goes on at once elsewhere."""

import asyncio
import os
import signal
import sys
from collections import Counter

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.service.playing.ending import GRACE_S
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask
from tests.forked import Forked
from tests.loopback import Loopback, by_view
from tests.processes import horses_of
from tests.service.contest import DUEL, start_contest
from tests.waiting import until_finished
from tests.workers.conftest import FOR_EVER_MS, Start
from tests.workers.seen import check

SLOW: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=60_000)
WORKER = "workers.worker"

linux = pytest.mark.skipif(sys.platform != "linux", reason="finds the work horse in /proc")


class Bots:
    """Bots that count their asks; the 40th is answered after `pause_s`, if put for the first time.

    `busy` is set from then on.
    """

    def __init__(self, pause_s: float) -> None:
        self.asked = Counter[str]()
        self.busy = asyncio.Event()
        self._pause_s = pause_s

    async def decide(self, ask: Ask) -> int:
        """Choose by the view."""
        self.asked[ask.ask_id] += 1
        if self.asked.total() == 40:
            self.busy.set()
            await asyncio.sleep(self._pause_s)
        await asyncio.sleep(0.001)
        return by_view(ask)


async def ended(process: Forked) -> int:
    """Give the exit code of a process that is about to end."""
    return await asyncio.to_thread(process.wait, 45)


async def test_a_worker_drops_an_ask_that_stays_open(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """It is gone, and another puts that one ask again; leases and janitors have no part in it."""
    bots = Bots(pause_s=60)
    worker = start(WORKER, FOR_EVER_MS)
    view = await start_contest(app, ada, loopback, SLOW, [bots.decide] * 3)
    await bots.busy.wait()
    worker.terminate()
    assert await ended(worker) == 0
    assert (await app.tournaments.get(view.id)).state == "running"

    start(WORKER, FOR_EVER_MS)
    await check(app, await until_finished(app, view.id), 3)
    assert [times for times in bots.asked.values() if times > 1] == [2]


@linux
async def test_a_worker_and_its_horse_may_be_told_at_once_and_twice(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """As when a whole group of processes is told; what was answered is kept, nobody asked twice."""
    bots = Bots(pause_s=0)
    worker = start(WORKER, FOR_EVER_MS)
    view = await start_contest(app, ada, loopback, SLOW, [bots.decide] * 3)
    await bots.busy.wait()
    for pid in (*horses_of(worker.pid), worker.pid) * 2:
        os.kill(pid, signal.SIGTERM)
    assert await ended(worker) == 0
    assert (await app.tournaments.get(view.id)).state == "running"

    start(WORKER, FOR_EVER_MS)
    await check(app, await until_finished(app, view.id), 3)
    assert set(bots.asked.values()) == {1}


@linux
async def test_the_second_time_kills_the_horse(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """After more than a second: somebody is in a hurry. Its sets are left to their leases."""
    bots = Bots(pause_s=60)
    worker = start(WORKER, FOR_EVER_MS)
    view = await start_contest(app, ada, loopback, SLOW, [bots.decide] * 2)
    await bots.busy.wait()
    horses = horses_of(worker.pid)
    worker.send_signal(signal.SIGINT)
    await asyncio.sleep(1.2)
    worker.terminate()
    assert await ended(worker) == 0

    for horse in horses:
        with pytest.raises(ProcessLookupError):
            os.kill(horse, 0)
    lease = await app.store.client.run(bytes, "ZSCORE", keys.open_sets(view.id), 0)
    assert float(lease) > 0, "a horse that had its three seconds would have given it back"


async def test_a_worker_loses_no_job_that_it_has_just_taken(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """Told to stop between taking a job and running it, it puts the job's sets back."""
    view = await start_contest(app, ada, loopback, SLOW)
    worker = start("tests.workers.untimely", FOR_EVER_MS)
    assert await ended(worker) == 0
    assert (await app.tournaments.get(view.id)).sets_done == 0

    start(WORKER, FOR_EVER_MS)
    await check(app, await until_finished(app, view.id), 3)


async def test_a_job_that_lasts_too_long_gives_its_sets_back(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """Nobody is told to stop, or killed: the worker goes on with them.

    An open ask is waited for: a bot that foresees the end would else have its time for nothing.
    """
    bots = Bots(pause_s=3 + GRACE_S + 2)
    worker = start("tests.workers.brief", FOR_EVER_MS)
    view = await start_contest(app, ada, loopback, SLOW, [bots.decide] * 3)
    await check(app, await until_finished(app, view.id), 3)

    assert set(bots.asked.values()) == {1}
    claimed = await app.store.client.run(bytes, "HGET", keys.COUNTERS, "sets_claimed")
    assert int(claimed) > 3, "what the first job had begun went on in another"
    assert worker.poll() is None
