"""Secrets of bots: replaced without a gap, and shown to nobody but their owners."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest
import structlog
from aiohttp import web
from structlog.testing import LogCapture

from arena.app import App
from arena.match.guard import Guard
from arena.service.clock import now_ms
from arena.service.errors import NotFound
from arena.service.owners import Identity
from arena.service.playing import batch, contestants
from arena.store.bots import Bot
from bots.kit import application
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.match.asks import request
from tests.service.contest import start_contest


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Put the clock of whoever plays forward by so many hours."""

    def put(hours: int) -> None:
        monkeypatch.setattr(contestants, "now_ms", lambda: now_ms() + hours * 3_600_000)

    return put


async def accepted(app: App, loopback: Loopback, bot_id: str, secret: str) -> bool:
    """Say whether a bot that knows this secret answers what we send to the registered one."""
    bot = await app.store.bots.get(bot_id)
    assert bot is not None
    url = await loopback.serve(application(by_view, BOTH_GAMES, secret))
    bot = msgspec.structs.replace(bot, url=url)
    async with contestants.connect([bot], app.settings.guard()) as ready:
        player = await ready[bot_id].player()
        assert player is not None
        return (await player.decide(request(), 5_000)).fault is None


async def test_requests_are_signed_with_both_secrets_for_a_day(
    app: App, ada: Identity, loopback: Loopback, later: Callable[[int], None]
) -> None:
    """So a bot may be given the new one at any time in between."""
    first = await app.bots.register(ada, "Slapper", await loopback.start())
    second = await app.bots.rotate(ada, first.id)

    assert second.secret != first.secret
    assert (first.old_secret_until_ms, second.id) == (None, first.id)
    assert await app.bots.with_secret(ada, first.id) == second
    for hours in (0, 23):
        later(hours)
        for secret in (first.secret, second.secret):
            assert await accepted(app, loopback, first.id, secret)

    later(25)
    assert not await accepted(app, loopback, first.id, first.secret)
    assert await accepted(app, loopback, first.id, second.secret)


async def test_at_most_one_old_secret_is_in_use(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whoever replaces a secret that others know does so twice."""
    first = await app.bots.register(ada, "Slapper", await loopback.start())
    second = await app.bots.rotate(ada, first.id)
    third = await app.bots.rotate(ada, first.id)

    assert not await accepted(app, loopback, first.id, first.secret)
    for secret in (second.secret, third.secret):
        assert await accepted(app, loopback, first.id, secret)


async def test_a_check_meanwhile_does_not_bring_a_secret_back(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It asks the bot for up to 5 s, and then keeps what the bot states and nothing else."""
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def state(_: web.Request) -> web.Response:
        asked.set()
        await go_on.wait()
        body = msgspec.json.encode(msgspec.structs.replace(BOTH_GAMES, version="2.0"))
        return web.Response(body=body, content_type="application/json")

    server = web.Application()
    server.router.add_get("/", state)
    url = await loopback.serve(server)
    go_on.set()
    bot = await app.bots.register(ada, "Slapper", url)
    asked.clear()
    go_on.clear()
    check = asyncio.create_task(app.bots.check(ada, bot.id))
    await asked.wait()
    rotated = await app.bots.rotate(ada, bot.id)
    go_on.set()

    assert (await check).old_secret_until_ms == rotated.old_secret_until_ms
    assert await app.bots.with_secret(ada, bot.id) == rotated
    assert rotated.secret != bot.secret


async def test_changes_at_the_same_time_are_all_kept(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Each is made of what the others left."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())

    def moved(letter: str) -> Callable[[Bot], Bot]:
        return lambda stored: msgspec.structs.replace(stored, url=stored.url + letter)

    await asyncio.gather(*(app.store.bots.change(bot.id, moved(letter)) for letter in "abcdefgh"))
    url = (await app.bots.get_own(ada, bot.id)).url
    assert sorted(url.removeprefix(bot.url)) == [*"abcdefgh"]
    with pytest.raises(KeyError):
        await app.store.bots.change("0" * 32, moved("a"))


async def test_somebody_elses_secret_is_not_replaced(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Their bot looks as if it were not there."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())

    with pytest.raises(NotFound):
        await app.bots.rotate(bob, bot.id)
    assert (await app.bots.with_secret(ada, bot.id)).secret == bot.secret


async def test_no_log_shows_a_secret_or_where_a_bot_is(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a defect of ours, whose traceback is logged, nor a bot that we may not call."""
    tournament = await start_contest(app, ada, loopback)
    bot_id = (await app.bots.page(None, 1)).items[0].id
    await app.bots.rotate(ada, bot_id)
    stored = await app.store.bots.get_many([bot_id])

    def fail(*_: object) -> None:
        raise ValueError(f"what is {stored}, {stored[0].old_secret}?")

    monkeypatch.setattr(batch, "match_header", fail)
    logged = LogCapture()
    structlog.configure(processors=[structlog.processors.format_exc_info, logged])
    try:
        await app.sets.play(tournament.id, 1, [0])
        async with contestants.connect(stored, Guard()):
            pass
    finally:
        structlog.reset_defaults()

    told = repr(logged.entries)
    assert all(word in told for word in ("set_failed", "bot_not_callable_here", stored[0].id))
    for secret in (*stored[0].secrets(now_ms()), stored[0].url):
        assert secret not in told
