"""Final standings of tournaments that were played: from the log, in a thread, and kept."""

import asyncio
from threading import Event

import pytest

from arena.app import App
from arena.service import final_standings
from arena.service.errors import NotFound
from arena.service.final_standings import FinalStandings, FinalTable
from arena.service.owners import Identity
from arena.service.started import find_started
from arena.service.tournaments import TournamentView
from arena.tournament.log import decode_entry
from arena.tournament.standings.gather import Played, gathered
from arena.tournament.standings.table import Standings, standings
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_all, play_round, start_contest


async def fitted(app: App, view: TournamentView) -> Standings:
    """The standings by the log and the seed alone."""
    started = await find_started(app.store.tournaments, view.id)
    log = await app.store.results.read(view.id, None, 1_000)
    final = started.tournament.final
    assert final is not None
    return standings(gathered(started.schedule, [decode_entry(one.result) for one in log]), final)


def figures(found: Standings | FinalTable) -> list[tuple[object, ...]]:
    """What both forms of a table say of each bot."""
    return [
        (row.rank, row.best, row.worst, row.bot, row.elo, row.error, row.score, row.sets)
        for row in found.rows
    ]


async def test_the_table_is_that_of_the_log(app: App, ada: Identity, loopback: Loopback) -> None:
    """At every stage, with names; once the tournament is over it says so."""
    view = await start_contest(app, ada, loopback)
    before = await FinalStandings(app.store).read(view.id)
    assert (before.sets, before.last, before.over) == (0, None, False)
    assert {row.rank for row in before.rows} == {1}

    view = await play_round(app, view)
    during = await FinalStandings(app.store).read(view.id)
    assert figures(during) == figures(await fitted(app, view))

    view = await play_all(app, view)
    after = await app.final_standings.read(view.id)
    assert (after.over, after.sets) == (True, view.sets_done)
    assert figures(after) == figures(await fitted(app, view))
    assert {row.name for row in after.rows} == {"bot 0", "bot 1", "bot 2"}


async def test_what_was_kept_while_it_ran_is_not_told_when_it_is_over(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running tournament's table may be as of a little before, a finished one's is final."""
    monkeypatch.setattr(final_standings, "REST", 1_000_000)
    view = await start_contest(app, ada, loopback)
    assert (await app.final_standings.read(view.id)).sets == 0
    view = await play_round(app, view)
    assert (await app.final_standings.read(view.id)).sets == 0
    view = await play_all(app, view)

    assert (await app.final_standings.read(view.id)).sets == view.sets_done


async def test_void_sets_count_no_more(app: App, ada: Identity, loopback: Loopback) -> None:
    """Nor do their faults; a round that is void for good leaves the other alone."""
    view = await start_contest(app, ada, loopback)
    view = await play_round(app, view)
    await app.direction.void(ada, view.id, 1, None, "a broken rule", rerun=False)
    view = await play_all(app, await app.tournaments.get(view.id))

    found = await app.final_standings.read(view.id)
    assert found.sets == 3
    assert {row.sets for row in found.rows} == {2}


async def test_a_finished_tournament_is_fitted_once(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ask, at once and later."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    fits = list[Played]()

    def counted(played: Played, final: bytes) -> Standings:
        fits.append(played)
        return standings(played, final)

    monkeypatch.setattr(final_standings, "standings", counted)
    tables = await asyncio.gather(*(app.final_standings.read(view.id) for _ in range(10)))
    assert await app.final_standings.read(view.id) == tables[0]
    assert len(fits) == 1


async def test_others_are_served_while_a_table_is_fitted(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fit waits for what only the loop can do: on the loop it would wait in vain."""
    view = await start_contest(app, ada, loopback)
    begun, served = Event(), Event()

    def waiting(played: Played, final: bytes) -> Standings:
        begun.set()
        assert served.wait(20)
        return standings(played, final)

    monkeypatch.setattr(final_standings, "standings", waiting)
    table = asyncio.create_task(app.final_standings.read(view.id))
    assert await asyncio.to_thread(begun.wait, 20)
    assert (await app.tournaments.get(view.id)).state == "running"
    served.set()

    assert (await table).sets == 0


async def test_a_tournament_that_has_not_started_has_none(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Nor has one that is not there."""
    view = await open_contest(app, ada, loopback, DUEL, [by_view, by_view])

    with pytest.raises(NotFound, match="not started"):
        await app.final_standings.read(view.id)
    with pytest.raises(NotFound, match="no tournament"):
        await app.final_standings.read("0" * 32)


async def test_who_cannot_wait_is_told_what_is_there(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing at first; then the standings before, while newer ones are made, once for all."""
    view = await play_round(app, await start_contest(app, ada, loopback))
    fits, go_on = list[Event](), Event()

    def waiting(played: Played, final: bytes) -> Standings:
        fits.append(go_on)
        assert go_on.wait(20)
        return standings(played, final)

    monkeypatch.setattr(final_standings, "standings", waiting)
    finals = app.final_standings
    assert [await finals.within(view.id, 0) for _ in range(3)] == [None] * 3
    go_on.set()
    first = await finals.within(view.id, 20)
    assert first == await finals.read(view.id)
    assert (first.over, first.sets) == (False, view.sets_done)

    go_on.clear()
    view = await play_all(app, view)
    older = await finals.within(view.id, 0)
    assert older is not None
    assert (older.over, older.sets) == (False, first.sets)
    go_on.set()
    newer = await finals.within(view.id, 20)
    assert newer is not None
    assert (newer.over, newer.sets, len(fits)) == (True, view.sets_done, 2)


async def test_standings_that_cannot_be_made_are_tried_again(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not wait for them is not told of it; the next one has them made anew."""
    view = await play_round(app, await start_contest(app, ada, loopback))

    def broken(_played: Played, _final: bytes) -> Standings:
        raise ArithmeticError

    with monkeypatch.context() as patch:
        patch.setattr(final_standings, "standings", broken)
        assert await app.final_standings.within(view.id, 20) is None

    assert await app.final_standings.within(view.id, 20) is not None
