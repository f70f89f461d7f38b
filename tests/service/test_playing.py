"""Playing sets, resuming them, and reading what was played."""

import asyncio
from collections import Counter

import msgspec
import pytest

from arena.app import App, Settings, open_app
from arena.service import sets
from arena.service.boards import ranked
from arena.service.errors import Invalid, NotFound
from arena.service.owners import Identity
from arena.store import keys
from arena.tournament.config import Config
from arena.tournament.elo import START
from arena.tournament.log import decode_result, encode_result
from bots.kit import Ask, Function
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, counting, play_all, play_round, start_contest, with_limit

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
    assert len({row.rating for row in rows}) > 1
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


async def test_a_match_can_be_read_and_its_replay_after_the_round(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Until then only its organiser has the replay: it would tell the deal to bots still to sit."""
    view = await start_contest(app, ada, loopback)
    await app.sets.play(view.id, 1, [0])
    match = (await app.boards.matches(view.id, None, 10)).items[0]
    assert await app.boards.match(match.id) == match
    assert not match.replay
    for who in (None, bob):
        with pytest.raises(NotFound, match="sealed"):
            await app.boards.replay(match.id, who)
    record = await app.boards.replay(match.id, ada)
    await play_round(app, view)

    assert (await app.boards.match(match.id)).replay
    assert await app.boards.replay(match.id) == record
    assert record.digest == match.digest
    assert record.outcome == match.outcome


@pytest.mark.parametrize("match_id", ["", "x", "0" * 32 + "-1-0-0", "0" * 32 + "-1-0-0-0"])
async def test_an_unknown_match_is_not_found(app: App, match_id: str) -> None:
    """Whatever it looks like."""
    with pytest.raises(NotFound):
        await app.boards.match(match_id)


async def test_a_match_of_a_set_that_has_fewer_is_not_found(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A duel's set has two matches."""
    view = await play_round(app, await start_contest(app, ada, loopback))

    with pytest.raises(NotFound):
        await app.boards.match(f"{view.id}-1-0-2")


async def test_pages_of_matches_follow_each_other(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """In the order of the log, each match once."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await app.boards.matches(view.id, cursor, 2)
        seen += [match.id for match in page.items]
        cursor = page.next
        if cursor is None:
            break

    assert len(seen) == len(set(seen)) == view.sets_done * 2
    with pytest.raises(Invalid, match=r"^cursor: "):
        await app.boards.matches(view.id, "-", 2)


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
            await asyncio.sleep(1.2)
        return by_view(ask)

    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await start_contest(app, ada, loopback, config, [thinking] * 2)
    settings: Settings = msgspec.structs.replace(app.settings, lease_ms=300)
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
    bots = [counting(number, most, 0.002) for number in range(4)]
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


async def test_sets_of_a_busy_bot_make_way_for_other_jobs(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait in the queue, not in a worker: one slow bot would else hold up all tournaments."""
    monkeypatch.setattr(sets, "SHARE_S", 0.1)
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
    await asyncio.wait_for(waiting, 5)
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
            await app.tournaments.enter(ada, view.id, bot.id)
    view = await play_all(app, await app.tournaments.start(ada, view.id))

    match = (await app.boards.matches(view.id, None, 1)).items[0]
    assert sorted(match.strikes) == [0, view.config.max_strikes]
    assert (await app.audit.verify(view.id)).differences == []


async def test_a_changed_board_is_found_out(app: App, ada: Identity, loopback: Loopback) -> None:
    """The log is the truth: one micro-Elo on the board that is not in it is reported."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    bot = (await app.boards.leaderboard(view.id))[0].bot
    await app.store.client.run(bytes, "ZINCRBY", keys.board(view.id), 1, bot)

    differences = (await app.audit.rebuild(view.id)).differences
    assert len(differences) == 1
    assert bot in differences[0]


@pytest.mark.parametrize("result", [b"no entry", None], ids=["no entry", "of no set"])
async def test_a_log_that_is_none_is_found_out_by_either_check(
    app: App, ada: Identity, loopback: Loopback, result: bytes | None
) -> None:
    """Whatever stands there instead of an entry is reported as a difference, and raises nothing."""
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await play_all(app, await start_contest(app, ada, loopback, config))
    *_, last = await app.store.results.read(view.id, None, 10)
    elsewhere = msgspec.structs.replace(decode_result(last.result), number=99)
    entry = encode_result(elsewhere) if result is None else result
    log = keys.log(view.id)
    await app.store.client.run(int, "XDEL", log, last.id)
    await app.store.client.run(bytes, "XADD", log, "*", "d", last.digest, "r", entry)

    assert len((await app.audit.verify(view.id)).differences) == 1
    assert (await app.audit.rebuild(view.id)).differences[0].startswith("the log: ")


async def test_a_set_that_is_missing_at_the_end_is_found_out(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Also where board and log agree that it was never played."""
    view = await start_contest(app, ada, loopback)
    await app.sets.play(view.id, 1, [0])
    assert (await app.audit.rebuild(view.id)).differences == []
    await app.store.client.run(int, "HSET", keys.tournament(view.id), "state", "finished")

    differences = (await app.audit.rebuild(view.id)).differences
    assert differences == ["the log: round 1 is not complete in it"]


def test_provisional_bots_have_no_rank_beside_ranked_ones() -> None:
    """Below 30 sets a rating says little; equal ratings share a rank."""
    ratings = [("a", 5), ("b", 4), ("c", 4), ("d", 3)]
    names = {bot: bot for bot, _ in ratings}

    rows = ranked(ratings, {"a": 29, "b": 30, "c": 31, "d": 32}, names)
    assert [(row.rank, row.provisional) for row in rows] == [
        (None, True),
        (1, False),
        (1, False),
        (3, False),
    ]
    rows = ranked(ratings, {}, names)
    assert [row.rank for row in rows] == [1, 2, 2, 4]
