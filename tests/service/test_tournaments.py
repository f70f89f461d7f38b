"""The life of a tournament up to its start."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service import tournaments
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.owners import Identity
from arena.service.plans import plan_of
from arena.service.tournaments import TournamentView
from arena.store.tournaments import Entry, Plan
from arena.tournament.config import Config, canonical
from arena.tournament.schedule import Schedule
from arena.tournament.seeds import commitment
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_all, play_round, start_contest


async def test_a_draft_shows_its_commitment_and_hides_its_secret(app: App, ada: Identity) -> None:
    """Nothing of the seed can be known before the end."""
    view = await app.tournaments.create(ada, "Cup", DUEL)

    assert (view.state, view.round, view.entries) == ("draft", 0, 0)
    assert (view.secret, view.final) == (None, None)
    assert len(view.commitment) == 64


async def test_the_revealed_secret_is_the_committed_one(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """After the last set everybody can check that the seed was fixed before the entries."""
    started = await start_contest(app, ada, loopback)
    assert (started.secret, started.final) == (None, None)
    view = await play_all(app, started)

    assert view.secret is not None
    secret = bytes.fromhex(view.secret)
    assert commitment(secret, canonical(view.config)).hex() == view.commitment
    assert view.final is not None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"rules": 99}, "rules"),
        ({"players": 9}, "players"),
        ({"rounds_per_match": 999}, "rounds_per_match"),
        ({"k_schedule": ((None, 300),), "deals": 2}, "k_schedule"),
        ({"k_schedule": ((30, 10), (None, 40))}, "k_schedule"),
        ({"beacon": 0}, "beacon"),
    ],
)
async def test_a_config_that_cannot_be_held_is_refused(
    app: App, ada: Identity, changes: dict[str, str], field: str
) -> None:
    """The error names the field; nothing is drafted."""
    config: Config = msgspec.structs.replace(DUEL, **changes)

    with pytest.raises(Invalid) as caught:
        await app.tournaments.create(ada, "Cup", config)
    assert caught.value.field == field
    assert (await app.tournaments.page(None, 10)).items == []


async def test_others_cannot_run_my_tournament(app: App, ada: Identity) -> None:
    """To another organiser it looks as if there were none."""
    _, token = await app.owners.create("Eve", ("organiser",))
    eve = await app.owners.authenticate(token)
    view = await app.tournaments.create(ada, "Cup", DUEL)

    with pytest.raises(NotFound):
        await app.tournaments.open(eve, view.id)
    with pytest.raises(NotFound):
        await app.tournaments.start(eve, view.id)


async def test_entries_need_an_open_tournament_and_an_own_bot(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """A draft takes none; nobody enters another's bot; nobody enters twice."""
    view = await app.tournaments.create(ada, "Cup", DUEL)
    bot = await app.bots.register(bob, "Slapper", await loopback.start())
    with pytest.raises(Conflict, match="expected open, it is draft"):
        await app.entries.enter(bob, view.id, bot.id)
    await app.tournaments.open(ada, view.id)
    with pytest.raises(NotFound):
        await app.entries.enter(ada, view.id, bot.id)
    entry = await app.entries.enter(bob, view.id, bot.id, "ab" * 32)
    with pytest.raises(Conflict, match="entered already"):
        await app.entries.enter(bob, view.id, bot.id)

    assert entry.nonce == "ab" * 32
    assert await app.entries.of(view.id) == [entry]


@pytest.mark.parametrize("nonce", ["", "ab", "AB" * 32, "g" * 64])
async def test_a_nonce_is_64_hex_digits(app: App, ada: Identity, nonce: str) -> None:
    """In lower case, as everywhere."""
    with pytest.raises(Invalid, match=r"^nonce: expected 64 hex digits"):
        await app.entries.enter(ada, "0" * 32, "0" * 32, nonce)


