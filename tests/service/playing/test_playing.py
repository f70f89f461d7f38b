"""Playing sets and resuming them."""

import asyncio
from collections import Counter

import msgspec
import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.owners import Identity
from arena.service.playing import batch
from arena.store import keys
from arena.tournament.config import Config
from arena.tournament.elo import START
from bots.kit import Ask, Function
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, play_all, start_contest, watched, with_limit

HEIST = Config(game="sky-heist", rules=1, players=4, rounds=1, mode="rotation", rounds_per_match=1)


def first(_: Ask) -> int:
    """Choose the default."""
    return 0


@pytest.mark.parametrize("config", [DUEL, HEIST])
async def test_a_tournament_is_played_to_its_end(
    app: App, ada: Identity, loopback: Loopback, config: Config
) -> None:
    """Every set once; ratings are a rebuild's and sum to what they began with; replays verify."""
    bots: list[Function] = [by_view, first, by_view, first, by_view]
    started = await start_contest(app, ada, loopback, config, bots)
    view = await play_all(app, started)

    assert (view.state, view.sets_open) == ("finished", 0)
    assert len(view.heads) == config.rounds
    rebuilt = await app.audit.rebuild(view.id)
    assert rebuilt.differences == []
    assert rebuilt.sets == view.sets_done
    rows = await app.boards.leaderboard(view.id)
    assert {row.bot: row.rating for row in rows} == rebuilt.ratings
    assert sum(row.rating for row in rows) == len(bots) * START
    assert all(row.sets for row in rows)
    verified = await app.audit.verify(view.id)
    assert verified.differences == []
    assert verified.matches == view.sets_done * config.players


async def test_nothing_is_left_of_the_play(app: App, ada: Identity, loopback: Loopback) -> None:
    """No journal, no slot, no fence, no open set."""
    view = await play_all(app, await start_contest(app, ada, loopback))

    names = await app.store.client.run(list[bytes], "KEYS", "arena:*")
    left = [name for name in names if b":j:" in name or b"slots" in name]
    assert left == []
    for key in (keys.open_sets(view.id), keys.fences(view.id)):
        assert await app.store.client.run(int, "EXISTS", key) == 0


async def test_an_interrupted_set_goes_on_where_it_stopped(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Another holder resumes it: no ask is put more than twice, and only those open then."""
    asked: Counter[str] = Counter()
    stop = asyncio.Event()

    def counting(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        if asked.total() == 25:
            stop.set()
        return by_view(ask)

    view = await start_contest(app, ada, loopback, bots=[counting] * 3)
    settings: Settings = msgspec.structs.replace(app.settings, lease_ms=500)
    async with open_app(settings) as brief:
        task = asyncio.create_task(brief.sets.play(view.id, 1, [0, 1, 2]))
        await stop.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        before = asked.copy()
        await asyncio.sleep(0.6)
        view = await play_all(brief, view)

    again = [ask for ask, times in asked.items() if times > 1]
    assert set(asked.values()) <= {1, 2}
    assert len(again) <= 3
    assert set(again) <= set(before)
    assert (await app.audit.rebuild(view.id)).differences == []
    assert (await app.audit.verify(view.id)).differences == []


async def test_a_set_stays_with_its_holder_while_a_bot_thinks(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """However long it thinks: else it would be asked again elsewhere, its time given back."""
    asked = Counter[str]()

    async def thinking(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        if len(asked) == 1:
            await asyncio.sleep(3)
        return by_view(ask)

    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, [thinking] * 2)
    settings: Settings = msgspec.structs.replace(app.settings, lease_ms=2_000)
    async with open_app(settings) as brief, open_app(settings) as other:
        holder = asyncio.create_task(brief.sets.play(view.id, 1, [0]))
        while not holder.done():
            await asyncio.sleep(0.05)
            await other.sets.play(view.id, 1, [0])
        await holder

    assert (await app.tournaments.get(view.id)).state == "finished"
    assert set(asked.values()) == {1}


async def test_a_holder_that_was_overtaken_stops(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its next journal entry is refused; the one result is the other's."""
    waiting, go_on = asyncio.Event(), asyncio.Event()

    async def slow_once(ask: Ask) -> int:
        if not waiting.is_set():
            waiting.set()
            await go_on.wait()
        return by_view(ask)

    config: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=60_000)
    view = await start_contest(app, ada, loopback, config, [slow_once] * 2)
    async with open_app(app.settings) as other:
        overtaken = asyncio.create_task(other.sets.play(view.id, 1, [0]))
        await waiting.wait()
        ended = await app.store.client.run(int, "ZADD", keys.open_sets(view.id), "XX", "CH", 1, 0)
        assert ended == 1
        await app.sets.play(view.id, 1, [0])
        go_on.set()
        await overtaken
    view = await app.tournaments.get(view.id)

    assert (view.state, view.sets_done) == ("finished", 1)
    assert (await app.audit.rebuild(view.id)).differences == []


