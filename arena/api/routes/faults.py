"""`/v1/bots/{id}/faults`: what a bot did wrong, for its owner."""

from typing import Annotated, get_args

from litestar import Router, get
from litestar.params import QueryParameter

from arena.api.auth import scope_needed
from arena.http.parameters import ID, MATCH_ID, BotId, Cursor, Holder, Limit, Services, one_of
from arena.http.problems import problems
from arena.protocol.messages import FaultKind
from arena.service.faults import FaultFilter, FaultView
from arena.service.paging import Page
from arena.store.faults import DURING

_KINDS = get_args(FaultKind)
Kind = Annotated[
    str | None,
    QueryParameter(
        description=f"Only faults of this kind: {', '.join(_KINDS)}.",
        pattern=one_of(_KINDS),
        max_length=20,
    ),
]
Match = Annotated[
    str | None,
    QueryParameter(
        description="Only faults of the match with this id, once its set is over.",
        pattern=MATCH_ID,
        max_length=49,
    ),
]
During = Annotated[
    str | None,
    QueryParameter(
        description=f"Only faults made in one of these: {', '.join(DURING)} (a match is rated).",
        pattern=one_of(DURING),
        max_length=10,
    ),
]
OfExhibition = Annotated[
    str | None,
    QueryParameter(
        description="Only faults in the exhibition with this id.", pattern=ID, max_length=32
    ),
]


@get(
    "/{bot_id:str}/faults",
    summary="What an own bot did wrong",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 422),
)
async def list_faults(
    bot_id: BotId,
    who: Holder,
    app: Services,
    cursor: Cursor = None,
    limit: Limit = 20,
    kind: Kind = None,
    match: Match = None,
    during: During = None,
    exhibition: OfExhibition = None,
) -> Page[FaultView]:
    """Gives each failed call of an own bot, and each answer that was no good, the newest first.

    Those in an exhibition come when that is over. The latest 1,000 in rated play are kept, in 1 MiB
    at most, and apart from them 200 in exhibitions and 200 in health checks, in 256 KiB each: for
    30 days, and of one seat in one match or exhibition the first 20.
    """
    wanted = FaultFilter(kind=kind, during=during, match=match, exhibition=exhibition)
    return await app.faults.page(who, bot_id, cursor, limit, wanted)


router = Router("/bots", route_handlers=[list_faults])
"""Beside that of `arena.api.routes.bots`."""
