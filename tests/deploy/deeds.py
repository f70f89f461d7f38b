"""What the processes do beside play, each as its own user: when things go wrong, and by the way."""

import asyncio

import msgspec

from arena.engine.record import Header
from arena.protocol.messages import BotInfo
from arena.store.bots import Bot
from arena.store.exhibitions import LATE, MOST_KEPT, Exhibition
from arena.store.faults import Fault
from arena.store.results import Committed, Rejected
from arena.store.sets import Addition, Made
from arena.store.store import Store
from arena.store.sweep import EVERY_S, Sweep
from tests.deploy.server import OPERATOR, Deployed
from tests.store.cup import LEASE_MS, Cup

FAULT = Fault(kind="connect", detail="", latency_ms=1, status=None, size=0, first=b"", last=b"")


async def keep_bots(api: Store) -> None:
    """Register a bot, change it, and list all."""
    info = BotInfo(protocol=1, games=("sky-5",), version="1")
    bot = Bot(id="f" * 32, owner="e" * 32, url="http://a", secret="s", info=info, created_ms=1)
    assert await api.bots.add(bot, "a") is None
    await api.bots.change(bot.id, lambda stored: msgspec.structs.replace(stored, url="http://b"))
    assert [each.url for each in await api.bots.page(None, 9) or []] == ["http://b"]
    assert [each.version for each in await api.bots.versions(bot.id)] == ["1"]
    assert await api.bots.names([bot.id]) == await api.bots.all_names() == {bot.id: "a"}
    assert await api.bots.of_owner(bot.owner) == [bot.id]
    assert await api.bots.retire(bot.id, retired=True)
    assert await api.health.hold(bot.id, "a new disk") == "OK"
    assert await api.health.let_go(bot.id) == "OK"
    assert [each.reason for each in await api.health.past(bot.id)] == ["a new disk"]
    await keep_report(api, bot.id)
    await api.bots.delete(bot.id)
    assert [each.retired for each in await api.bots.look([bot.id])] == [True]


async def keep_report(api: Store, bot: str) -> None:
    """Keep the report of a check as it grows, and drop it."""
    assert await api.reports.keep(bot, b"begun")
    assert await api.reports.keep(bot, b"grown", b"begun")
    assert await api.reports.get(bot) == b"grown"
    await api.reports.drop(bot)


async def exhibit(api: Store, worker: Store, janitor: Store) -> None:
    """Begin exhibitions, one of which is lost and one ended, until the oldest has to give way."""
    header, made = Header("sky-5", 2, 1, 1, "0" * 64, ()), [(Cup.bots[0], FAULT)]
    for number in range(MOST_KEPT + 1):
        exhibition = Exhibition(
            id=f"{number:032x}", owner="e" * 32, seats=("house:a", "house:b"), header=header,
            move_ms=1, bank_ms=1, max_strikes=1,
        )  # fmt: skip
        assert await api.exhibitions.add(exhibition) == "OK"
        parties = dict.fromkeys(Cup.bots[:2], 9)
        fence = await worker.exhibitions.claim(exhibition.id, parties, "t")
        assert isinstance(fence, int)
        assert await worker.exhibitions.renew(exhibition.id, fence)
        if number == 0:
            await lose_exhibition(worker, janitor, exhibition.id, fence)
        else:
            assert await worker.exhibitions.end(exhibition.id, fence, LATE, parties, made)
    page = await api.exhibitions.page("e" * 32, None, 100)
    assert [each.ending for each in page or []] == [LATE] * MOST_KEPT
    assert len(await worker.bots.look(Cup.bots)) == len(Cup.bots)


async def lose_exhibition(worker: Store, janitor: Store, exhibition: str, fence: int) -> None:
    """Give an exhibition back as often as that may be done; others claim sets meanwhile."""
    while True:
        await worker.sets.claim(Cup.id, 1, 9, dict.fromkeys(Cup.bots[:2], 9))
        assert await worker.exhibitions.release(exhibition, fence, Cup.bots[:2])
        if not await janitor.exhibitions.take_idle(9):
            return
        again = await worker.exhibitions.claim(exhibition, {Cup.bots[0]: 9}, f"t{fence}")
        assert isinstance(again, int)
        fence = again


