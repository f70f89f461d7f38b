"""How sure a ladder is: one fit of the newest rounds that it has rated, kept until the next."""

import msgspec
import pytest

from arena.app import App
from arena.service import ladder_strengths
from arena.service.ladder_strengths import LadderStrengths
from arena.service.owners import Identity
from arena.tournament.config import Config
from tests.loopback import Loopback
from tests.service.contest import DUEL, play_all, play_round, start_again, start_contest

RATED: Config = msgspec.structs.replace(DUEL, ladder=True)


async def test_it_is_of_the_rounds_that_the_ladder_has_rated(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Of all its tournaments, by the names of bots; what is not rated yet is not in it."""
    assert (await app.ladder_strengths.read("sky-5")).rows == []
    first = await start_contest(app, ada, loopback, RATED)
    await play_round(app, first)
    assert (await app.ladder_strengths.read("sky-5")).sets == 0
    await app.ladder_rounds.rate_all()
    one = await LadderStrengths(app.store).read("sky-5")
    assert (one.tournaments, one.rounds, one.sets) == (1, 1, 3)
    assert {row.sets for row in one.rows} == {2}

    second = await start_again(app, ada, first, RATED)
    await play_all(app, await app.tournaments.get(first.id))
    await play_all(app, second)
    await app.ladder_rounds.rate_all()
    both = await LadderStrengths(app.store).read("sky-5")
    assert (both.tournaments, both.rounds, both.sets) == (2, 4, 12)
    assert both.head != one.head
    assert {row.bot for row in both.rows} == {row.bot for row in await app.ladders.board("sky-5")}
    assert {row.name for row in both.rows} == {"bot 0", "bot 1", "bot 2"}
    assert [row.elo for row in both.rows] == sorted((row.elo for row in both.rows), reverse=True)
    assert both == await LadderStrengths(app.store).read("sky-5")


@pytest.mark.parametrize("enough", ["ENOUGH", "MOST_BOTS", "MOST_ROUNDS"])
async def test_no_more_than_enough_of_the_newest_is_fitted(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch, enough: str
) -> None:
    """Of sets, of bots, or of rounds: older ones say less of today, and a ladder has no end."""
    older = await start_contest(app, ada, loopback, RATED)
    await play_all(app, older)
    await app.ladder_rounds.rate_all()
    newer = await start_again(app, ada, older, RATED)
    await play_all(app, newer)
    await app.ladder_rounds.rate_all()
    monkeypatch.setattr(ladder_strengths, enough, 1)
    found = await app.ladder_strengths.read("sky-5")
    assert (found.tournaments, found.rounds, found.sets) == (1, 1, 3)
    entered = {entry.bot for entry in await app.store.tournaments.entries(newer.id)}
    assert {row.bot for row in found.rows} == entered


async def test_sets_that_a_later_round_makes_void_count_no_more(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """As on the ladder itself."""
    view = await start_contest(app, ada, loopback, RATED)
    view = await play_round(app, view)
    await app.ladder_rounds.rate_all()
    await app.direction.void(ada, view.id, 1, None, "a broken rule", rerun=False)
    await play_all(app, await app.tournaments.get(view.id))
    await app.ladder_rounds.rate_all()
    found = await app.ladder_strengths.read("sky-5")
    assert (found.rounds, found.sets) == (2, 3)


async def test_who_cannot_wait_is_told_what_is_there(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing at first, and the older fit while a newer one is not due."""
    monkeypatch.setattr(ladder_strengths, "REST", 1_000_000)
    assert await app.ladder_strengths.within("sky-5", 0) is None
    empty = await app.ladder_strengths.read("sky-5")
    await play_all(app, await start_contest(app, ada, loopback, RATED))
    await app.ladder_rounds.rate_all()
    assert await app.ladder_strengths.within("sky-5", 0) == empty

    other = LadderStrengths(app.store)
    made = await other.within("sky-5", 60)
    assert made is not None
    assert made.rounds == 2
    assert await other.within("sky-5", 0) == made
