"""Exhibitions as owners have them: with whom, from what, how often, who sees what came of it."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from arena.app import App
from arena.games import GAMES
from arena.service.errors import Full, Invalid, NotFound, TooMany
from arena.service.exhibitions import Wish
from arena.service.owners import Identity
from arena.store import exhibitions
from arena.store.buckets import Bucket
from arena.tournament.config import Config
from tests.loopback import BOTH_GAMES, Loopback
from tests.service.contest import DUEL, play_round, start_contest
from tests.service.exhibits import SIMPLE, against, register, shown

NOBODY = "0" * 32
SEED = "5eed" * 16


async def refused(app: App, who: Identity, wish: Wish) -> str:
    """Give why a wish is refused; nothing is kept of it."""
    before = await app.exhibitions.page(who, None, 9)
    with pytest.raises(Invalid) as refusal:
        await app.exhibitions.create(who, wish)
    assert await app.exhibitions.page(who, None, 9) == before
    return str(refusal.value)


async def test_bots_are_own_or_willing_ones(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """One that is not willing looks like one that is not there; one at least is an own one."""
    mine, others = await register(app, ada, loopback), await register(app, bob, loopback)
    texts = [await refused(app, ada, against(mine, each)) for each in (others.id, NOBODY)]
    assert texts[0].replace(others.id, NOBODY) == texts[1]
    assert texts[1].startswith("bots[1]: expected the id of a bot of yours, or of one that is will")

    changed = await app.bots.change(bob, others.id, exhibitions=True)
    assert (changed.exhibitions, (await app.bots.get(mine.id)).exhibitions) == (True, False)
    assert (await shown(app, ada, against(mine, others.id))).state == "finished"
    assert await refused(app, ada, against(others)) == "bots: expected one of yours at least"


async def test_a_bot_that_may_not_play_is_named(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Of another game, retired, in quarantine, deleted, or at two seats: why, and which."""
    bot, spare = [await register(app, ada, loopback, name=name) for name in ("a", "b")]
    info = msgspec.structs.replace(BOTH_GAMES, games=("sky-heist",))
    heist = await register(app, ada, loopback, info=info, name="c")
    assert "bots[1]: expected a bot that plays sky-5" in await refused(
        app, ada, against(bot, heist.id)
    )
    assert "bots: expected each bot once" in await refused(app, ada, against(bot, bot.id))
    await app.bot_life.retire(ada, spare.id)
    assert "bots[1]: expected a bot that is not ret" in await refused(
        app, ada, against(bot, spare.id)
    )
    await app.bot_life.quarantine(ada, bot.id, "a new disk")
    assert "bots[0]: expected a bot that is not in qu" in await refused(app, ada, against(bot))
    await app.bot_life.delete(ada, bot.id)
    assert "bots[0]: expected the id of a bot of you" in await refused(app, ada, against(bot))


