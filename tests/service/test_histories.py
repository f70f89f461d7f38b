"""What is told of bots: whom they met, how their ratings went; as the log is, whatever happens."""

from collections import Counter

import msgspec
import pytest

from arena.app import App
from arena.service import histories, ledgers
from arena.service.errors import Invalid, NotFound
from arena.service.histories import CrosstableRow, Histories
from arena.service.ledgers import Ledgers
from arena.service.matches import MatchFilter
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.elo import START
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import DUEL, play_all, play_round, start_contest


def absent(_: Ask) -> int:
    """Choose what is no option, which is a fault."""
    return 99


async def another_cup(app: App, who: Identity, bots: list[str]) -> TournamentView:
    """Start a tournament of bots that are there."""
    view = await app.tournaments.create(who, "Second cup", DUEL)
    await app.tournaments.open(who, view.id)
    for bot in bots:
        await app.entries.enter(who, view.id, bot)
    return await app.tournaments.start(who, view.id)


async def crosstable(app: App, view: TournamentView) -> dict[str, CrosstableRow]:
    """Give the whole table; it must be the same as one read from the log's beginning."""
    page = await app.histories.crosstable(view.id, None, 100)
    anew = Histories(app.store, Ledgers(app.store))
    assert page == await anew.crosstable(view.id, None, 100)
    assert (await app.histories.of_tournament(view.id, None, 100)) == (
        await anew.of_tournament(view.id, None, 100)
    )
    return {row.bot: row for row in page.items}


async def strikes(app: App, view: TournamentView) -> Counter[str]:
    """Give the faults of each bot in matches that count."""
    page = await app.matches.page(view.id, None, 100, MatchFilter(rated=True))
    found = Counter[str]()
    for match in page.items:
        found.update(dict(zip(match.bots, match.strikes, strict=True)))
    return found