async def play_badly(cup: Cup) -> None:
    """Commit set 0 twice, and once more with another end; begin set 1 and give it back."""
    claim = await cup.claim(0)
    result = cup.result(0, claim.fence)
    assert await cup.store.results.commit(result) == Committed(again=False, left=3)
    assert await cup.store.results.commit(result) == Committed(again=True, left=None)
    other = msgspec.structs.replace(result, digest=b"another")
    assert await cup.store.results.commit(other) == Rejected("CONFLICT")
    claim = await cup.claim(1)
    assert await cup.store.sets.append(cup.id, 1, [Addition(1, claim.fence, 0, [b"a"])]) == [True]
    assert await cup.store.sets.release(cup.id, 1, 1, claim.fence, cup.bots[:2])
    assert await cup.store.sets.append(cup.id, 1, [Addition(3, 9, 0, [b"a"])]) == [False]


async def quarantine(worker: Store, api: Store) -> None:
    """Put a bot in quarantine, as a worker does, and release it, as its owner does."""
    bot = Cup.bots[0]
    await worker.health.note_match("m0", {bot: False})
    for match in ("m1", "m2", "m3"):
        await worker.health.note_match(match, {bot: True})
    assert list(await api.health.quarantines([bot])) == [bot]
    assert await worker.health.take_checks([bot]) == []
    assert await worker.health.note_check(bot, "c1", None)
    assert await api.health.note_check(bot, "c2", FAULT)
    assert await api.health.hold_in(Cup.id, bot, "e" * 32, "too slow") == "OK"
    assert await worker.health.quarantined(Cup.bots, Cup.id) == {bot}
    assert await api.health.let_go_in(Cup.id, bot, "e" * 32) == "OK"
    await worker.bots.note_versions({bot: "2"})
    assert await worker.sets.waiting(Cup.id, 9)
    assert await worker.tournaments.running() == [Cup.id]


async def lose_holders(worker: Cup, janitor: Cup, reader: Store) -> None:
    """Have sets 2 and 3 lose holders until they are quarantined, by a claim and by the janitor."""
    limits = dict.fromkeys(Cup.bots[:2], 10)
    for number, janitors in ((2, False), (3, True)):
        while number not in await reader.sets.quarantined(Cup.id):
            await worker.brief.claim(Cup.id, 1, number, limits)
            await asyncio.sleep(2 * LEASE_MS / 1_000)
            if janitors:
                await janitor.brief.take_idle(Cup.id, 1, 9)


async def sweep(server: Deployed, janitor: Store) -> None:
    """Leave of every kind behind what RQ may, and have it taken away."""
    with server.as_user(OPERATOR) as redis:
        redis.hset("rq:job:dead", "data", "x")
        redis.rpush("rq:queue:arena:intermediate", "dead")
        redis.zadd("rq:wip:arena", {"dead:run": 1})
        redis.sadd("rq:workers", "rq:worker:dead")
    now = 0.0
    leftovers = Sweep(janitor.client, lambda: now)
    removed = 0
    for _ in range(3):
        removed += await leftovers.look()
        now += EVERY_S
    assert removed == 4


async def fail(cup: Cup, api: Store) -> None:
    """Keep faults of two bots, at an ask and at a `GET`; look at them, and at all counts."""
    ours, other = cup.bots[:2]
    claim = await cup.claim(1)
    made = [Made(0, ours, FAULT)]
    assert await cup.store.sets.append(cup.id, 1, [Addition(1, claim.fence, 1, [b"b"], made)])
    await cup.store.faults.add(other, FAULT)
    for bot in (ours, other):
        assert FAULT in [each.fault for each in await api.faults.before(bot, None, 9)]
    assert (await api.counters.all())["sets sky-5"] == 1
    assert (await api.sets.open_sets(await api.tournaments.running())).leased == 1
    assert await api.tournaments.opened() == []
    assert await cup.store.sets.release(cup.id, 1, 1, claim.fence, cup.bots[:2])