async def test_a_bot_enters_only_games_it_plays(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The message says what it plays."""
    info = msgspec.structs.replace(BOTH_GAMES, games=("sky-heist",))
    view = await app.tournaments.create(ada, "Cup", DUEL)
    await app.tournaments.open(ada, view.id)
    bot = await app.bots.register(ada, "Robber", await loopback.start(by_view, info))

    with pytest.raises(Invalid, match=r"^bot: .*sky-5.*sky-heist"):
        await app.entries.enter(ada, view.id, bot.id)


async def test_too_few_bots_cannot_start(app: App, ada: Identity) -> None:
    """It stays open, so that more may enter."""
    view = await app.tournaments.create(ada, "Cup", DUEL)
    await app.tournaments.open(ada, view.id)

    with pytest.raises(Invalid, match="expected at least 2"):
        await app.tournaments.start(ada, view.id)
    assert (await app.tournaments.get(view.id)).state == "open"


async def test_a_k_that_overshoots_for_these_entries_cannot_start(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With more bots than seats a round has more sets for each."""
    config: Config = msgspec.structs.replace(DUEL, players=3, k_schedule=((None, 200),), mode="off")

    with pytest.raises(Invalid, match=r"^k_schedule: "):
        await start_contest(app, ada, loopback, config, [by_view] * 4)


async def test_it_starts_once(app: App, ada: Identity, loopback: Loopback) -> None:
    """With round 1 open and its sets in the queue; a second start is refused."""
    view = await start_contest(app, ada, loopback)

    assert (view.state, view.round, view.sets_done) == ("running", 1, 0)
    assert view.sets_open > 0
    assert await app.store.queue.waiting() > 0
    with pytest.raises(Conflict, match="expected open, it is running"):
        await app.tournaments.start(ada, view.id)


async def test_starts_at_once_are_planned_once(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan takes a processor for up to a second; those who come second make none."""
    view = await open_contest(app, ada, loopback, DUEL, [by_view] * 3, BOTH_GAMES)
    plan, planned = plan_of, list[Plan]()

    def counted(made_of: Plan, entries: list[Entry], beacon: bytes | None) -> Schedule:
        planned.append(made_of)
        return plan(made_of, entries, beacon)

    monkeypatch.setattr(tournaments, "plan_of", counted)
    starts = (app.tournaments.start(ada, view.id) for _ in range(5))
    answers = await asyncio.gather(*starts, return_exceptions=True)

    assert [type(each) for each in answers] == [TournamentView, *[Conflict] * 4]
    assert len(planned) == 1


async def test_the_latest_of_a_game_is_one_that_has_started(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A newer draft does not hide it."""
    view = await start_contest(app, ada, loopback)
    await app.tournaments.create(ada, "Next", DUEL)

    assert await app.tournaments.latest("sky-5") == view.id
    with pytest.raises(NotFound):
        await app.tournaments.latest("sky-heist")


async def test_what_is_not_there_is_not_found(app: App) -> None:
    """Any id that is none."""
    with pytest.raises(NotFound):
        await app.tournaments.get("nothing")


async def test_by_invitation_enters_who_has_the_code(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """The organiser alone is shown it."""
    view = await app.tournaments.create(ada, "Cup", DUEL, "invitation")
    await app.tournaments.open(ada, view.id)
    code = await app.entries.invitation(ada, view.id)
    with pytest.raises(NotFound):
        await app.entries.invitation(bob, view.id)
    bot = await app.bots.register(bob, "Bert", await loopback.start(by_view))
    for wrong in (None, "", "guess", "ü"):
        with pytest.raises(Invalid, match="invitation: expected the code that the organiser gives"):
            await app.entries.enter(bob, view.id, bot.id, invitation=wrong)
    assert view.registration == "invitation"
    assert (await app.entries.enter(bob, view.id, bot.id, invitation=code)).bot == bot.id


async def test_what_is_to_come_is_estimated(app: App, ada: Identity, loopback: Loopback) -> None:
    """Before the start, while it runs, and not when it is over."""
    config = Config(game="sky-5", players=2, rounds=2, mode="rotation")
    view = await app.tournaments.create(ada, "Cup", config)
    assert view.estimate is None
    view = await start_contest(app, ada, loopback, config, [by_view] * 4)
    assert view.estimate is not None
    assert view.estimate.matches == 2 * sum((view.sets_open, 6 * 2 - view.sets_open))
    assert view.estimate.calls > view.estimate.matches
    second = await play_round(app, view)
    assert second.estimate is not None
    assert second.estimate.matches == view.estimate.matches - 2 * second.sets_done
    assert second.estimate.ends_ms is not None
    assert (await play_all(app, second)).estimate is None
