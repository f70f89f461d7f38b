"""Exhibitions as workers play them."""

import asyncio
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from structlog.testing import capture_logs

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.engine.replay import verify
from arena.games import GAMES
from arena.service.exhibitions import ExhibitionView, Wish
from arena.service.owners import Identity
from arena.service.playing import exhibitor
from arena.store import keys
from arena.store.exhibitions import LOST, Exhibition
from bots.house import HOUSE
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import start_contest, watched, with_limit
from tests.service.exhibits import SIMPLE, against, register, shown
from tests.waiting import until

SEED = "5eed" * 16


async def create(app: App, who: Identity, wish: Wish, **limits: int) -> ExhibitionView:
    """Begin an exhibition, with limits of its own."""
    view = await app.exhibitions.create(who, wish)
    kept = await app.store.exhibitions.get(view.id)
    assert kept is not None
    changed: Exhibition = msgspec.structs.replace(kept.exhibition, **limits)
    record = msgspec.msgpack.encode(changed)
    await app.store.client.run(int, "HSET", keys.exhibition(view.id), "record", record)
    return view


async def test_it_is_played_from_its_seed(app: App, ada: Identity, loopback: Loopback) -> None:
    """Same bots, same seed, same match; its replay verifies; each has names of its own."""
    matches = set[str]()

    def noting(ask: Ask) -> int:
        matches.add(ask.match_id)
        return by_view(ask)

    bot = await register(app, ada, loopback, noting)
    views = [await shown(app, ada, against(bot, SIMPLE, seed=SEED)) for _ in range(2)]
    first, second = [await app.exhibitions.replay(ada, view.id) for view in views]

    assert first == second
    assert (first.header.seed, first.header.players) == (SEED, 2)
    assert verify(GAMES["sky-5"], first) is None
    assert len(matches) == 2
    assert views[0].result is not None
    assert views[0].result.versions == ("1.0", "")
    assert views[0].result.outcome == first.outcome


