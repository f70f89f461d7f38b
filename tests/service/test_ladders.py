"""The ladder of a game: rounds of tournaments are rated on it, and it is proved from the logs."""

import msgspec
import pytest

from arena.app import App
from arena.service.errors import Invalid, NotFound
from arena.service.ladders import LadderPoint
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.ladders import LadderBoard
from arena.tournament.config import Config
from arena.tournament.elo import START
from tests.loopback import Loopback
from tests.service.contest import DUEL, play_all, play_round, start_again, start_contest

RATED: Config = msgspec.structs.replace(DUEL, ladder=True)


async def history(app: App, bot: str) -> list[LadderPoint]:
    """Give a bot's ratings on the ladder, the oldest first."""
    return (await app.ladders.history("sky-5", bot, None, 100)).items[::-1]


async def ratings(app: App) -> dict[str, int]:
    """Give the ladder."""
    return {row.bot: row.rating for row in await app.ladders.board("sky-5")}


async def rated(app: App) -> list[tuple[str, int]]:
    """Give what the ladder has taken in."""
    return [
        (each.tournament, each.round) for each in (await app.ladders.rounds("sky-5", None, 9)).items
    ]


async def prove(app: App) -> None:
    """Fail unless the ladder follows from the logs."""
    assert (await app.ladder_rounds.prove("sky-5")).differences == []


async def own(app: App, view: TournamentView) -> list[str]:
    """Give the bots of a tournament."""
    return [entry.bot for entry in await app.store.tournaments.entries(view.id)]


