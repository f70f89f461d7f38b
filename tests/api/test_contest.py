"""A contest over the API, from the registration of a bot to a verified replay."""

from msgspec import Struct

from arena.app import App
from arena.engine.record import Record
from arena.engine.replay import verify
from arena.games import game
from arena.service.boards import Leaderboard, Row
from arena.service.bots import BotWithSecret, OwnBot, PublicBot
from arena.service.entries import EntryView
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView
from tests.api.acts import draft, enter, open_draft, register, start_cup
from tests.api.client import Api
from tests.loopback import Loopback
from tests.service.contest import play_all, play_round


async def test_a_contest_is_held_from_registration_to_verified_replay(
    api: Api, app: App, ada: str, bob: str, loopback: Loopback
) -> None:
    """Two people's bots meet; boards, matches and replays tell of it, and every replay verifies."""
    bots = [
        await register(api, token, await loopback.start(), f"bot {number}")
        for number, token in enumerate((ada, ada, bob))
    ]
    cup = await draft(api, ada)
    assert cup.state == "draft"
    assert (await open_draft(api, ada, cup)).state == "open"
    for token, bot in zip((ada, ada, bob), bots, strict=True):
        assert (await enter(api, token, cup, bot)).bot == bot.id
    path = f"/v1/tournaments/{cup.id}"
    entries = (await api.get(f"{path}/entries")).read(list[EntryView])
    assert [entry.bot for entry in entries] == sorted(bot.id for bot in bots)
    started = (await api.post(f"{path}/start", token=ada)).read(TournamentView)
    assert (started.state, started.round, started.sets_open) == ("running", 1, 3)

    await play_all(app, started)

    ended = (await api.get(path)).read(TournamentView)
    assert (ended.state, ended.sets_done) == ("finished", 6)
    assert ended.secret is not None
    board = (await api.get(f"{path}/standings")).read(list[Row])
    assert {row.bot for row in board} == {bot.id for bot in bots}
    assert [row.rating for row in board] == sorted((row.rating for row in board), reverse=True)
    assert sum(row.rating for row in board) == 3 * 1_500_000_000
    page = (await api.get(f"{path}/matches")).read(Page[MatchView])
    assert len(page.items) == 12
    for match in page.items:
        assert (await api.get(f"/v1/matches/{match.id}")).read(MatchView) == match
        record = (await api.get(f"/v1/matches/{match.id}/replay")).read(Record)
        assert verify(game("sky-5"), record) is None
        assert (record.outcome, record.digest) == (match.outcome, match.digest)


async def test_a_replay_is_sealed_until_its_round_is_over(
    api: Api, app: App, ada: str, bob: str, loopback: Loopback
) -> None:
    """404 for everybody but the organiser; then for nobody."""
    cup = await start_cup(api, ada, loopback)
    await app.sets.play(cup.id, 1, [0])
    path = f"/v1/tournaments/{cup.id}/matches"
    match = (await api.get(path)).read(Page[MatchView]).items[0]
    replay = f"/v1/matches/{match.id}/replay"

    assert not match.replay
    sealed, absent = await api.get(replay), f"{cup.id}-1-2-0"
    assert "sealed" in sealed.problem(404).detail
    unplayed = await api.get(f"/v1/matches/{absent}/replay")
    assert sealed.said.replace(match.id, absent) == unplayed.said
    assert (await api.get(replay, bob)).status == 404
    assert (await api.get(replay, ada)).read(Record).digest == match.digest

    await play_round(app, cup)
    assert (await api.get(replay)).read(Record).digest == match.digest


async def test_a_bot_shows_url_and_secret_to_its_owner_alone(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """Nothing that is public names the place where a bot can be reached."""
    url = await loopback.start()
    bot = await register(api, ada, url)
    path = f"/v1/bots/{bot.id}"

    assert (await api.get(f"{path}/secret", ada)).read(BotWithSecret) == bot
    assert (await api.get(path, ada)).read(OwnBot).url == url
    (await api.get(f"{path}/secret", bob)).problem(404)
    for reply in (await api.get(path), await api.get(path, bob), await api.get("/v1/bots")):
        assert url.encode() not in reply.body
        assert bot.secret.encode() not in reply.body
    assert (await api.get(path, bob)).read(PublicBot).name == "Slapper"


async def test_a_check_asks_the_bot_again(api: Api, ada: str) -> None:
    """The answer is the bot as it is now; one that has gone is a fault of its URL."""
    async with Loopback() as loopback:
        bot = await register(api, ada, await loopback.start())
        checked = (await api.post(f"/v1/bots/{bot.id}/check", token=ada)).read(OwnBot)
        assert checked == (await api.get(f"/v1/bots/{bot.id}", ada)).read(OwnBot)

    (await api.post(f"/v1/bots/{bot.id}/check", token=ada)).problem(422, "url")


async def test_the_leaderboard_is_that_of_the_newest_tournament(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """Of the game, and started; before there is one it is not there."""
    (await api.get("/v1/leaderboards/sky-5")).problem(404)
    cup = await start_cup(api, ada, loopback)
    await draft(api, ada)

    board = (await api.get("/v1/leaderboards/sky-5")).read(Leaderboard)
    assert board.tournament.id == cup.id
    assert board.rows == (await api.get(f"/v1/tournaments/{cup.id}/standings")).read(list[Row])
    (await api.get("/v1/leaderboards/sky-heist")).problem(404)


async def test_pages_follow_one_another_without_gap_or_repeat(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """By `next`, until it is null: of bots, tournaments and matches."""
    cup = await start_cup(api, ada, loopback)
    await draft(api, ada)
    await play_round(app, cup)

    bots = await _ids(api, "/v1/bots?limit=2")
    assert len(bots) == len(set(bots)) == 3
    tournaments = await _ids(api, "/v1/tournaments?limit=1")
    assert len(tournaments) == len(set(tournaments)) == 2
    assert tournaments[-1] == cup.id
    matches = await _ids(api, f"/v1/tournaments/{cup.id}/matches?limit=1")
    assert len(matches) == len(set(matches)) == 6


class _Item(Struct):
    id: str


async def _ids(api: Api, path: str) -> list[str]:
    found: list[str] = []
    cursor = ""
    while True:
        page = (await api.get(f"{path}{cursor}")).read(Page[_Item])
        found += [item.id for item in page.items]
        if page.next is None:
            return found
        cursor = f"&cursor={page.next}"