async def test_nothing_is_left_of_it_but_its_record(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """No slot, no lease, nothing in the feed or a bot's health; to play it again does nothing."""
    asked = Counter[str]()

    def counting(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        return by_view(ask)

    bot = await register(app, ada, loopback, counting)
    feed = await app.store.feed.newest()
    view = await shown(app, ada, against(bot))
    before = asked.total()
    await app.exhibitor.play(view.id, asyncio.Event())

    assert (asked.total(), set(asked.values())) == (before, {1})
    assert await app.exhibitions.get(ada, view.id) == view
    assert await app.store.feed.newest() == feed
    names = await app.store.client.run(list[bytes], "KEYS", "arena:*")
    left = [name for name in names if b"slots" in name or b"health" in name]
    assert left == []
    assert await app.store.client.run(int, "EXISTS", keys.EXHIBITIONS) == 0


async def test_bots_learn_no_more_than_in_rated_play(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Nobody's name or id, nor that it is an exhibition."""
    texts = list[bytes]()

    def reading(ask: Ask) -> int:
        texts.append(msgspec.json.encode(ask))
        return by_view(ask)

    mine = await register(app, ada, loopback, reading, name="Mine")
    others = await register(app, bob, loopback, name="Others")
    await app.bots.change(bob, others.id, exhibitions=True)
    view = await shown(app, ada, against(mine, others.id))

    told = b"".join(texts)
    for secret in (view.id, mine.id, others.id, ada.owner.id, bob.owner.id, "Mine", "Others"):
        assert secret.encode() not in told
    assert b"exhib" not in told
    assert texts


async def test_windows_are_for_those_who_want_them(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """House bots and others; who wants none is not asked for them."""
    wants = await register(
        app, ada, loopback, info=msgspec.structs.replace(BOTH_GAMES, windows=True)
    )
    bots = ("house:heist-simple", wants.id, "house:heist-good")
    view = await shown(app, ada, Wish(bots=bots, game="sky-heist"))

    replay = await app.exhibitions.replay(ada, view.id)
    assert replay.header.windows == (1, 2)
    assert verify(GAMES["sky-heist"], replay) is None


async def test_a_bot_that_hangs_loses_its_seat(app: App, ada: Identity, loopback: Loopback) -> None:
    """The match ends; that counts as faults in it, and towards no quarantine."""

    async def hanging(_: Ask) -> int:
        await asyncio.sleep(60)
        return 0

    bot = await register(app, ada, loopback, hanging)
    for _ in range(3):
        view = await create(app, ada, against(bot), move_ms=30, bank_ms=0, max_strikes=2)
        await app.exhibitor.play(view.id, asyncio.Event())
        view = await app.exhibitions.get(ada, view.id)
        assert view.result is not None
        assert (view.result.strikes, view.result.retired) == ((2, 0), (True, False))
    assert not (await app.bots.get(bot.id)).quarantined


async def test_a_bot_that_may_not_play_any_more_ends_it(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Its owner has thought better of it, or deleted it, while it waited: nobody is asked."""
    mine, others = await register(app, ada, loopback), await register(app, bob, loopback)
    await app.bots.change(bob, others.id, exhibitions=True)
    first, second = [await app.exhibitions.create(ada, against(mine, others.id)) for _ in range(2)]
    await app.bots.change(bob, others.id, exhibitions=False)
    await app.exhibitor.play(first.id, asyncio.Event())
    await app.bot_life.delete(ada, mine.id)
    await app.exhibitor.play(second.id, asyncio.Event())

    for view, seat in ((first, 1), (second, 0)):
        view = await app.exhibitions.get(ada, view.id)
        assert (view.state, view.result) == ("failed", None)
        assert (view.why or "").startswith(f"bots[{seat}]: expected the id of a bot of yours")


async def test_a_bot_plays_half_as_much_as_it_may(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Rounded up, whoever plays; who finds it busy waits for it. The other half is rated play's."""
    most = Counter[int]()
    bot = await register(app, ada, loopback, watched(0, most, 0.002), with_limit(3))
    ids = [(await app.exhibitions.create(ada, against(bot))).id for _ in range(3)]
    async with open_app(app.settings) as other:
        await asyncio.gather(
            *(
                each.exhibitor.play(one, asyncio.Event())
                for one, each in zip(ids, (app, other, app), strict=True)
            )
        )

    assert {(await app.exhibitions.get(ada, each)).state for each in ids} == {"finished"}
    assert most[0] == 2


class Gate:
    """A bot that waits at its first ask, until it may go on."""

    def __init__(self) -> None:
        self.waiting, self.go_on = asyncio.Event(), asyncio.Event()

    async def decide(self, ask: Ask) -> int:
        """Choose by the view."""
        self.waiting.set()
        await self.go_on.wait()
        return by_view(ask)


async def test_rated_sets_are_played_beside_it(app: App, ada: Identity, loopback: Loopback) -> None:
    """A slow bot in an exhibition keeps its worker from nothing."""
    gate = Gate()
    bot = await register(app, ada, loopback, gate.decide)
    view = await create(app, ada, against(bot), move_ms=60_000)
    cup = await start_contest(app, ada, loopback)
    working = asyncio.create_task(app.exhibitor.work(view.id, asyncio.Event()))
    await gate.waiting.wait()

    async def rated() -> bool:
        return (await app.tournaments.get(cup.id)).sets_done > 0

    await until(rated, "no set is played")
    assert (await app.exhibitions.get(ada, view.id)).state == "playing"
    gate.go_on.set()
    await working

    assert (await app.exhibitions.get(ada, view.id)).state == "finished"


async def test_a_worker_that_is_told_to_stop_gives_it_back(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a grace; it is put into the queue again, and played anew from the same cards."""
    monkeypatch.setattr(exhibitor, "GRACE_S", 0.01)
    gate, stop = Gate(), asyncio.Event()
    bot = await register(app, ada, loopback, gate.decide)
    view = await create(app, ada, against(bot, SIMPLE, seed=SEED), move_ms=60_000)
    playing = asyncio.create_task(app.exhibitor.play(view.id, stop))
    await gate.waiting.wait()
    stop.set()
    await playing
    assert (await app.exhibitions.get(ada, view.id)).state == "queued"
    waiting = await app.store.queue.waiting()
    await app.exhibitor.dispatch()
    assert await app.store.queue.waiting() == waiting + 1

    gate.go_on.set()
    await app.exhibitor.play(view.id, asyncio.Event())
    assert (await app.exhibitions.get(ada, view.id)).state == "finished"


async def test_a_holder_that_was_overtaken_stops(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It asks nobody any more, and what the other has recorded stays."""
    gate = Gate()
    bot = await register(app, ada, loopback, gate.decide)
    view = await create(app, ada, against(bot), move_ms=60_000)
    settings: Settings = msgspec.structs.replace(app.settings, lease_ms=600)
    async with open_app(settings) as other:
        overtaken = asyncio.create_task(other.exhibitor.play(view.id, asyncio.Event()))
        await gate.waiting.wait()
        await app.store.client.run(int, "ZADD", keys.EXHIBITIONS, "XX", "CH", 2, view.id)
        gate.waiting.clear()
        playing = asyncio.create_task(app.exhibitor.play(view.id, asyncio.Event()))
        await gate.waiting.wait()
        await overtaken
        assert (await app.exhibitions.get(ada, view.id)).state == "playing"
        gate.go_on.set()
        await playing

    assert (await app.exhibitions.get(ada, view.id)).state == "finished"


async def test_one_that_lasts_too_long_is_given_up(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Limits of time as of another match may add up to hours."""
    monkeypatch.setattr(exhibitor, "LONGEST_S", 0.1)
    bot = await register(app, ada, loopback, Gate().decide)
    view = await create(app, ada, against(bot), move_ms=60_000)
    await app.exhibitor.play(view.id, asyncio.Event())

    view = await app.exhibitions.get(ada, view.id)
    assert (view.state, view.why) == ("failed", "it was not over after 10 minutes")


async def test_our_own_bug_is_logged_and_ends_it_in_the_end(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house bot that fails is nobody's fault but ours: tried three times, then said."""

    def broken(_: Ask) -> int:
        raise ZeroDivisionError

    monkeypatch.setitem(HOUSE, "sky5-simple", replace(HOUSE["sky5-simple"], decide=broken))
    view = await app.exhibitions.create(ada, against(await register(app, ada, loopback)))
    for _ in range(3):
        with capture_logs() as logs:
            await app.exhibitor.play(view.id, asyncio.Event())
        assert [each["event"] for each in logs] == ["exhibition_failed"]
        await app.store.client.run(int, "ZADD", keys.EXHIBITIONS, "XX", "CH", 2, view.id)
    await app.exhibitor.dispatch()

    assert (await app.exhibitions.get(ada, view.id)).why == LOST.why
