"""`/v1/ladders`: the standing leaderboard of each game, beside its tournaments."""

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.api.auth import PUBLIC
from arena.api.tables import Format, Table, TableOperation
from arena.http.parameters import BotId, Cursor, GameName, Limit, Services
from arena.http.problems import ApiRequest, problems
from arena.service.ladder_strengths import StrengthRow, StrengthTable
from arena.service.ladders import MOST_ROUNDS, LadderPoint, LadderRound, LadderRow
from arena.service.paging import Page

Rounds = Annotated[int, QueryParameter(description="Rounds of a page.", ge=1, le=MOST_ROUNDS)]

_ROWS = Table(list[LadderRow], LadderRow, lambda rows: rows)
_STRENGTHS = Table(StrengthTable, StrengthRow, lambda table: table.rows)
_POINTS = Table(Page[LadderPoint], LadderPoint, lambda page: page.items)


@get(
    "/{game:str}",
    summary="The ladder of a game",
    security=PUBLIC,
    responses={**_ROWS.described("The best first."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_ladder(
    game: GameName, request: ApiRequest, app: Services, format: Format = "json"
) -> ASGIResponse:
    """Gives the ratings of all bots on the ladder, in micro-Elo, the best first.

    It is fed by the tournaments whose configuration says `ladder`, round by round.
    """
    return _ROWS.answer(request, await app.ladders.board(game), format)


@get(
    "/{game:str}/strengths",
    summary="How sure a ladder is",
    security=PUBLIC,
    responses={**_STRENGTHS.described("The strongest first."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_ladder_strengths(
    game: GameName, request: ApiRequest, app: Services, format: Format = "json"
) -> ASGIResponse:
    """Gives one fit of the newest rounds that the ladder has rated, with errors: Elo, possible
    places, who is tied with whom.

    Ratings of a ladder have no errors of their own. The fit takes each bot to be as strong in all
    of these rounds; it may be as of a little before.
    """
    return _STRENGTHS.answer(request, await app.ladder_strengths.read(game), format)


@get(
    "/{game:str}/rounds",
    summary="What has fed a ladder",
    security=PUBLIC,
    responses=problems(404, 422),
)
async def list_ladder_rounds(
    game: GameName, app: Services, cursor: Cursor = None, limit: Rounds = MOST_ROUNDS
) -> Page[LadderRound]:
    """Gives the rounds that the ladder has rated, the oldest first.

    Each has the ratings that it was rated from, and what it has changed: with the logs of the
    tournaments, all ratings can be computed again.
    """
    return await app.ladders.rounds(game, cursor, limit)


@get(
    "/{game:str}/bots/{bot_id:str}",
    summary="A bot's way up a ladder",
    security=PUBLIC,
    responses={**_POINTS.described("The newest first."), **problems(404, 422)},
    operation_class=TableOperation,
)
async def get_ladder_history(
    game: GameName,
    bot_id: BotId,
    request: ApiRequest,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives a bot's rating on the ladder after each round that it was in, the newest first."""
    page = await app.ladders.history(game, bot_id, cursor, limit)
    return _POINTS.answer(request, page, format)


router = Router(
    "/ladders",
    route_handlers=[get_ladder, get_ladder_strengths, list_ladder_rounds, get_ladder_history],
)
