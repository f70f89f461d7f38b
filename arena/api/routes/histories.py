"""Who met whom, and how ratings went: of bots and of tournaments."""

from collections.abc import Iterator

import msgspec
from litestar import Router, get
from litestar.response.base import ASGIResponse

from arena.api.auth import PUBLIC
from arena.api.tables import Format, Table, TableOperation
from arena.http.parameters import BotId, Cursor, Limit, Services, TournamentId
from arena.http.problems import ApiRequest, problems
from arena.service.histories import CrosstableRow, HeadToHead, HistoryView, OpponentView
from arena.service.paging import Page


class PairLine(msgspec.Struct):
    """A line of a crosstable: what a bot has made of another."""

    bot: str
    name: str
    opponent: str
    opponent_name: str
    sets: int
    matches: int
    wins: int
    ties: int
    losses: int
    score: float
    delta: int


class PointLine(msgspec.Struct):
    """A line of a history; `version` is the one stated last by the end of the round."""

    bot: str
    name: str
    tournament: str
    tournament_name: str
    game: str
    round: int
    rating: int
    at_ms: int
    version: str


def _pairs(page: Page[CrosstableRow]) -> Iterator[PairLine]:
    for row in page.items:
        for met in row.opponents:
            yield _pair(row.bot, row.name, met)


def _pair(bot: str, name: str, met: OpponentView) -> PairLine:
    made = (met.sets, met.matches, met.wins, met.ties, met.losses, met.score, met.delta)
    return PairLine(bot, name, met.bot, met.name, *made)


def _points(page: Page[HistoryView]) -> Iterator[PointLine]:
    for each in page.items:
        where = (each.bot, each.name, each.tournament, each.tournament_name, each.game)
        for point in each.points:
            stated = [mark.version for mark in each.versions if mark.round <= point.round]
            version = stated[-1] if stated else ""
            yield PointLine(*where, point.round, point.rating, point.at_ms, version)


_CROSSTABLE = Table(Page[CrosstableRow], PairLine, _pairs)
_HISTORIES = Table(Page[HistoryView], PointLine, _points)
_OPPONENTS = Table(Page[OpponentView], OpponentView, lambda page: page.items)


@get(
    "/tournaments/{tournament_id:str}/crosstable",
    summary="Who met whom",
    security=PUBLIC,
    responses={**_CROSSTABLE.described("Bots, each with all it has met."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_crosstable(
    tournament_id: TournamentId,
    request: ApiRequest,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives bots of a tournament in order of their ids, each with all that it has met there.

    Sets that were made void count nowhere. As a table it has a line for each bot and opponent.
    """
    page = await app.histories.crosstable(tournament_id, cursor, limit)
    return _CROSSTABLE.answer(request, page, format)


@get(
    "/tournaments/{tournament_id:str}/history",
    summary="Ratings of a tournament's bots",
    security=PUBLIC,
    responses={**_HISTORIES.described("The way of each bot."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_tournament_history(
    tournament_id: TournamentId,
    request: ApiRequest,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives the ratings of bots, in order of their ids, after each round and as they are now."""
    page = await app.histories.of_tournament(tournament_id, cursor, limit)
    return _HISTORIES.answer(request, page, format)


@get(
    "/bots/{bot_id:str}/history",
    summary="Ratings of a bot",
    security=PUBLIC,
    responses={**_HISTORIES.described("Its way through each."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_bot_history(
    bot_id: BotId,
    request: ApiRequest,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives a bot's ratings in each tournament that it has started in, the newest first.

    `limit` counts all that it has entered, so a page may hold less.
    """
    page = await app.histories.of_bot(bot_id, cursor, limit)
    return _HISTORIES.answer(request, page, format)


@get(
    "/bots/{bot_id:str}/opponents",
    summary="Whom a bot has met",
    security=PUBLIC,
    responses={**_OPPONENTS.described("Its opponents."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def list_opponents(
    bot_id: BotId,
    request: ApiRequest,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 50,
    format: Format = "json",
) -> ASGIResponse:
    """Gives what a bot has made of each other bot, in the newest 50 tournaments that it entered."""
    page = await app.histories.opponents(bot_id, cursor, limit)
    return _OPPONENTS.answer(request, page, format)


@get(
    "/bots/{bot_id:str}/opponents/{other_id:str}",
    summary="Two bots head to head",
    security=PUBLIC,
    responses=problems(404),
)
async def get_head_to_head(bot_id: BotId, other_id: BotId, app: Services) -> HeadToHead:
    """Gives what a bot has made of another: in all, and in each tournament in which both are."""
    return await app.histories.head_to_head(bot_id, other_id)


router = Router(
    "/",
    route_handlers=[
        get_crosstable,
        get_tournament_history,
        get_bot_history,
        list_opponents,
        get_head_to_head,
    ],
)
