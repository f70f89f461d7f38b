"""`/v1/bots/{id}/faults`: what a bot did wrong, for its owner."""

from typing import Annotated, get_args

from litestar import Router, get
from litestar.params import QueryParameter

from arena.api.auth import scope_needed
from arena.api.parameters import MATCH_ID, BotId, Cursor, Holder, Limit, Services
from arena.api.problems import problems
from arena.protocol.messages import FaultKind
from arena.service.faults import FaultView
from arena.service.paging import Page

_KINDS = get_args(FaultKind)
Kind = Annotated[
    str | None,
    QueryParameter(
        description=f"Only faults of this kind: {', '.join(_KINDS)}.",
        pattern=f"^({'|'.join(_KINDS)})$",
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
) -> Page[FaultView]:
    """Gives each failed call of an own bot, and each answer that was no good, the newest first.

    The latest 1,000 are kept, in 1 MiB at most, for 30 days; of one seat in one match the first 20.
    """
    return await app.faults.page(who, bot_id, cursor, limit, kind=kind, match=match)


router = Router("/bots", route_handlers=[list_faults])
"""Beside that of `arena.api.routes.bots`."""
