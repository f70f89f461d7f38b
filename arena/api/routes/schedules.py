"""`/v1/tournaments/{id}/schedule`: who meets whom in a round, and what came of it."""

from litestar import Router, get

from arena.api.auth import PUBLIC
from arena.http.parameters import Cursor, Limit, RoundNumber, Services, TournamentId
from arena.http.problems import problems
from arena.service.schedules import RoundView


@get(
    "/tournaments/{tournament_id:str}/schedule",
    summary="Who meets whom",
    security=PUBLIC,
    responses=problems(404, 422),
)
async def get_schedule(
    tournament_id: TournamentId,
    app: Services,
    round_: RoundNumber = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> RoundView:
    """Gives the sets of a round, of those to come too: who sits together, how each set stands, and
    the matches of those that are played. There is a schedule from the start on.
    """
    return await app.schedules.round(tournament_id, round_, cursor, limit)


router = Router("/", route_handlers=[get_schedule])
