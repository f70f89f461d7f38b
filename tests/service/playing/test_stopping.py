"""A batch that is told to stop: nothing is lost, and nobody waits for a lease."""

import asyncio
from collections import Counter

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.service.playing import ending
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, play_all, start_contest

SLOW: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=60_000)


async def check_finished(app: App, view: TournamentView) -> None:
    """Hold that the rest can be played at once, and that what comes of it is right."""
    view = await asyncio.wait_for(play_all(app, view), 60)
    assert view.state == "finished"
    assert (await app.audit.rebuild(view.id)).differences == []
    assert (await app.audit.verify(view.id)).differences == []
    assert await app.store.client.run(int, "EXISTS", keys.ALARMS) == 0


async def test_a_batch_stops_between_decisions(app: App, ada: Identity, loopback: Loopback) -> None:
    """What was answered is kept: nobody is asked anything twice, and the sets are free at once."""
    asked, stop = Counter[str](), asyncio.Event()

    def counting(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        if asked.total() == 25:
            stop.set()
        return by_view(ask)

    view = await start_contest(app, ada, loopback, SLOW, [counting] * 4)
    await app.store.client.run(int, "DEL", f"rq:queue:{keys.QUEUE}")
    await app.sets.play(view.id, 1, range(view.sets_open), stop)
    stopped_at = asked.total()
    assert 25 <= stopped_at <= 25 + 2 * view.sets_open
    assert await app.store.queue.waiting() >= 1, "others are to be woken"

    await check_finished(app, view)
    assert asked.total() > 2 * stopped_at
    assert set(asked.values()) == {1}


async def test_an_ask_that_stays_open_is_dropped_and_put_again(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same id, elsewhere, and it is no fault: that it was dropped was our doing."""
    monkeypatch.setattr(ending, "GRACE_S", 0.2)
    asked, stop = Counter[str](), asyncio.Event()

    async def thinking(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        if asked.total() == 10:
            stop.set()
            await asyncio.sleep(60)
        return by_view(ask)

    view = await start_contest(app, ada, loopback, SLOW, [thinking] * 2)
    await asyncio.wait_for(app.sets.play(view.id, 1, [0], stop), 60)
    await check_finished(app, view)

    assert [times for times in asked.values() if times > 1] == [2]
    assert (await app.matches.page(view.id, None, 1)).items[0].strikes == (0, 0)


async def test_a_batch_that_is_stopped_before_it_begins_claims_nothing(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its sets are in the queue again: nobody else would look for them before their marks end."""
    view = await start_contest(app, ada, loopback, SLOW)
    await app.store.client.run(int, "DEL", f"rq:queue:{keys.QUEUE}")
    stop = asyncio.Event()
    stop.set()
    await app.sets.play(view.id, 1, range(view.sets_open), stop)

    assert await app.store.queue.waiting() == 1
    assert await app.store.client.run(int, "EXISTS", keys.fences(view.id)) == 0
    await check_finished(app, view)
