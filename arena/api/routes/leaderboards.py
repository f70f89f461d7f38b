"""`/v1/leaderboards`, and the standings of a tournament: live ratings, and the final ones."""

from litestar import Router, get
from litestar.response.base import ASGIResponse

from arena.api.auth import PUBLIC
from arena.api.tables import Format, Table, TableOperation
from arena.http.parameters import GameName, Services, TournamentId
from arena.http.problems import ApiRequest, problems
from arena.service.boards import Leaderboard, Row
from arena.service.final_standings import FinalRow, FinalTable

_ROWS = Table(list[Row], Row, lambda rows: rows)
_LEADERBOARD = Table(Leaderboard, Row, lambda board: board.rows)
_FINAL = Table(FinalTable, FinalRow, lambda table: table.rows)


@get(
    "/leaderboards/{game:str}",
    summary="Who leads in a game",
    security=PUBLIC,
    responses={**_LEADERBOARD.described("The tournament, and its rows."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_leaderboard(
    game: GameName, request: ApiRequest, app: Services, format: Format = "json"
) -> ASGIResponse:
    """Gives the board of the tournament of the game that was the last to start."""
    leaderboard, _ = await app.boards.latest(game)
    return _LEADERBOARD.answer(request, leaderboard, format)


@get(
    "/tournaments/{tournament_id:str}/standings",
    summary="Live ratings",
    security=PUBLIC,
    responses={**_ROWS.described("The best first."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_standings(
    tournament_id: TournamentId, request: ApiRequest, app: Services, format: Format = "json"
) -> ASGIResponse:
    """Gives the ratings of all entries as they are now, in micro-Elo, the best first."""
    return _ROWS.answer(request, await app.boards.leaderboard(tournament_id), format)


@get(
    "/tournaments/{tournament_id:str}/final-standings",
    summary="Final standings",
    security=PUBLIC,
    responses={**_FINAL.described("The best first."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_final_standings(
    tournament_id: TournamentId, request: ApiRequest, app: Services, format: Format = "json"
) -> ASGIResponse:
    """Gives one fit of all that counts, with its errors: ranks, Elo, who is tied with whom.

    While the tournament runs they are as of a little before; `over` says whether they are final.
    """
    return _FINAL.answer(request, await app.final_standings.read(tournament_id), format)


router = Router("/", route_handlers=[get_leaderboard, get_standings, get_final_standings])
