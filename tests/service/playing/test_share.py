"""What a job plays beside its own sets: a slow bot keeps a worker from nobody else."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.service.playing import batch, ending, share
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, start_contest, with_limit
from tests.waiting import until, until_finished

SHORT: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=60_000)


@pytest.fixture
async def cid(app: App) -> Identity:
    """Somebody who has a contest of his own."""
    _, token = await app.owners.create("Cid", ("organiser", "contestant"))
    return await app.owners.authenticate(token)


class Slow:
    """A bot that answers nothing until it is told to."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.asked = 0

    async def decide(self, ask: Ask) -> int:
        """Wait, then choose any option."""
        self.asked += 1
        await self.go_on.wait()
        return by_view(ask)


async def start_slow(app: App, who: Identity, loopback: Loopback, slow: Slow) -> TournamentView:
    """Start a contest of one set with the slow bot, and take its job out of the queue."""
    view = await start_contest(app, who, loopback, SHORT, [slow.decide, by_view])
    await app.store.client.run(int, "DEL", f"rq:queue:{keys.QUEUE}")
    return view


async def test_sets_of_other_jobs_are_played_while_a_bot_is_waited_for(
    app: App, ada: Identity, cid: Identity, loopback: Loopback
) -> None:
    """A whole contest is played by the one process, whose job is of another that hangs."""
    slow = Slow()
    hanging = await start_slow(app, ada, loopback, slow)
    working = asyncio.create_task(app.sets.work(hanging.id, 1, [0], asyncio.Event()))
    waiting = await start_contest(app, cid, loopback, msgspec.structs.replace(SHORT, rounds=2))
    await until_finished(app, waiting.id)

    assert not working.done()
    assert (await app.tournaments.get(hanging.id)).sets_done == 0
    slow.go_on.set()
    await asyncio.wait_for(working, 60)
    assert (await app.tournaments.get(hanging.id)).state == "finished"


async def test_nothing_is_taken_in_while_no_other_job_waits(
    app: App, ada: Identity, cid: Identity, loopback: Loopback
) -> None:
    """The sets of jobs that are under way elsewhere are left to these."""
    slow = Slow()
    hanging = await start_slow(app, ada, loopback, slow)
    other = await start_slow(app, cid, loopback, Slow())
    working = asyncio.create_task(app.sets.work(hanging.id, 1, [0], asyncio.Event()))
    await asyncio.sleep(1.0)

    assert await app.store.client.run(int, "HLEN", keys.fences(other.id)) == 0
    slow.go_on.set()
    await asyncio.wait_for(working, 60)


async def test_what_was_taken_in_stops_with_the_job(
    app: App, ada: Identity, cid: Identity, loopback: Loopback
) -> None:
    """It is given back at once, for others to go on with."""
    slow, taken_in, stop = Slow(), Slow(), asyncio.Event()
    hanging = await start_slow(app, ada, loopback, slow)
    working = asyncio.create_task(app.sets.work(hanging.id, 1, [0], stop))
    other = await start_contest(app, cid, loopback, SHORT, [taken_in.decide, by_view])

    async def both_wait() -> bool:
        return slow.asked > 0 and taken_in.asked > 0

    await until(both_wait, "it was not taken in")
    stop.set()
    for bot in (slow, taken_in):
        bot.go_on.set()
    await asyncio.wait_for(working, 60)
    for view in (hanging, other):
        score = await app.store.client.run(bytes, "ZSCORE", keys.open_sets(view.id), 0)
        assert float(score) <= 1, "nobody may have it leased"


async def test_sets_that_lost_a_holder_are_left_to_their_jobs(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """They may take down whoever plays them; nor are sets taken in that somebody plays."""
    view = await start_contest(app, ada, loopback, SHORT)
    assert view.sets_open == 3
    await app.store.client.run(int, "HSET", keys.losses(view.id), 0, 1)
    await app.store.sets.claim(view.id, 1, 1, {})

    assert await app.store.sets.waiting(view.id, 9) == (1, [2])


async def test_a_slow_ask_that_is_waited_for_at_the_end_holds_up_no_other_tournament(
    app: App, ada: Identity, cid: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own tournament is to stop already; others go on for as long as their asks take less."""
    quick: Config = msgspec.structs.replace(DUEL, rounds=1)
    slow = Slow()
    hanging = await start_slow(app, ada, loopback, slow)
    monkeypatch.setattr(ending, "LONGEST_S", 72.0)  # an ask of the slow one may take 70 s
    working = asyncio.create_task(app.sets.work(hanging.id, 1, [0], asyncio.Event()))
    await asyncio.sleep(2.1)
    assert slow.asked > 0
    waiting = await start_contest(app, cid, loopback, quick)
    await until_finished(app, waiting.id)

    assert not working.done()
    slow.go_on.set()
    await asyncio.wait_for(working, 60)
    assert (await app.tournaments.get(hanging.id)).sets_done == 0


async def test_one_tournament_does_not_fill_a_worker(
    app: App, ada: Identity, cid: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of its sets wait for their bots: half of the room stays free for others."""
    monkeypatch.setattr(share, "MOST_IN_PLAY", 8)
    monkeypatch.setattr(batch, "MOST_AT_ONCE", 2)
    slow = Slow()
    many: Config = msgspec.structs.replace(SHORT, mode="off", deals=20, k_schedule=((None, 1),))
    info = with_limit(64)
    filling = await start_contest(app, ada, loopback, many, [slow.decide] * 2, info)
    working = asyncio.create_task(app.sets.work(filling.id, 1, range(20), asyncio.Event()))

    async def in_play() -> bool:
        return slow.asked == 4

    await until(in_play, "its share was not taken in")
    waiting = await start_contest(app, cid, loopback, SHORT)
    await until_finished(app, waiting.id)

    assert slow.asked == 4
    slow.go_on.set()
    await asyncio.wait_for(working, 60)
