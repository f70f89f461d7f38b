"""`/v1/matches`: finished matches and their replays."""

from litestar import Router, get

from arena.api.auth import PUBLIC, TOKEN_OPTIONAL
from arena.api.parameters import MatchId, MaybeHolder, Services
from arena.api.problems import problems
from arena.engine.record import Record
from arena.service.matches import MatchView


@get("/{match_id:str}", summary="Look at a match", security=PUBLIC, responses=problems(404))
async def get_match(match_id: MatchId, app: Services) -> MatchView:
    """Gives a finished match: who sat where, ranks, scores, strikes, digest."""
    return await app.matches.get(match_id)


@get(
    "/{match_id:str}/replay",
    summary="Download a replay",
    security=TOKEN_OPTIONAL,
    responses=problems(401, 404),
)
async def get_replay(match_id: MatchId, who: MaybeHolder, app: Services) -> Record:
    """Gives the record of a match as a file that `arena replay` and `arena verify` read.

    Until its round is over it is sealed: 404, but for the tournament's organiser.
    """
    return await app.matches.replay(match_id, who)


router = Router("/matches", route_handlers=[get_match, get_replay])
