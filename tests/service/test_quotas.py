"""How much one owner may have: refused is what would be more, and nothing is stored of it."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service import plans
from arena.service.errors import Conflict, Invalid
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import bots as stored_bots
from arena.store import tournaments as stored
from arena.tournament.config import Config
from tests.loopback import Loopback
from tests.service.contest import DUEL, play_all, start_contest


async def try_to_draft(app: App, who: Identity) -> TournamentView | Conflict:
    """Draft a tournament; give it, or why not."""
    try:
        return await app.tournaments.create(who, "Cup", DUEL)
    except Conflict as error:
        return error


async def test_an_owner_has_a_hundred_bots_at_most(
    app: App, ada: Identity, bob: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where many are registered at once; another owner has as many of his own."""
    assert stored_bots.MOST_BOTS == 100
    monkeypatch.setattr(stored_bots, "MOST_BOTS", 3)
    urls = [await loopback.start() for _ in range(6)]

    ended = await asyncio.gather(
        *(app.bots.register(ada, f"bot {n}", url) for n, url in enumerate(urls)),
        return_exceptions=True,
    )
    refused = [each for each in ended if isinstance(each, Conflict)]
    assert len(refused) == 3
    assert "bots: expected at most" in str(refused[0])
    await app.bots.register(bob, "bot", urls[0])
    assert len((await app.bots.page(None, 10)).items) == 4


async def test_an_organiser_has_twenty_unfinished_tournaments_at_most(
    app: App, ada: Identity, bob: Identity
) -> None:
    """Also where many are drafted at once."""
    ended = await asyncio.gather(*(try_to_draft(app, ada) for _ in range(25)))

    refused = [each for each in ended if isinstance(each, Conflict)]
    assert len(refused) == 5
    assert "expected at most 20 of an organiser that are not finished" in str(refused[0])
    assert isinstance(await try_to_draft(app, bob), TournamentView)


async def test_a_finished_tournament_leaves_room_for_another(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those count that are still to be played."""
    monkeypatch.setattr(stored, "MOST_UNFINISHED", 1)
    config = msgspec.structs.replace(DUEL, rounds=1)
    running = await start_contest(app, ada, loopback, config)
    assert isinstance(await try_to_draft(app, ada), Conflict)

    await play_all(app, running)

    assert isinstance(await try_to_draft(app, ada), TournamentView)
    assert isinstance(await try_to_draft(app, ada), Conflict)


async def test_a_tournament_has_a_thousand_entries_at_most(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is refused, and who is entered stays so."""
    assert stored.MOST_ENTRIES == 1_000
    monkeypatch.setattr(stored, "MOST_ENTRIES", 2)
    cup = await app.tournaments.create(ada, "Cup", DUEL)
    await app.tournaments.open(ada, cup.id)
    urls = [await loopback.start() for _ in range(3)]
    bots = [await app.bots.register(ada, f"bot {n}", url) for n, url in enumerate(urls)]
    for bot in bots[:2]:
        await app.entries.enter(ada, cup.id, bot.id)

    with pytest.raises(Conflict, match="entries: expected at most"):
        await app.entries.enter(ada, cup.id, bots[2].id)
    assert len(await app.entries.of(cup.id)) == 2


async def test_a_config_of_more_than_a_million_matches_is_refused(app: App, ada: Identity) -> None:
    """At once where the fewest entries make as many already; nothing is drafted."""
    config = msgspec.structs.replace(
        DUEL, players=5, rounds=1_000, deals=201, k_schedule=((None, 1),)
    )
    with pytest.raises(Invalid, match="rounds: expected at most 1000000 matches") as caught:
        await app.tournaments.create(ada, "Cup", config)

    assert caught.value.field == "rounds"
    assert "lower rounds to 995 or deals to 200" in str(caught.value)
    assert "1005000" in str(caught.value)
    await app.tournaments.create(ada, "Cup", msgspec.structs.replace(config, deals=200))


def test_the_nearest_numbers_of_bots_are_named_above_too() -> None:
    """From 50 bots on `auto` is `field`, in which a set is one match and not five."""
    config = Config(
        game="sky-5", players=5, rounds=1_000, deals=5, k_schedule=((None, 10),), rules=1
    )
    entries = [
        stored.Entry(bot=str(n), name=str(n), owner="ada", nonce=bytes(32), windows=False)
        for n in range(45)
    ]
    plan = stored.Plan(
        id="1",
        owner="ada",
        name="Cup",
        config=config,
        secret=bytes(32),
        commitment="",
        created_ms=0,
    )
    with pytest.raises(Invalid, match="45 make 1125000: 40 or 50 would do"):
        plans.plan_of(plan, entries, None)


async def test_entries_that_make_more_than_a_million_matches_cannot_start(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted from the schedule, before anything of it is opened."""
    assert plans.MOST_MATCHES == 1_000_000
    monkeypatch.setattr(plans, "MOST_MATCHES", 11)

    with pytest.raises(Invalid, match="no more than make 11 matches, 3 make 12: 2 would do"):
        await start_contest(app, ada, loopback)
    assert (await app.tournaments.page(None, 1)).items[0].state == "open"