async def test_crosstable_and_board_say_the_same(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """While it is played and after: sets, faults, and what ratings have come to."""
    view = await start_contest(app, ada, loopback, bots=[by_view, by_view, absent])
    for numbers in ([0], [1, 2]):
        await app.sets.play(view.id, 1, numbers)
        table = await crosstable(app, view)
        for row in await app.boards.leaderboard(view.id):
            met = table[row.bot].opponents
            assert (table[row.bot].sets, table[row.bot].faults) == (row.sets, row.faults)
            assert sum(each.sets for each in met) == row.sets
            assert START + sum(each.delta for each in met) == row.rating
            assert row.name == table[row.bot].name
    rows = {row.name: row for row in await app.boards.leaderboard(view.id)}
    assert rows["bot 2"].faults == (await strikes(app, view))[rows["bot 2"].bot] > 0
    assert rows["bot 0"].faults == rows["bot 1"].faults == 0


async def test_what_is_made_void_counts_nowhere(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """At once, also for those who have the ledger already; what replaces it counts."""
    view = await play_round(app, await start_contest(app, ada, loopback, bots=[absent] * 3))
    await crosstable(app, view)
    await app.direction.void(ada, view.id, 1, [0, 1], "wrong cards", rerun=False)
    after, counted = await crosstable(app, view), await strikes(app, view)

    for row in await app.boards.leaderboard(view.id):
        assert (after[row.bot].sets, after[row.bot].faults) == (row.sets, row.faults)
        assert row.faults == counted[row.bot]
    assert sum(row.sets for row in after.values()) == 2
    await app.direction.void(ada, view.id, 1, [2], "again", rerun=True)
    await play_all(app, await app.tournaments.get(view.id))
    assert sum(row.sets for row in (await crosstable(app, view)).values()) == 8


async def test_a_store_that_was_rolled_back_is_believed(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """What it has lost counts no more, and what comes in its place does."""
    view = await start_contest(app, ada, loopback)
    await app.sets.play(view.id, 1, [0, 1])
    assert sum(row.sets for row in (await crosstable(app, view)).values()) == 4
    *_, last = await app.store.results.read(view.id, None, 10)
    await app.store.client.run(int, "XDEL", keys.log(view.id), last.id)
    assert sum(row.sets for row in (await crosstable(app, view)).values()) == 2

    await app.sets.play(view.id, 1, [2])
    assert sum(row.sets for row in (await crosstable(app, view)).values()) == 4


async def test_head_to_head_sums_up_tournaments(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Each by itself and all together; the opponents of a bot are those of all its tournaments."""
    first = await play_round(app, await start_contest(app, ada, loopback))
    bots = [entry.bot for entry in await app.entries.of(first.id)]
    second = await play_round(app, await another_cup(app, ada, bots[:2]))
    met = await app.histories.head_to_head(bots[0], bots[1])

    assert [each.tournament for each in met.tournaments] == [second.id, first.id]
    assert met.opponent.sets == sum(each.sets for each in met.tournaments) == 2
    assert met.opponent.delta == sum(each.delta for each in met.tournaments)
    assert met.opponent.matches == met.opponent.wins + met.opponent.ties + met.opponent.losses
    page = await app.histories.opponents(bots[0], None, 10)
    assert [each.bot for each in page.items] == sorted(bots[1:])
    assert met.opponent in page.items
    assert (await app.histories.head_to_head(bots[2], bots[2])).opponent.sets == 0


async def test_a_sum_of_very_many_tournaments_is_of_the_newest(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request reads so many logs at most."""
    monkeypatch.setattr(histories, "MOST_TOURNAMENTS", 1)
    first = await play_round(app, await start_contest(app, ada, loopback, bots=[by_view] * 2))
    bots = [entry.bot for entry in await app.entries.of(first.id)]
    second = await play_round(app, await another_cup(app, ada, bots))

    met = await app.histories.head_to_head(bots[0], bots[1])
    assert [each.tournament for each in met.tournaments] == [second.id]
    assert (await app.histories.opponents(bots[0], None, 10)).items == [met.opponent]


async def test_a_history_tells_ratings_after_rounds_and_versions(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The last point is the board's rating; a new version is marked by its first set."""
    view = await start_contest(app, ada, loopback, bots=[by_view] * 2)
    await play_round(app, view)
    ended = {row.bot: row.rating for row in await app.boards.leaderboard(view.id)}
    bot = (await app.boards.leaderboard(view.id))[0].bot
    newer = msgspec.structs.replace(BOTH_GAMES, version="2.0")
    await app.bots.change(ada, bot, url=await loopback.start(by_view, newer))
    await play_all(app, await app.tournaments.get(view.id))
    (history,) = (await app.histories.of_bot(bot, None, 10)).items

    now = {row.bot: row.rating for row in await app.boards.leaderboard(view.id)}
    assert [(point.round, point.rating) for point in history.points] == [
        (1, ended[bot]),
        (2, now[bot]),
    ]
    marks = [(mark.version, mark.round, mark.set) for mark in history.versions]
    assert marks == [("1.0", 1, 0), ("2.0", 2, 0)]
    assert history.points[0].at_ms <= history.versions[1].at_ms <= history.points[1].at_ms
    assert (history.tournament, history.tournament_name) == (view.id, "Cup")


async def test_histories_come_in_pages(app: App, ada: Identity, loopback: Loopback) -> None:
    """By bot of a tournament, and by tournament of a bot; what has not started is left out."""
    view = await start_contest(app, ada, loopback)
    bots = [entry.bot for entry in await app.entries.of(view.id)]
    first = await app.histories.of_tournament(view.id, None, 2)
    last = await app.histories.of_tournament(view.id, first.next, 2)
    assert [each.bot for each in (*first.items, *last.items)] == bots
    assert (first.next, last.next) == (bots[1], None)
    table = await app.histories.crosstable(view.id, bots[1], 2)
    assert [row.bot for row in table.items] == bots[2:]

    waiting = await app.tournaments.create(ada, "Third cup", DUEL)
    await app.tournaments.open(ada, waiting.id)
    await app.entries.enter(ada, waiting.id, bots[0])
    page = await app.histories.of_bot(bots[0], None, 1)
    assert (page.items, page.next) == ([], waiting.id)
    page = await app.histories.of_bot(bots[0], page.next, 1)
    assert ([each.tournament for each in page.items], page.next) == ([view.id], None)


async def test_what_is_not_there_has_no_history(app: App, ada: Identity) -> None:
    """No such bot, no such tournament, none that has started; and no such cursor."""
    draft = await app.tournaments.create(ada, "Cup", DUEL)
    for tournament in ("0" * 32, draft.id):
        with pytest.raises(NotFound):
            await app.histories.crosstable(tournament, None, 10)
    for asked in (app.histories.of_bot, app.histories.opponents):
        with pytest.raises(NotFound):
            await asked("0" * 32, None, 10)
    with pytest.raises(NotFound):
        await app.histories.head_to_head("0" * 32, "1" * 32)


async def test_a_cursor_that_is_none_is_refused(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """By each list, naming the field."""
    view = await start_contest(app, ada, loopback, bots=[by_view] * 2)
    bot = (await app.entries.of(view.id))[0].bot
    for asked, what in (
        (app.histories.crosstable, view.id),
        (app.histories.of_tournament, view.id),
    ):
        with pytest.raises(Invalid, match=r"^cursor: "):
            await asked(what, "somewhere", 10)
    for listed in (app.histories.of_bot, app.histories.opponents):
        with pytest.raises(Invalid, match=r"^cursor: "):
            await listed(bot, "somewhere", 10)


async def test_ledgers_that_take_too_much_memory_go(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were asked for least lately; they are read again when they are asked for."""
    monkeypatch.setattr(ledgers, "MOST_BYTES", 1)
    first = await play_round(app, await start_contest(app, ada, loopback, bots=[by_view] * 2))
    bots = [entry.bot for entry in await app.entries.of(first.id)]
    second = await play_round(app, await another_cup(app, ada, bots))
    kept = Ledgers(app.store)

    for view in (first, second, first):
        assert (await kept.read(view.id)).ledger.sets(bots[0]) == 1
        assert list(kept._kept) == [view.id]
