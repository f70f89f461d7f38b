"""What everybody may look up, over the API: as JSON and as tables for spreadsheets."""

import asyncio
import csv
from io import StringIO
from pathlib import Path
from urllib.parse import parse_qs

import msgspec
import pytest
from litestar.testing import AsyncTestClient

from arena.api.tables import CSV, written
from arena.app import App
from arena.app.settings import Settings
from arena.server.application import create_app
from arena.service.boards import Leaderboard, Row
from arena.service.histories import CrosstableRow, HeadToHead, HistoryView, OpponentView
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.store.boards import BoardRepository
from arena.store.results import Logged
from tests.api.acts import start_cup
from tests.api.client import Api
from tests.loopback import Loopback, by_view
from tests.service.contest import play_round, start_contest


async def table(api: Api, path: str) -> list[dict[str, str]]:
    """Give the lines of a table."""
    reply = await api.get(path)
    assert (reply.status, reply.media_type) == (200, CSV)
    return list(csv.DictReader(StringIO(reply.body.decode())))


async def test_each_list_is_had_as_a_table(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """With the same in it as the JSON has."""
    cup = await play_round(app, await start_cup(api, ada, loopback))
    path = f"/v1/tournaments/{cup.id}"
    rows = (await api.get(f"{path}/standings")).read(list[Row])
    lines = await table(api, f"{path}/standings?format=csv")
    assert [(line["name"], int(line["rating"]), line["rank"]) for line in lines] == [
        (row.name, row.rating, str(row.rank)) for row in rows
    ]
    assert {line["provisional"] for line in lines} == {"true"}
    assert await table(api, "/v1/leaderboards/sky-5?format=csv") == lines
    assert (await api.get("/v1/leaderboards/sky-5")).read(Leaderboard).rows == rows

    matches = (await api.get(f"{path}/matches")).read(Page[MatchView]).items
    lines = await table(api, f"{path}/matches?format=csv")
    assert [(line["match"], line["seat"], line["bot"], line["delta"]) for line in lines] == [
        (match.id, str(seat), bot, str((match.deltas or ())[seat]))
        for match in matches
        for seat, bot in enumerate(match.bots)
    ]

    crosstable = (await api.get(f"{path}/crosstable")).read(Page[CrosstableRow]).items
    lines = await table(api, f"{path}/crosstable?format=csv")
    assert [(line["bot"], line["opponent"], float(line["score"])) for line in lines] == [
        (row.bot, met.bot, met.score) for row in crosstable for met in row.opponents
    ]

    histories = (await api.get(f"{path}/history")).read(Page[HistoryView]).items
    lines = await table(api, f"{path}/history?format=csv")
    assert [(line["name"], int(line["rating"]), line["version"]) for line in lines] == [
        (each.name, point.rating, "1.0") for each in histories for point in each.points
    ]


async def test_a_bot_is_looked_up(api: Api, app: App, ada: str, loopback: Loopback) -> None:
    """Its history, its opponents, and one of them."""
    cup = await play_round(app, await start_cup(api, ada, loopback))
    bot, other, _ = [entry.bot for entry in await app.entries.of(cup.id)]
    (history,) = (await api.get(f"/v1/bots/{bot}/history")).read(Page[HistoryView]).items
    met = (await api.get(f"/v1/bots/{bot}/opponents")).read(Page[OpponentView]).items
    both = (await api.get(f"/v1/bots/{bot}/opponents/{other}")).read(HeadToHead)

    assert (history.tournament, len(history.points)) == (cup.id, 1)
    assert len(met) == 2
    assert both.opponent in met
    lines = await table(api, f"/v1/bots/{bot}/opponents?format=csv")
    assert [line["bot"] for line in lines] == [each.bot for each in met]
    found = (await api.get(f"/v1/matches?bot={bot}&opponent={other}&rated=true")).read(
        Page[MatchView]
    )
    assert len(found.items) == both.opponent.matches == 2
    early = await api.get("/v1/matches?to=2026-01-01T00:00:00%2B01:00&from=0")
    assert early.read(Page[MatchView]).items == []


async def test_a_table_names_its_next_page(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """By a header, with all that was asked for; the last has none."""
    cup = await play_round(app, await start_cup(api, ada, loopback))
    path, seen = f"/v1/tournaments/{cup.id}/matches", list[str]()
    query = "format=csv&limit=2&rated=true"
    while query:
        reply = await api.get(f"{path}?{query}")
        seen += [line["match"] for line in csv.DictReader(StringIO(reply.body.decode()))]
        query = reply.headers.get("Link", "").removeprefix("<?").removesuffix('>; rel="next"')
        assert not query or parse_qs(query)["rated"] == ["true"]

    assert len(seen) == 12
    assert len(set(seen)) == 6


class Line(msgspec.Struct):
    """A line with something of each kind."""

    name: str
    number: int | float | None
    yes: bool


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\tx", "＝1", '=cmd|"/c calc"!A1'])
def test_no_text_is_a_formula(name: str) -> None:
    """People choose names, and others open the table in a spreadsheet."""
    (_, line) = csv.reader(StringIO(written(("name",), [Line(name, 0, True)]), newline=""))

    assert line == [f"'{name}"]


def test_cells_are_what_they_were() -> None:
    """Commas, quotes and line breaks in texts; numbers below zero; nothing; yes and no."""
    lines = [Line('a, "b"\nc', -5, True), Line("d", None, False), Line("e", 1.5, True)]
    text = written(("name", "number", "yes"), lines)

    assert text.endswith("\r\n")
    assert list(csv.reader(StringIO(text, newline="")))[1:] == [
        ['a, "b"\nc', "-5", "true"],
        ["d", "", "false"],
        ["e", "1.5", "true"],
    ]


async def test_a_board_that_is_kept_never_lacks_what_is_in_the_log(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Whoever has heard that a set was played finds it on the board; names may be a moment old."""
    who = await app.owners.authenticate(ada)
    cup = await start_contest(app, who, loopback)
    paths = (f"/v1/tournaments/{cup.id}/standings", "/v1/leaderboards/sky-5")
    for played in range(3):
        standings, leaderboard = [await api.get(path) for path in paths]
        assert sum(row.sets for row in standings.read(list[Row])) == 2 * played
        assert leaderboard.read(Leaderboard).rows == standings.read(list[Row])
        await app.sets.play(cup.id, 1, [played])


async def test_a_board_is_read_once_for_all_who_ask_at_once(
    store_url: str, tmp_path: Path, app: App, ada: str, loopback: Loopback,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """All are told the same, as by the operation that the document describes."""
    who = await app.owners.authenticate(ada)
    cup = await play_round(app, await start_contest(app, who, loopback, bots=[by_view] * 2))
    look, reads = BoardRepository.look, list[str]()

    async def counted(
        self: BoardRepository, tournament_id: str
    ) -> tuple[list[tuple[str, int, str]], Logged | None]:
        reads.append(tournament_id)
        await asyncio.sleep(0.1)
        return await look(self, tournament_id)

    monkeypatch.setattr(BoardRepository, "look", counted)
    path = f"/v1/tournaments/{cup.id}/standings"
    settings = Settings(redis_url=store_url, data=tmp_path)
    async with AsyncTestClient(create_app(settings)) as client:
        alone = await client.get(f"{path}?format=json")
        shared = await asyncio.gather(*(client.get(path) for _ in range(20)))

    assert {answer.status_code for answer in shared} == {200}
    assert {answer.content for answer in shared} == {alone.content}
    assert len({answer.headers["X-Request-Id"] for answer in shared}) == 20
    assert 1 < len(reads) < 10
