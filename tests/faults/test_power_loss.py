"""F6: the store loses its last writes with the power."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from arena.app import App, open_app
from arena.store.errors import StoreAway
from arena.store.results import Commit, Committed, Rejected
from bots.kit import Ask, Function
from tests.faults.acts import swept
from tests.faults.check import alarms_raised, check
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.mortal import ALWAYS, EVERY_SECOND
from tests.sizes import full
from tests.waiting import until

MATCHES = full(60, 1_000)
LONGEST_CUT = 64 * 1024
"""Bytes, about what is written in a second at most."""
_LAG_S = 0.5
_WITNESSED_S = 1.0
"""After so long a witness has seen what is public."""
_HAND = 8
"""Sets that the test plays at a time."""


async def test_what_a_power_loss_took_is_made_anew(fault_report: Report) -> None:
    """F6. Results, journals, claims and jobs go back to one earlier moment, and go on from it."""
    times = full(3, 20)
    async with Scene(matches=MATCHES, options=EVERY_SECOND) as scene:
        since = size(scene)
        async for _ in scene.spread(times):
            lose_power(scene, since)
        await scene.finished()

        await swept(scene)
        raised = await alarms_raised(scene) & {"rolled_back"}
        outcome = await check(scene, rolled_back=True, alarms=raised)
        fault_report("F6", "power loss, fsync every second", times, outcome)


async def test_a_result_that_was_public_and_is_another_now_raises_an_alarm(
    fault_report: Report,
) -> None:
    """F6. Bots may answer otherwise when asked anew: the new result counts, but not in silence."""
    async with Scene(matches=24, bots=(fickle(),) * 4) as scene:
        since = size(scene)
        await scene.played(scene.sets // 4)
        await asyncio.sleep(_WITNESSED_S)
        lose_power(scene, since, everything=True)
        await scene.finished()

        raised = {"rolled_back", "changed"}

        async def told() -> bool:
            return raised <= await alarms_raised(scene)

        await until(told, "nobody was told")
        await swept(scene)
        outcome = await check(scene, rolled_back=True, alarms=raised)
        fault_report("F6", "power loss, other answers after it", 1, outcome)


async def test_a_result_that_waited_for_the_disk_outlives_a_power_loss(
    fault_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F6. With waitaof, all is lost that the disk has not, but nothing that was told to anybody."""
    times = full(3, 20)
    environ, options = {"ARENA_DURABILITY": "waitaof"}, ALWAYS
    async with (
        Scene(matches=MATCHES, environ=environ, options=options) as scene,
        open_app(msgspec.structs.replace(scene.settings, durability="waitaof")) as app,
        playing(app, scene),
    ):
        promises = Promises(app)
        monkeypatch.setattr(app.store.results, "commit", promises.commit)
        async for number in scene.spread(times):
            since = await stop_disk(scene)
            await asyncio.sleep(_LAG_S)
            lose_power(scene, since, everything=number % 2 == 1)
            await promises.check(scene)
        await scene.finished()

        assert promises.made
        await promises.check(scene)
        await swept(scene)
        raised = await alarms_raised(scene) & {"rolled_back"}
        outcome = await check(scene, rolled_back=True, alarms=raised)
        fault_report("F6", "power loss, waitaof", times, outcome)


class Promises:
    """The results that one process was told are kept: their digests, and when it was told (ms)."""

    def __init__(self, app: App) -> None:
        self.made = dict[tuple[int, int], tuple[bytes, int]]()
        self._commit = app.store.results.commit

    async def commit(self, commit: Commit) -> Committed | Rejected:
        """Commit, and remember what came of it."""
        answer = await self._commit(commit)
        if isinstance(answer, Committed):
            now_ms = time.time_ns() // 1_000_000
            self.made.setdefault((commit.round, commit.number), (commit.digest, now_ms))
        return answer

    async def check(self, scene: Scene) -> None:
        """Each is in the log, and was put there before it was promised: it was not made anew."""
        for (round_, number), (digest, at_ms) in list(self.made.items()):
            logged = await scene.app.store.results.get(scene.tournament, round_, number)
            assert logged is not None, f"set {round_}/{number} is lost"
            assert logged.digest == digest
            assert int(logged.id.partition("-")[0]) <= at_ms, f"set {round_}/{number} was lost"


@asynccontextmanager
async def playing(app: App, scene: Scene) -> AsyncIterator[None]:
    """Play sets here too, as a worker does, a few at a time."""

    stop = asyncio.Event()

    async def play() -> None:
        while not stop.is_set():
            with suppress(StoreAway):
                view = await app.tournaments.get(scene.tournament)
                sets = scene.chance.sample(range(scene.sets // view.config.rounds), _HAND)
                await app.sets.play(scene.tournament, view.round, sets, stop)
            await asyncio.sleep(_LAG_S / 10)

    task = asyncio.create_task(play())
    try:
        yield
    finally:
        stop.set()
        await task


async def stop_disk(scene: Scene) -> int:
    """Have the store write to its file but never to the disk; give what was written before."""
    run = scene.app.store.client.run
    await run(bytes, "CONFIG", "SET", "appendfsync", "no")

    async def quiet() -> bool:
        return b"aof_pending_bio_fsync:0" in await run(bytes, "INFO", "persistence")

    await until(quiet, "the store still writes to the disk")
    return size(scene)


def fickle() -> Function:
    """Give a bot that answers in another way each time that it is asked the same."""
    asked = Counter[str]()

    def decide(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        return (by_view(ask) + asked[ask.ask_id]) % len(ask.options)

    return decide


def lose_power(scene: Scene, since: int, *, everything: bool = False) -> None:
    """Kill the store, cut its file anywhere after `since` bytes and near its end, start it.

    With `everything` all is cut off after these.
    """
    scene.server.kill()
    most = min(LONGEST_CUT, size(scene) - since)
    assert most > 0, "nothing was written meanwhile"
    with file_of(scene).open("r+b") as opened:
        opened.truncate(since if everything else size(scene) - scene.chance.randint(1, most))
    scene.server.start()


def size(scene: Scene) -> int:
    """Give how many bytes the store has appended."""
    return file_of(scene).stat().st_size


def file_of(scene: Scene) -> Path:
    """Give the file to which the store appends."""
    (found,) = (scene.server.data / "appendonlydir").glob("*.incr.aof")
    return found
