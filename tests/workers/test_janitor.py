"""The janitor: what it does again and again, what it tells, how it bears the loss of its store."""

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from redis import Redis
from structlog.testing import capture_logs

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.owners import Identity
from arena.store import keys
from arena.store.sets import Claim
from arena.store.sweep import EVERY_S, Sweep
from arena.tournament.config import Config
from bots.kit import Ask
from tests.forked import Forked
from tests.loopback import Loopback, by_view
from tests.mortal import Server
from tests.service.contest import DUEL, start_contest
from tests.service.quarantine import put_in_quarantine
from tests.waiting import DEADLINE_S, until
from tests.workers.conftest import Start
from workers.janitor import tend

LEASE_MS = 600


class Told(msgspec.Struct):
    """A line of the log, as far as the tests look into it."""

    event: str
    level: str
    kind: str = ""
    tournament: str = ""
    set: int | None = None
    advice: str = ""


class Janitor:
    """A janitor as a process, and what it has logged."""

    def __init__(self, process: Forked, log: Path) -> None:
        self.process = process
        self._log = log

    def told(self, event: str) -> list[Told]:
        """Give what it has logged of one kind."""
        lines = [line for line in self._log.read_bytes().splitlines() if line.startswith(b"{")]
        told = [msgspec.json.decode(line, type=Told) for line in lines]
        return [each for each in told if each.event == event]

    def said(self) -> str:
        """Give all that it has put out."""
        return self._log.read_text()


@contextmanager
def janitor(url: str, log: Path) -> Iterator[Janitor]:
    """Start a janitor; kill it at the end if it still runs."""
    environ = os.environ | {"ARENA_REDIS_URL": url, "ARENA_LEASE_MS": str(LEASE_MS)}
    process = Forked("workers.janitor", environ, log)
    try:
        yield Janitor(process, log)
    finally:
        process.kill()
        process.wait()


async def organiser(app: App) -> Identity:
    """Give somebody who organises and takes part."""
    _, token = await app.owners.create("Grace", ("organiser", "contestant"))
    return await app.owners.authenticate(token)


async def until_tended(app: App, janitor: Janitor) -> None:
    """Return when it has put sets into the queue again."""
    before = await app.store.queue.waiting()

    async def more() -> bool:
        return await app.store.queue.waiting() > before

    await until(more, "nothing is put into the queue", more=janitor.said)


async def test_an_alarm_is_logged_once(
    app: App, ada: Identity, loopback: Loopback, store_url: str, tmp_path: Path
) -> None:
    """At level error, naming the set and what to do; what was raised before its start is old."""
    cup = await start_contest(app, ada, loopback)
    await put_in_quarantine(app, cup.id, 0)
    with janitor(store_url, tmp_path / "log") as running:
        await until_tended(app, running)
        await put_in_quarantine(app, cup.id, 2)

        async def told() -> bool:
            return running.told("alarm") != []

        await until(told, "no alarm is told", more=running.said)
        await until_tended(app, running)

        (alarm,) = running.told("alarm")
    assert (alarm.level, alarm.kind, alarm.set) == ("error", "quarantined", 2)
    assert f"`arena retry {cup.id}`" in alarm.advice


async def test_a_store_that_forgets_a_result_is_found_out(
    app: App, ada: Identity, loopback: Loopback, store_url: str, tmp_path: Path
) -> None:
    """The witness works beside the other duties; here an announcement is taken away by hand."""
    cup = await start_contest(app, ada, loopback)
    with janitor(store_url, tmp_path / "log") as running:
        await until_tended(app, running)
        newest = await app.store.feed.newest()
        assert newest is not None
        await app.store.client.run(int, "XDEL", keys.FEED, newest.id)

        async def told() -> bool:
            return running.told("alarm") != []

        await until(told, "no alarm is told", more=running.said)
        (alarm,) = running.told("alarm")
    assert (alarm.kind, alarm.tournament) == ("rolled_back", cup.id)


async def test_what_goes_wrong_with_one_tournament_leaves_the_others_be(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A record that cannot be read must not keep others from being played."""
    cups = [await start_contest(app, who, loopback) for who in (ada, await organiser(app))]
    first, second = sorted(cup.id for cup in cups)
    await app.store.client.run(int, "HSET", keys.tournament(first), "plan", b"\xc1 junk")
    claim = await app.store.sets.claim(second, 1, 0, {})
    assert isinstance(claim, Claim)
    await app.store.sets.release(second, 1, 0, claim.fence, ())
    before = await app.store.queue.waiting()
    with capture_logs() as logs:
        await tend(app)

    assert [(each["event"], each["tournament"]) for each in logs] == [("tournament_failed", first)]
    assert await app.store.queue.waiting() > before


async def test_a_store_that_comes_back_is_tended_on(
    mortal: Server, tmp_path: Path, loopback: Loopback
) -> None:
    """It says once that it is away, and needs no restart."""
    settings = Settings(
        redis_url=mortal.url, data=mortal.data, allow_networks=("127.0.0.1/32",), lease_ms=LEASE_MS
    )
    async with open_app(settings) as app:
        await start_contest(app, await organiser(app), loopback)
        with janitor(mortal.url, tmp_path / "log") as running:
            await until_tended(app, running)
            mortal.kill()

            async def away() -> bool:
                return running.told("store_away") != []

            await until(away, "it has not noticed", more=running.said)
            await asyncio.sleep(1)
            mortal.start()
            await until_tended(app, running)

            assert running.process.poll() is None
            assert [each.level for each in running.told("store_away")] == ["warning"]


async def test_an_emptied_store_ends_it(mortal: Server, tmp_path: Path) -> None:
    """Exit code 2 and what to do; whoever starts it again may find a store that was restored."""
    with janitor(mortal.url, tmp_path / "log") as running:
        with Redis.from_url(mortal.url) as redis:

            async def connected() -> bool:
                return len(redis.client_list()) > 1

            await until(connected, "it did not connect", more=running.said)
        mortal.kill()
        shutil.rmtree(mortal.data / "appendonlydir")
        mortal.start()

        assert await asyncio.to_thread(running.process.wait, DEADLINE_S) == 2
        assert "restore its append-only file" in running.said().splitlines()[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="finds the work horse in /proc")
async def test_nothing_of_rq_is_left_of_a_killed_worker(
    app: App, ada: Identity, loopback: Loopback, start: Start, store_url: str
) -> None:
    """Killed with a job in hand; the keys whose time RQ bounds are taken as run out."""
    begun = asyncio.Event()

    async def slow(ask: Ask) -> int:
        begun.set()
        await asyncio.sleep(0.01)
        return by_view(ask)

    worker = start("workers.worker")
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    await start_contest(app, ada, loopback, config, [slow] * 3)
    await begun.wait()
    worker.kill()
    worker.wait()
    with Redis.from_url(store_url) as redis:
        redis.delete(f"rq:queue:{keys.QUEUE}")  # what the janitor would have put there meanwhile
        assert redis.keys("rq:job:*") != []
        for name in redis.keys("rq:*"):
            if redis.ttl(name) > 0:
                redis.delete(name)
        times = iter((0.0, EVERY_S, EVERY_S * 2))
        leftovers = Sweep(app.store.client, lambda: next(times))
        await leftovers.look()
        await leftovers.look()

        assert set(redis.keys("rq:*")) <= {b"rq:queues"}