async def test_rounds_are_taken_in_when_they_are_over(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Each once, however often it is tried; the first from 1500, as the tournament's own board."""
    view = await start_contest(app, ada, loopback, RATED)
    await app.ladder_rounds.rate_all()
    assert await ratings(app) == {}

    view = await play_round(app, view)
    after_first = {row.bot: row.rating for row in await app.boards.leaderboard(view.id)}
    for _ in range(2):
        await app.ladder_rounds.rate_all()
    assert await ratings(app) == after_first
    await play_all(app, view)
    await app.ladder_rounds.rate_all()

    assert await rated(app) == [(view.id, 1), (view.id, 2)]
    assert sum((await ratings(app)).values()) == 3 * START
    assert await app.store.ladders.unrated() == []
    for bot in await own(app, view):
        assert [(point.tournament, point.round) for point in await history(app, bot)] == [
            (view.id, 1),
            (view.id, 2),
        ]
        assert (await history(app, bot))[0].rating == after_first[bot]
    await prove(app)


async def test_tournaments_are_rated_in_turn_and_others_not_at_all(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whoever comes later begins where the ladder is by then."""
    first = await start_contest(app, ada, loopback, RATED)
    second, unrated = [await start_again(app, ada, first, each) for each in (RATED, DUEL)]
    for cup in (first, second, unrated):
        await play_round(app, cup)
    await app.ladder_rounds.rate(first.id)
    before = await ratings(app)
    await app.ladder_rounds.rate_all()

    assert await rated(app) == [(first.id, 1), (second.id, 1)]
    rounds = (await app.ladders.rounds("sky-5", None, 9)).items
    assert {change.bot: change.rating for change in rounds[1].changes} == before
    assert all(row.sets == 2 * 2 for row in await app.ladders.board("sky-5"))
    await prove(app)


async def test_what_is_void_later_is_taken_back(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With the round in which that was done; what is played instead counts there."""
    view = await play_round(app, await start_contest(app, ada, loopback, RATED))
    await app.ladder_rounds.rate_all()
    await app.direction.void(ada, view.id, 1, [0], "a wrong card", rerun=True)
    await play_all(app, view)
    await app.ladder_rounds.rate_all()

    assert sum((await ratings(app)).values()) == 3 * START
    played = await app.store.boards.played(view.id)
    assert {row.bot: row.sets for row in await app.ladders.board("sky-5")} == played
    await prove(app)


async def test_the_whole_rounds_of_a_cancelled_tournament_are_rated(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """And then is done with."""
    view = await play_round(app, await start_contest(app, ada, loopback, RATED))
    await app.sets.play(view.id, 2, [0])
    await app.direction.cancel(ada, view.id)
    await app.ladder_rounds.rate_all()

    assert await rated(app) == [(view.id, 1)]
    assert await app.store.ladders.unrated() == []
    await prove(app)


async def test_a_tournament_that_ends_while_it_is_rated_is_not_done_with(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last round is still to rate: the next time finds it."""
    view = await play_round(app, await start_contest(app, ada, loopback, RATED))
    rounds_rated = app.store.ladders.rated

    async def end_and_ask(tournament_id: str) -> int:
        await play_all(app, view)
        return await rounds_rated(tournament_id)

    with monkeypatch.context() as patch:
        patch.setattr(app.store.ladders, "rated", end_and_ask)
        await app.ladder_rounds.rate(view.id)
    assert await app.store.ladders.unrated() == [view.id]
    await app.ladder_rounds.rate_all()

    assert await rated(app) == [(view.id, 1), (view.id, 2)]
    assert await app.store.ladders.unrated() == []


async def test_a_ladder_that_was_changed_is_found_out(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A rating of the board, or what the log says of a round."""
    view = await play_all(app, await start_contest(app, ada, loopback, RATED))
    await app.ladder_rounds.rate_all()
    bot = (await own(app, view))[0]
    run = app.store.client.run
    await run(object, "ZINCRBY", keys.ladder_board("sky-5"), 1, bot)
    (board,) = (await app.ladder_rounds.prove("sky-5")).differences
    assert board == "the ladder: its ratings or sets are not those of its log"

    await run(object, "ZINCRBY", keys.ladder_board("sky-5"), -1, bot)
    logged = (await app.store.ladders.log("sky-5", None, 1))[0]
    await run(int, "XDEL", keys.ladder_log("sky-5"), logged.id)
    differences = (await app.ladder_rounds.prove("sky-5")).differences
    assert f"the ladder's log: no entry of {view.id}, round 1" in differences


async def test_what_is_rated_during_a_proof_is_left_out_of_it(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ladder is proved as it was when that began: what comes later is none of it."""
    view = await play_round(app, await start_contest(app, ada, loopback, RATED))
    await app.ladder_rounds.rate_all()
    await play_all(app, view)
    look = app.store.ladders.look

    async def look_and_rate(game: str) -> LadderBoard:
        board = await look(game)
        await app.ladder_rounds.rate_all()
        return board

    monkeypatch.setattr(app.store.ladders, "look", look_and_rate)
    proof = await app.ladder_rounds.prove("sky-5")
    assert (proof.rounds, proof.differences) == (1, [])
    assert await rated(app) == [(view.id, 1), (view.id, 2)]


async def test_pages_of_it_have_cursors(app: App, ada: Identity, loopback: Loopback) -> None:
    """Rounds from the oldest, a bot's points from the newest; bad ones are named."""
    view = await play_all(app, await start_contest(app, ada, loopback, RATED))
    await app.ladder_rounds.rate_all()
    bot = (await own(app, view))[0]
    first = await app.ladders.rounds("sky-5", None, 1)
    second = await app.ladders.rounds("sky-5", first.next, 1)
    newest = await app.ladders.history("sky-5", bot, None, 1)
    oldest = await app.ladders.history("sky-5", bot, newest.next, 1)

    assert [page.items[0].round for page in (first, second, oldest, newest)] == [1, 2, 1, 2]
    assert (second.next, oldest.next) == (None, None)
    with pytest.raises(Invalid, match="cursor"):
        await app.ladders.rounds("sky-5", "x", 1)
    with pytest.raises(NotFound, match="no bot"):
        await app.ladders.history("sky-5", "0" * 32, None, 1)
