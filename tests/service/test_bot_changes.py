"""Bots that are given another name or URL, and the versions that they state."""

import asyncio
from collections import Counter

import msgspec
import pytest
from aiohttp import web

from arena.app import App
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.owners import Identity
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import (
    DUEL,
    open_contest,
    play_all,
    play_round,
    start_contest,
    with_limit,
)
from tests.service.stating import Stating


async def kinds(app: App) -> Counter[str]:
    """Give how often each kind was announced."""
    return Counter(each.kind for each in await app.store.feed.read("0", 1_000))


async def first_option(_: web.Request) -> web.Response:
    """Answer whatever is asked."""
    return web.json_response({"choice": 0})


async def test_a_bot_is_called_by_its_new_name_everywhere(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """In lists, entries and boards, at once; and the old name is free."""
    cup = await start_contest(app, ada, loopback, DUEL, [by_view, by_view])
    bot = (await app.entries.of(cup.id))[0]
    changed = await app.bots.change(ada, bot.bot, name="Slapper")

    assert changed.name == "Slapper"
    assert {each.name for each in (await app.bots.page(None, 9)).items} >= {"Slapper"}
    assert (await app.entries.of(cup.id))[0].name == "Slapper"
    names = {row.bot: row.name for row in await app.boards.leaderboard(cup.id)}
    assert names[bot.bot] == "Slapper"
    assert (await kinds(app))["bot_changed"] == 1
    await app.bots.register(ada, bot.name, await loopback.start())


async def test_a_new_url_is_kept_once_the_bot_there_has_answered(
    app: App, ada: Identity, loopback: Loopback, closed_port: int
) -> None:
    """With its consent; else all stays as it was."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())
    url = await loopback.start(by_view, msgspec.structs.replace(BOTH_GAMES, version="2.0"))

    for bad in (f"http://127.0.0.1:{closed_port}", url.replace("127.0.0.1", "localhost")):
        with pytest.raises(Invalid, match="url: "):
            await app.bots.change(ada, bot.id, name="Renamed", url=bad)
    assert await app.bots.with_secret(ada, bot.id) == bot

    changed = await app.bots.change(ada, bot.id, url=url)
    assert (changed.name, changed.url, changed.version) == ("Slapper", url, "2.0")
    assert (await app.bots.with_secret(ada, bot.id)).secret == bot.secret


async def test_an_owners_bots_are_at_different_places(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """However the URL is spelt; the answer names the bot that is there. Another owner's may be."""
    urls = [await loopback.start() for _ in range(2)]
    first, second = [await app.bots.register(ada, f"bot {n}", url) for n, url in enumerate(urls)]

    there = rf"url: your bot 'bot 0' \({first.id}\) is there already"
    with pytest.raises(Conflict, match=there):
        await app.bots.register(ada, "bot 2", f"{first.url}/")
    with pytest.raises(Conflict, match=there):
        await app.bots.change(ada, second.id, url=first.url)
    with pytest.raises(Conflict, match="name: you have a bot called 'bot 0'"):
        await app.bots.change(ada, second.id, name="bot 0")
    await app.bots.change(ada, first.id, name="bot 0", url=first.url)
    await app.bots.register(bob, "bot 0", first.url)


async def test_of_two_changes_at_once_one_is_whole(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The bot is as one of them says, and what it was in between is free again."""
    urls = [await loopback.start() for _ in range(3)]
    bot = await app.bots.register(ada, "at first", urls[0])
    wanted = {("A", urls[1]), ("B", urls[2])}

    await asyncio.gather(*(app.bots.change(ada, bot.id, name, url) for name, url in wanted))

    found = await app.bots.get_own(ada, bot.id)
    assert (found.name, found.url) in wanted
    for name, url in {("at first", urls[0]), *wanted} - {(found.name, found.url)}:
        await app.bots.register(ada, name, url)


async def test_somebody_elses_bot_is_not_changed(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """It looks as if it were not there."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())

    with pytest.raises(NotFound):
        await app.bots.change(bob, bot.id, name="Stolen")
    assert await app.bots.with_secret(ada, bot.id) == bot


async def test_a_match_in_play_goes_on_at_the_old_url(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The next ones are played at the new one."""
    asked, at_work, go_on = Counter[str](), asyncio.Event(), asyncio.Event()

    def server(name: str) -> Function:
        async def decide(ask: Ask) -> int:
            asked[name] += 1
            at_work.set()
            await go_on.wait()
            return by_view(ask)

        return decide

    cup = await start_contest(app, ada, loopback, DUEL, [server("old"), by_view], with_limit(1))
    bot = next(each for each in await app.entries.of(cup.id) if each.name == "bot 0")
    playing = asyncio.create_task(play_round(app, cup))
    await at_work.wait()
    await app.bots.change(ada, bot.bot, url=await loopback.start(server("new"), with_limit(1)))
    go_on.set()
    cup = await playing

    assert asked["old"] > 1
    assert asked["new"] == 0
    before = asked["old"]
    await play_all(app, cup)
    assert asked["old"] == before
    assert asked["new"] > 0


async def test_a_version_is_kept_when_it_is_met_in_play_or_checked(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Everybody sees which there were, and since when; what is no news is not kept twice."""
    config: Config = msgspec.structs.replace(DUEL, rounds=3)
    cup = await open_contest(app, ada, loopback, config, [by_view], BOTH_GAMES)
    stating = Stating(BOTH_GAMES)
    server = stating.application()
    server.router.add_post("/decide", first_option)
    bot = await app.bots.register(ada, "stating", await loopback.serve(server))
    await app.entries.enter(ada, cup.id, bot.id)
    cup = await app.tournaments.start(ada, cup.id)
    for version in ("1.0", "1.1", "1.1"):
        stating.info = msgspec.structs.replace(BOTH_GAMES, version=version)
        cup = await play_round(app, cup)
    assert (await app.bots.get(bot.id)).version == "1.1"
    await app.bots.check(ada, bot.id)

    found = (await app.bots.get(bot.id)).versions
    assert [each.version for each in found] == ["1.0", "1.1"]
    assert bot.created_ms <= found[0].since_ms < found[1].since_ms
    assert (await kinds(app))["bot_changed"] == 1


async def test_a_bot_that_does_not_say_keeps_its_version(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """What it said at its registration is not taken for news."""
    cup = await open_contest(app, ada, loopback, DUEL, [by_view], BOTH_GAMES)
    async with Loopback() as brief:
        bot = await app.bots.register(ada, "gone", await brief.start())
    await app.store.bots.note_versions({bot.id: "2.0"})
    await app.entries.enter(ada, cup.id, bot.id)
    await play_all(app, await app.tournaments.start(ada, cup.id))

    assert (await app.bots.get(bot.id)).version == "2.0"


async def test_a_hundred_versions_are_kept(app: App, ada: Identity, loopback: Loopback) -> None:
    """The newest, whatever a bot states."""
    bot = await app.bots.register(ada, "restless", await loopback.start())
    for number in range(101):
        await app.store.bots.note_versions({bot.id: f"v {number}"})

    found = (await app.bots.get(bot.id)).versions
    assert [each.version for each in found] == [f"v {number}" for number in range(1, 101)]
