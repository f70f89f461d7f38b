"""Leaderboards: of a ladder, of a tournament as it is now, and its final table."""

import asyncio
from typing import Annotated, Final

from litestar import Router, get
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.http.parameters import GameName, Services, TournamentId, one_of
from arena.http.problems import ApiRequest
from arena.web.boards.marks import MOST_POINTS
from arena.web.boards.table import (
    SORTS,
    Asked,
    drawn,
    ladder_ways,
    of_board,
    of_final,
    of_ladder,
    select,
    tournament_ways,
)
from arena.web.pages import page

PATIENCE_S: Final = 3.0
"""So long the final table is waited for; then the page says that it is being made."""

Search = Annotated[str, QueryParameter(name="q", max_length=80)]
Sort = Annotated[
    str, QueryParameter(name="sort", pattern=one_of([*SORTS, *(f"-{by}" for by in SORTS)]))
]
Number = Annotated[int, QueryParameter(name="page", ge=1, le=100_000)]


@get("/tournaments/{tournament_id:str}/leaderboard")
async def leaderboard(
    request: ApiRequest,
    app: Services,
    tournament_id: TournamentId,
    search: Search = "",
    sort: Sort = "rank",
    number: Number = 1,
) -> ASGIResponse:
    """Gives the live ratings, with intervals as of a little before."""
    tournament, board = await asyncio.gather(
        app.tournaments.get(tournament_id), app.boards.board(tournament_id)
    )
    asked = Asked(request.url.path, search, sort, number)
    if not board.rows:
        return page(request, "leaderboard.html", tournament=tournament, table=None, fit=None)
    fit = await app.final_standings.within(tournament_id, 0) if board.last else None
    shown = select(of_board(board.rows, fit.rows if fit else ()), asked)
    ways = await app.histories.ways(tournament_id, [each.bot for each in shown.rows])
    table = drawn(shown, tournament_ways(ways), live=True)
    return page(request, "leaderboard.html", tournament=tournament, table=table, fit=fit)


@get("/tournaments/{tournament_id:str}/final")
async def final(
    request: ApiRequest,
    app: Services,
    tournament_id: TournamentId,
    search: Search = "",
    sort: Sort = "rank",
    number: Number = 1,
) -> ASGIResponse:
    """Gives the final standings, or how they stand so far."""
    tournament = await app.tournaments.get(tournament_id)
    fit = None
    if tournament.sets_done:
        fit = await app.final_standings.within(tournament_id, PATIENCE_S)
    if fit is None:
        return page(request, "final.html", tournament=tournament, table=None, fit=None)
    asked = Asked(request.url.path, search, sort, number)
    table = drawn(select(of_final(fit.rows), asked), {}, live=False)
    return page(request, "final.html", tournament=tournament, table=table, fit=fit)


@get("/ladders/{game:str}")
async def ladder(
    request: ApiRequest,
    app: Services,
    game: GameName,
    search: Search = "",
    sort: Sort = "rank",
    number: Number = 1,
) -> ASGIResponse:
    """Gives the ladder of a game."""
    rows = of_ladder(await app.ladders.board(game))
    asked = Asked(request.url.path, search, sort, number)
    shown = select(rows, asked)
    ways = await app.ladders.ways(game, [each.bot for each in shown.rows], MOST_POINTS)
    table = drawn(shown, ladder_ways(ways), live=True) if rows else None
    return page(request, "ladder.html", game=game, table=table)


router = Router("/", route_handlers=[leaderboard, final, ladder], include_in_schema=False)