async def test_a_bot_plays_no_more_matches_at_once_than_it_says(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Also when two workers want it at the same time."""
    most = Counter[int]()
    bots = [watched(number, most, 0.002) for number in range(4)]
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, bots, with_limit(1))
    numbers = list(range(view.sets_open))
    async with open_app(app.settings) as other:
        await asyncio.gather(
            app.sets.play(view.id, 1, numbers[::2] + numbers[1::2]),
            other.sets.play(view.id, 1, numbers[1::2] + numbers[::2]),
        )

    assert (await app.tournaments.get(view.id)).state == "finished"
    assert set(most.values()) == {1}


async def test_a_batch_has_only_so_many_sets_in_play(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many it holds: each costs memory and connections."""
    monkeypatch.setattr(batch, "MOST_AT_ONCE", 2)
    in_play = Counter[int]()

    async def looking(ask: Ask) -> int:
        in_play[await app.store.client.run(int, "HLEN", keys.fences(view.id))] += 1
        return by_view(ask)

    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, [looking] * 4)
    assert (await play_all(app, view)).state == "finished"

    assert max(in_play) == 2


async def test_sets_of_a_bot_that_we_may_not_call_are_left_to_others(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A worker without the setting would else play them by default moves, and faster than any."""
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config)
    numbers = list(range(view.sets_open))
    strict: Settings = msgspec.structs.replace(app.settings, allow_networks=())
    async with open_app(strict) as other:
        await other.sets.play(view.id, 1, numbers)
    assert (await app.tournaments.get(view.id)).sets_done == 0

    assert (await play_all(app, view)).state == "finished"


async def test_a_set_that_fails_each_time_is_quarantined(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A bug of ours that it brings to light: its round waits for it, all else is played."""
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config)
    bad = keys.journal(view.id, 1, 1)
    assert await app.store.client.run(int, "RPUSH", bad, "no entry") == 1
    for _ in range(6):
        await app.sets.play(view.id, 1, range(view.sets_open))
        if not await app.store.sets.quarantined(view.id):  # its lease runs out
            lease = (keys.open_sets(view.id), "XX", "CH", 2, 1)
            assert await app.store.client.run(int, "ZADD", *lease) == 1

    view = await app.tournaments.get(view.id)
    assert (view.state, view.sets_open) == ("running", 1)
    assert await app.store.sets.quarantined(view.id) == [1]
    assert await app.store.client.run(int, "XLEN", keys.ALARMS) == 1


async def test_sets_of_a_busy_bot_make_way_for_other_jobs(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait in the queue, not in a worker: one slow bot would else hold up all tournaments."""
    monkeypatch.setattr(batch, "SHARE_S", 0.1)
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, [by_view] * 2, with_limit(1))
    await app.store.client.run(int, "DEL", f"rq:queue:{keys.QUEUE}")
    bots = [row.bot for row in await app.boards.leaderboard(view.id)]
    other = keys.open_sets("0" * 32)
    await app.store.client.run(int, "ZADD", other, 10**15, 7)
    for bot in bots:
        await app.store.client.run(int, "SADD", keys.slots(bot), f"{other} 7")
    waiting = asyncio.create_task(app.sets.play(view.id, 1, [0]))
    await asyncio.sleep(0.4)
    assert not waiting.done(), "with nothing else to do it should wait for its bots"

    await app.store.queue.put("0" * 32, 1, [[0]])
    await asyncio.wait_for(waiting, 60)
    assert await app.store.queue.waiting() == 2
    assert (await app.tournaments.get(view.id)).sets_done == 0


async def test_a_bot_that_is_gone_is_played_as_it_is(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its faults are its own: the set is played with defaults, rated, and verifies."""
    view = await app.tournaments.create(ada, "Cup", msgspec.structs.replace(DUEL, rounds=1))
    await app.tournaments.open(ada, view.id)
    async with Loopback() as brief:
        for name, place in (("here", loopback), ("gone", brief)):
            bot = await app.bots.register(ada, name, await place.start())
            await app.entries.enter(ada, view.id, bot.id)
    view = await play_all(app, await app.tournaments.start(ada, view.id))

    match = (await app.matches.page(view.id, None, 1)).items[0]
    assert sorted(match.strikes) == [0, view.config.max_strikes]
    assert (await app.audit.verify(view.id)).differences == []