async def test_what_it_is_played_from_is_checked(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """House bots, the game, how many sit there, the seed: each by its name."""
    bot = (await register(app, ada, loopback)).id
    one, six = (bot,), (bot, *[SIMPLE] * 5)
    bad = {
        "bots[1]: house:nobody: expected one of sky5-random": Wish(
            bots=(bot, "house:nobody"), game="sky-5"
        ),
        "bots[1]: house:heist-good: it plays sky-heist, not": Wish(
            bots=(bot, "house:heist-good"), game="sky-5"
        ),
        "bots: expected one of yours": Wish(bots=(SIMPLE, SIMPLE), game="sky-5"),
        "bots: expected 2 to 5, got 1": Wish(bots=one, game="sky-5"),
        "bots: expected 2 to 5, got 6": Wish(bots=six, game="sky-5"),
        "game: expected one of sky-5, sky-heist": Wish(bots=(bot, SIMPLE), game="chess"),
        "game: expected the name of a game, or `of`": Wish(bots=(bot, SIMPLE)),
        "seed: expected 64 hex digits": Wish(bots=(bot, SIMPLE), game="sky-5", seed="5eed"),
        "of: expected neither `game` nor": Wish(
            bots=(bot, SIMPLE), of=f"{NOBODY}-1-0-0", seed=SEED
        ),
    }
    for text, wish in bad.items():
        assert (await refused(app, ada, wish)).startswith(text)


async def test_a_match_is_played_again_with_other_bots(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """From its seed and with its limits, once its replay is public: to its organiser no earlier."""
    config: Config = msgspec.structs.replace(DUEL, move_ms=900, bank_ms=50, max_strikes=3)
    cup = await start_contest(app, ada, loopback, config)
    bot = await register(app, bob, loopback, name="another")
    await app.sets.play(cup.id, 1, [0])
    sealed, absent = f"{cup.id}-1-0-0", f"{cup.id}-1-9-0"
    texts = list[str]()
    for who, of in ((ada, sealed), (bob, sealed), (bob, absent)):
        with pytest.raises(NotFound) as refusal:
            await app.exhibitions.create(who, Wish(bots=(bot.id, SIMPLE), of=of))
        texts.append(str(refusal.value).replace(absent, sealed))
    assert len(set(texts)) == 1
    await play_round(app, await app.tournaments.get(cup.id))

    view = await shown(app, bob, Wish(bots=(bot.id, SIMPLE), of=sealed))
    assert (view.move_ms, view.bank_ms, view.max_strikes) == (900, 50, 3)
    again = (await app.exhibitions.replay(bob, view.id)).header
    assert again == (await app.matches.replay(sealed)).header
    text = await refused(app, bob, Wish(bots=(bot.id, SIMPLE, SIMPLE), of=sealed))
    assert text == "bots: expected 2, as in that match, got 3"


async def test_the_cards_of_an_exhibition_are_played_again(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """By whoever may see it, once it is over: with a bot that is mended, or another."""
    bot, others = await register(app, ada, loopback), await register(app, bob, loopback)
    begun = await app.exhibitions.create(ada, against(bot, seed=SEED))
    again = Wish(bots=(SIMPLE, bot.id), of=begun.id)
    with pytest.raises(NotFound, match="is not finished"):
        await app.exhibitions.create(ada, again)
    await app.exhibitor.play(begun.id, asyncio.Event())

    view = await shown(app, ada, again)
    first, second = [await app.exhibitions.replay(ada, each.id) for each in (begun, view)]
    assert (first.header, view.bots) == (second.header, again.bots)
    with pytest.raises(NotFound, match="no exhibition"):
        await app.exhibitions.create(bob, Wish(bots=(others.id, SIMPLE), of=begun.id))


async def test_it_is_told_as_a_match_is(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, with times, an ask, and a proof; not where the game has other rules since."""
    bot = await register(app, ada, loopback)
    view = await shown(app, ada, against(bot))
    play = await app.exhibition_plays.play(view.id, "all", ada)
    asks = [ask for beat in play.beats for ask in beat.asks]
    record = await app.exhibitions.replay(ada, view.id)

    assert tuple(ask.choice for ask in asks) == record.decisions
    assert all(ask.latency_ms is not None for ask in asks)
    assert {beat.asks[0].seat for beat in play.beats if beat.asks} == {0, 1}
    assert (play.match, play.digest) == (view.id, record.digest)
    options = await app.exhibition_plays.options(view.id, 1, ada)
    assert (options.choice, len(options.words)) == (asks[1].choice, asks[1].options)
    assert (await app.exhibition_plays.proof(view.id, ada)).verified
    with pytest.raises(Invalid, match="seen_by: expected all, spectator or a seat, 0 to 1, got 2"):
        await app.exhibition_plays.play(view.id, 2, ada)
    monkeypatch.setitem(GAMES, "sky-5", replace(GAMES["sky-5"], version=99))
    with pytest.raises(NotFound, match="played here by version 99"):
        await app.exhibition_plays.play(view.id, "all", ada)


async def test_owners_of_the_bots_see_it_and_nobody_else(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Not by its id either; only whoever has begun it finds it in his list."""
    eve = await app.owners.authenticate((await app.owners.create("Eve", ("contestant",)))[1])
    mine, others = await register(app, ada, loopback), await register(app, bob, loopback)
    await app.bots.change(bob, others.id, exhibitions=True)
    view = await shown(app, ada, against(mine, others.id))

    assert await app.exhibitions.get(bob, view.id) == view
    replay = await app.exhibitions.replay(bob, view.id)
    assert view.result is not None
    assert replay.digest == view.result.digest
    assert (await app.exhibitions.page(ada, None, 9)).items == [view]
    assert (await app.exhibitions.page(bob, None, 9)).items == []
    for ask in (app.exhibitions.get, app.exhibitions.replay):
        with pytest.raises(NotFound, match="no exhibition"):
            await ask(eve, view.id)
        with pytest.raises(NotFound, match="no exhibition"):
            await ask(ada, NOBODY)
    assert (await app.exhibition_plays.proof(view.id, bob)).verified
    for who in (eve, None):
        with pytest.raises(NotFound, match="no exhibition"):
            await app.exhibition_plays.play(view.id, "spectator", who)


async def test_there_is_no_replay_of_what_is_not_over(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It is not there yet."""
    view = await app.exhibitions.create(ada, against(await register(app, ada, loopback)))

    assert (view.state, view.result, view.ended_ms) == ("queued", None, None)
    with pytest.raises(NotFound, match="is not finished"):
        await app.exhibitions.replay(ada, view.id)


async def test_lists_come_in_pages(app: App, ada: Identity, loopback: Loopback) -> None:
    """The newest first; a cursor that is none is refused."""
    bot = await register(app, ada, loopback)
    ids = [(await app.exhibitions.create(ada, against(bot))).id for _ in range(3)]
    first = await app.exhibitions.page(ada, None, 2)
    assert first.next is not None
    rest = await app.exhibitions.page(ada, first.next, 2)

    assert sorted(each.id for each in first.items + rest.items) == sorted(ids)
    assert rest.next is None
    with pytest.raises(Invalid, match="cursor: expected `next` of an earlier page"):
        await app.exhibitions.page(ada, NOBODY, 2)


async def test_an_owner_may_begin_only_so_many(
    app: App, ada: Identity, bob: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three that are not over, and ten a minute; all together so many as there is room for."""
    bot, others = await register(app, ada, loopback), await register(app, bob, loopback)
    for _ in range(3):
        await app.exhibitions.create(ada, against(bot))
    with pytest.raises(TooMany, match="3 of yours are not over yet: try again in 5 s"):
        await app.exhibitions.create(ada, against(bot))
    monkeypatch.setattr(exhibitions, "MOST_OPEN", 3)
    with pytest.raises(Full, match="try again"):
        await app.exhibitions.create(bob, against(others))
    left = Bucket(f"exhibitions:{ada.owner.id}", 10, 6_000)
    while await app.store.buckets.take(left) == 0:
        pass
    with pytest.raises(TooMany, match="exhibitions: too many of yours: try again in"):
        await app.exhibitions.create(ada, against(bot))
