"""`/v1/exhibitions`: matches on demand that rate nobody, against house bots or willing ones."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import JSONBody

from arena.api.auth import scope_needed
from arena.engine.record import Hex, Name, Record
from arena.http.parameters import (
    DEAL_ID,
    Cursor,
    ExhibitionId,
    Holder,
    IdempotencyKey,
    Limit,
    Services,
)
from arena.http.problems import problems
from arena.service.exhibitions import ExhibitionView, Wish
from arena.service.paging import Page

_SEAT = r"^([0-9a-f]{32}|house:[a-z0-9-]{1,40})(?!\n)$"


class NewExhibition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An exhibition to be played: who sits at each seat, as the id of a bot or as `house:NAME`.

    Either a `game`, and a `seed` if the cards shall be known ones; or `of`, the id of a match whose
    replay is public, or of an exhibition that is over: its game, its seed and its limits are taken.
    """

    bots: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern=_SEAT, max_length=46)], ...],
        msgspec.Meta(min_length=1, max_length=10, examples=[["house:sky5-simple"]]),
    ]
    game: Name | None = None
    seed: Hex | None = None
    of: Annotated[str, msgspec.Meta(pattern=DEAL_ID, max_length=49)] | None = None


@post(
    "/",
    summary="Have an exhibition played",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def create_exhibition(
    data: JSONBody[NewExhibition], who: Holder, app: Services, key: IdempotencyKey = None
) -> ExhibitionView:
    """Puts a match into the queue that rates nobody and counts for no quarantine.

    At least one bot must be an own one; others' must be willing (`exhibitions` of a bot). An owner
    may begin 10 a minute and have 3 that are not over. None begins while its bots, their owners or
    hosts play half as many sets as they may. It is kept for 7 days, of an owner the newest 50.
    """
    wish = Wish(bots=data.bots, game=data.game, seed=data.seed, of=data.of)
    make = partial(app.exhibitions.create, who, wish)
    return await app.repeats.once(who, key, ("exhibition", data), ExhibitionView, make)


@get(
    "/",
    summary="List one's exhibitions",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 422),
)
async def list_exhibitions(
    who: Holder, app: Services, cursor: Cursor = None, limit: Limit = 20
) -> Page[ExhibitionView]:
    """Gives those that were begun with an own token, the newest first."""
    return await app.exhibitions.page(who, cursor, limit)


@get(
    "/{exhibition_id:str}",
    summary="Look at an exhibition",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_exhibition(exhibition_id: ExhibitionId, who: Holder, app: Services) -> ExhibitionView:
    """Gives an exhibition to whoever has begun it, and to the owners of the bots in it."""
    return await app.exhibitions.get(who, exhibition_id)


@get(
    "/{exhibition_id:str}/replay",
    summary="Download the replay of an exhibition",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_exhibition_replay(exhibition_id: ExhibitionId, who: Holder, app: Services) -> Record:
    """Gives the record of a finished exhibition as a file that `arena replay` and `arena verify`
    read, to those who may look at it.
    """
    return await app.exhibitions.replay(who, exhibition_id)


router = Router(
    "/exhibitions",
    route_handlers=[create_exhibition, list_exhibitions, get_exhibition, get_exhibition_replay],
)
