"""Leaderboards: of a ladder, of a tournament as it is now, and its final table."""

import asyncio
from typing import Annotated, Final

from litestar import Router, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter, SkipValidation
from litestar.response.base import ASGIResponse

from arena.http.parameters import GameName, Services, TournamentId, one_of
from arena.http.problems import ApiRequest
from arena.web.boards.marks import MOST_POINTS
from arena.web.boards.table import (
    SORTS,
    Selection,
    drawn,
    ladder_ratings,
    of_board,
    of_final,
    of_ladder,
    select,
    tournament_ratings,
)
from arena.web.pages import page
from arena.web.parameters import PageNumber, Search

PATIENCE_S: Final = 3.0
"""So long the final table is waited for; then the page says that it is being made."""
LADDER_PATIENCE_S: Final = 0.5
"""And so long the intervals of a ladder: the page is whole without them."""

Sort = Annotated[
    str, QueryParameter(name="sort", pattern=one_of([*SORTS, *(f"-{by}" for by in SORTS)]))
]
Wanted = NamedDependency[SkipValidation[Selection]]


def wanted(
    request: ApiRequest, q: Search = "", sort: Sort = "rank", page: PageNumber = 1
) -> Selection:
    """Give what a reader of a board wants to see of it."""
    return Selection(request.url.path, q, sort, page)


@get("/tournaments/{tournament_id:str}/leaderboard")
async def leaderboard(
    request: ApiRequest, app: Services, tournament_id: TournamentId, wanted: Wanted
) -> ASGIResponse:
    """Gives the live ratings, with intervals as of a little before."""
    tournament, board = await asyncio.gather(
        app.tournaments.get(tournament_id), app.boards.board(tournament_id)
    )
    if not board.rows:
        return page(request, "leaderboard.html", tournament=tournament, table=None, fit=None)
    fit = await app.final_standings.within(tournament_id, 0) if board.last else None
    shown = select(of_board(board.rows, fit.rows if fit else ()), wanted)
    points = await app.histories.points(tournament_id, [each.bot for each in shown.rows])
    table = drawn(shown, tournament_ratings(points), live=True)
    return page(request, "leaderboard.html", tournament=tournament, table=table, fit=fit)


@get("/tournaments/{tournament_id:str}/final")
async def final(
    request: ApiRequest, app: Services, tournament_id: TournamentId, wanted: Wanted
) -> ASGIResponse:
    """Gives the final standings, or how they stand so far."""
    tournament = await app.tournaments.get(tournament_id)
    fit = None
    if tournament.sets_done:
        fit = await app.final_standings.within(tournament_id, PATIENCE_S)
    table = drawn(select(of_final(fit.rows), wanted), {}, live=False) if fit else None
    return page(request, "final.html", tournament=tournament, table=table, fit=fit)


@get("/ladders/{game:str}")
async def ladder(
    request: ApiRequest, app: Services, game: GameName, wanted: Wanted
) -> ASGIResponse:
    """Gives the ladder of a game."""
    board, fit = await asyncio.gather(
        app.ladders.board(game), app.ladder_strengths.within(game, LADDER_PATIENCE_S)
    )
    rows = of_ladder(board, fit.rows if fit else ())
    shown = select(rows, wanted)
    points = await app.ladders.points(game, [each.bot for each in shown.rows], MOST_POINTS)
    table = drawn(shown, ladder_ratings(points), live=True) if rows else None
    return page(request, "ladder.html", game=game, table=table, fit=fit)


router = Router(
    "/",
    route_handlers=[leaderboard, final, ladder],
    dependencies={"wanted": Provide(wanted, sync_to_thread=False)},
    include_in_schema=False,
)
