"""`/v1/matches/{id}/events`, `/asks/{number}`, `/proof`: a finished match as it was played; and the
same of an exhibition.

Whoever may look at an exhibition is told all of it, also the owner of one bot in it: its replay
tells him the hands of the others too.
"""

from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.enums import MediaType
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.response.base import ASGIResponse

from arena.api.auth import TOKEN_OPTIONAL, scope_needed
from arena.engine.record import MAX_DECISIONS
from arena.http.answers import kept_answer
from arena.http.parameters import ExhibitionId, Holder, MatchId, MaybeHolder, Services
from arena.http.problems import ApiRequest, problems
from arena.service.plays import Onlooker, OptionsView, PlayView, ProofView

SeenBy = Annotated[
    str,
    QueryParameter(
        description="As whom: `all` there is to know, a `spectator` at the table, or a seat, from"
        " 0.",
        pattern=r"^(all|spectator|[0-9])(?!\n)$",
        max_length=9,
    ),
]
Number = Annotated[
    int,
    PathParameter(
        description="Number of an ask of the match, from 0, as events have it.",
        ge=0,
        le=MAX_DECISIONS,
    ),
]

_PLAY = {200: ResponseSpec(PlayView, False, "The match, beat by beat.", MediaType.JSON)}
_encode = msgspec.json.Encoder().encode


@get(
    "/matches/{match_id:str}/events",
    summary="Look at a match event by event",
    security=TOKEN_OPTIONAL,
    responses={**_PLAY, **problems(401, 404, 422)},
)
async def get_events(
    match_id: MatchId,
    request: ApiRequest,
    who: MaybeHolder,
    app: Services,
    seen_by: SeenBy = "all",
) -> ASGIResponse:
    """Gives what was decided and what came of it, in words too, as somebody knew it: `seen_by`.

    It is made of the replay, and sealed as that is.
    """
    play = await app.plays.play(match_id, _onlooker(seen_by), who)
    if who is not None:  # it may be sealed for others
        return ASGIResponse(body=_encode(play), media_type=MediaType.JSON)
    return kept_answer(request, _encode(play), MediaType.JSON)


@get(
    "/matches/{match_id:str}/asks/{number:int}",
    summary="Look at an ask of a match",
    security=TOKEN_OPTIONAL,
    responses=problems(401, 404),
)
async def get_ask(
    match_id: MatchId, number: Number, who: MaybeHolder, app: Services
) -> OptionsView:
    """Gives all the options that a bot had, and which it chose; sealed as the replay is."""
    return await app.plays.options(match_id, number, who)


@get(
    "/matches/{match_id:str}/proof",
    summary="Have a match played again",
    security=TOKEN_OPTIONAL,
    responses=problems(401, 404),
)
async def get_proof(match_id: MatchId, who: MaybeHolder, app: Services) -> ProofView:
    """Deals the cards again from the seed, plays every decision again, and computes the digest.

    `arena verify` does the same for whoever would rather not take our word; sealed as the replay.
    """
    return await app.plays.proof(match_id, who)


@get(
    "/exhibitions/{exhibition_id:str}/events",
    summary="Look at an exhibition event by event",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 422),
)
async def get_exhibition_events(
    exhibition_id: ExhibitionId, who: Holder, app: Services, seen_by: SeenBy = "all"
) -> PlayView:
    """Gives of a finished exhibition what is given of a match, to those who may look at it.

    All hands are told to the owner of any bot in it, as by its replay.
    """
    return await app.exhibition_plays.play(exhibition_id, _onlooker(seen_by), who)


@get(
    "/exhibitions/{exhibition_id:str}/asks/{number:int}",
    summary="Look at an ask of an exhibition",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_exhibition_ask(
    exhibition_id: ExhibitionId, number: Number, who: Holder, app: Services
) -> OptionsView:
    """Gives all the options that a bot had, and which it chose."""
    return await app.exhibition_plays.options(exhibition_id, number, who)


@get(
    "/exhibitions/{exhibition_id:str}/proof",
    summary="Have an exhibition played again",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_exhibition_proof(
    exhibition_id: ExhibitionId, who: Holder, app: Services
) -> ProofView:
    """Deals the cards again from the seed, plays every decision again, and computes the digest."""
    return await app.exhibition_plays.proof(exhibition_id, who)


def _onlooker(seen_by: str) -> Onlooker:
    if seen_by.isdecimal():
        return int(seen_by)
    return "all" if seen_by == "all" else "spectator"


router = Router(
    "/",
    route_handlers=[
        get_events,
        get_ask,
        get_proof,
        get_exhibition_events,
        get_exhibition_ask,
        get_exhibition_proof,
    ],
)
