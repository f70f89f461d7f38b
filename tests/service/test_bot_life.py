"""Bots that are retired or deleted: what they are still in, and what is left of them."""

import asyncio

import pytest

from arena.app import App
from arena.service.errors import Conflict, NotFound
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, own_bot, play_all, start_contest, with_limit


async def open_cup(app: App, who: Identity) -> TournamentView:
    """Open a tournament that nobody is in."""
    cup = await app.tournaments.create(who, "Cup", DUEL)
    return await app.tournaments.open(who, cup.id)


async def entered(app: App, cup: TournamentView) -> set[str]:
    """Give the ids of the bots that are in it."""
    return {each.bot for each in await app.entries.of(cup.id)}


async def whole_store(app: App) -> bytes:
    """Give all that is kept, as it is."""
    client, found = app.store.client, b""
    await client.run(bytes, "CONFIG", "SET", "rdbcompression", "no")
    for name in await client.run(list[bytes], "KEYS", "arena:*"):
        found += name + await client.run(bytes, "DUMP", name)
    await client.run(bytes, "CONFIG", "SET", "rdbcompression", "yes")
    return found


async def test_a_retired_bot_finishes_what_it_is_in_and_enters_nothing(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Until its owner brings it back."""
    cup = await start_contest(app, ada, loopback)
    bot = await own_bot(app, ada, "bot 0")
    assert (await app.bot_life.retire(ada, bot.id)).retired
    other = await open_cup(app, ada)

    with pytest.raises(Conflict, match="bot: it is retired"):
        await app.entries.enter(ada, other.id, bot.id)
    assert (await play_all(app, cup)).state == "finished"
    matches = (await app.matches.page(cup.id, None, 100)).items
    assert all(set(each.strikes) == {0} for each in matches)

    assert not (await app.bot_life.retire(ada, bot.id, retired=False)).retired
    await app.entries.enter(ada, other.id, bot.id)


async def test_nothing_secret_is_left_of_a_deleted_bot(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Neither where it was nor its secrets nor what it was called: in no key of the store."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())
    rotated = await app.bots.rotate(ada, bot.id)
    place = bot.url.removeprefix("http://")
    hidden = [each.encode() for each in (place, "Slapper", bot.secret, rotated.secret)]
    kept = await whole_store(app)
    assert all(each in kept for each in hidden)

    await app.bot_life.delete(ada, bot.id)
    kept = await whole_store(app)
    assert not any(each in kept for each in hidden)


async def test_a_deleted_bot_is_called_so_everywhere(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """In lists, entries and boards; its owner has no such bot any more."""
    cup = await start_contest(app, ada, loopback)
    bot = await own_bot(app, ada, "bot 0")
    await app.bot_life.delete(ada, bot.id)
    name = f"deleted bot {bot.id[:6]}"

    shown = await app.bots.get(bot.id)
    assert (shown.name, shown.deleted, shown.retired, shown.quarantined) == (name, True, True, True)
    assert {each.id: each.name for each in (await app.bots.page(None, 9)).items}[bot.id] == name
    assert {e.bot: e.name for e in await app.entries.of(cup.id)}[bot.id] == name
    assert {row.bot: row.name for row in await app.boards.leaderboard(cup.id)}[bot.id] == name
    for act in (app.bots.get_own, app.bots.check, app.bot_life.delete, app.bot_life.release):
        with pytest.raises(NotFound):
            await act(ada, bot.id)


async def test_a_deleted_bot_leaves_room_name_and_place_to_others(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the owner had as many as one may have."""
    monkeypatch.setattr("arena.store.bots.MOST_BOTS", 1)
    bot = await app.bots.register(ada, "Slapper", await loopback.start())
    await app.bot_life.delete(ada, bot.id)

    again = await app.bots.register(ada, "Slapper", bot.url)
    assert again.id != bot.id


async def test_a_deleted_bot_is_taken_out_of_what_has_not_started(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """That is announced; where it has begun to play, it stays."""
    running = await start_contest(app, ada, loopback)
    bot = await own_bot(app, ada, "bot 0")
    waiting = await open_cup(app, ada)
    await app.entries.enter(ada, waiting.id, bot.id)
    await app.bot_life.delete(ada, bot.id)

    assert await entered(app, waiting) == set()
    assert bot.id in await entered(app, running)
    told = [(e.kind, e.tournament, e.bot) for e in await app.store.feed.read("0", 999)][-2:]
    assert told == [("withdraw", waiting.id, bot.id), ("bot_deleted", None, bot.id)]


async def test_what_a_deleted_bot_has_not_played_is_played_by_defaults(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Also by workers that had begun: its match in play is finished, and then nobody asks it."""
    asked, at_work, go_on = set[str](), asyncio.Event(), asyncio.Event()

    async def decide(ask: Ask) -> int:
        asked.add(ask.match_id)
        at_work.set()
        await go_on.wait()
        return by_view(ask)

    cup = await start_contest(app, ada, loopback, DUEL, [decide, by_view, by_view], with_limit(1))
    bot = await own_bot(app, ada, "bot 0")
    playing = asyncio.create_task(play_all(app, cup))
    await at_work.wait()
    await app.bot_life.delete(ada, bot.id)
    go_on.set()
    cup = await playing

    assert (cup.state, cup.sets_done, len(asked)) == ("finished", 6, 1)
    assert (await app.audit.rebuild(cup.id)).differences == []
    assert (await app.audit.verify(cup.id)).differences == []
    matches = (await app.matches.page(cup.id, None, 100)).items
    assert all(set(each.strikes) == {0} for each in matches)


async def test_a_bot_that_is_deleted_while_it_enters_is_in_nothing(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whichever comes first."""
    cups = [await open_cup(app, ada) for _ in range(3)]
    for number in range(8):
        bot = await app.bots.register(ada, f"bot {number}", await loopback.start())
        acts = [app.entries.enter(ada, cup.id, bot.id) for cup in cups]
        ended = await asyncio.gather(
            *acts[:number % 3], app.bot_life.delete(ada, bot.id), *acts[number % 3 :],
            return_exceptions=True,
        )  # fmt: skip
        refused = [each for each in ended if isinstance(each, BaseException)]
        assert all(isinstance(each, NotFound | Conflict) for each in refused), refused

    assert [await entered(app, cup) for cup in cups] == [set()] * 3


async def test_a_bot_that_is_deleted_twice_at_once_is_deleted_once(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The other is told that there is none, or that it is done."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())
    ended = await asyncio.gather(
        *(app.bot_life.delete(ada, bot.id) for _ in range(4)), return_exceptions=True
    )

    assert None in ended
    assert all(each is None or isinstance(each, NotFound) for each in ended)
    told = [each.kind for each in await app.store.feed.read("0", 99)]
    assert told.count("bot_deleted") == 1


async def test_somebody_elses_bot_is_neither_retired_nor_deleted(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """It looks as if it were not there; nor is it taken out of another's tournament by that."""
    cup = await open_contest(app, ada, loopback, DUEL, [by_view], with_limit(1))
    bot = await own_bot(app, ada, "bot 0")

    for act in (app.bot_life.retire, app.bot_life.delete, app.bot_life.release):
        with pytest.raises(NotFound):
            await act(bob, bot.id)
    assert await app.bots.get_own(ada, bot.id) == bot
    assert await entered(app, cup) == {bot.id}
