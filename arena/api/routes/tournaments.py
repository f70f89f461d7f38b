"""`/v1/tournaments`: the life of a tournament, and its entries."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import JSONBody

from arena.api.auth import PUBLIC, scope_needed
from arena.http.parameters import (
    ID,
    Cursor,
    GivenBot,
    Holder,
    IdempotencyKey,
    Limit,
    Services,
    TournamentId,
)
from arena.http.problems import problems
from arena.service.entries import EntryView
from arena.service.errors import Invalid
from arena.service.paging import Page
from arena.service.tournaments import TournamentSummary, TournamentView
from arena.store.tournaments import MOST_INVITED, Registration
from arena.tournament.config import Config


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to draft. Its config cannot be changed: it is committed to at once.

    With `registration` by `invitation` a code is drawn that entries must state, but for those of
    owners who are `invited` by their ids.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    config: Config
    registration: Registration = "open"
    invited: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern=ID, max_length=32)], ...],
        msgspec.Meta(max_length=MOST_INVITED, examples=[[]]),
    ] = ()


class NewEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to enter; `nonce` goes into the seed of the tournament, and is drawn if not given.

    `invitation` is the organiser's code, where registration is by invitation.
    """

    bot: GivenBot
    nonce: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)] | None = None
    invitation: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class NewStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a start needs: the value of the beacon's round, if the configuration names one."""

    beacon: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)] | None = None


@post(
    "/",
    summary="Draft a tournament",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 408, 409, 413, 415, 422),
)
async def create_tournament(
    data: JSONBody[NewTournament], who: Holder, app: Services, key: IdempotencyKey = None
) -> TournamentView:
    """Draws the tournament's secret and publishes the commitment to it."""
    make = partial(
        app.tournaments.create, who, data.name, data.config, data.registration, data.invited
    )
    try:
        return await app.repeats.once(who, key, ("tournament", data), TournamentView, make)
    except Invalid as error:
        raise _in_body(error) from error


@get("/", summary="List tournaments", security=PUBLIC, responses=problems(422))
async def list_tournaments(
    app: Services, cursor: Cursor = None, limit: Limit = 20
) -> Page[TournamentSummary]:
    """Gives all tournaments, the newest first, without the heads of their logs."""
    return await app.tournaments.page(cursor, limit)


@get(
    "/{tournament_id:str}", summary="Look at a tournament", security=PUBLIC, responses=problems(404)
)
async def get_tournament(tournament_id: TournamentId, app: Services) -> TournamentView:
    """Gives a tournament as it stands; secret and final seed once it is finished."""
    return await app.tournaments.get(tournament_id)


@post(
    "/{tournament_id:str}/open",
    status_code=200,
    summary="Open a draft for entries",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 409),
)
async def open_tournament(
    tournament_id: TournamentId, who: Holder, app: Services
) -> TournamentView:
    """Lets contestants enter. It must be an own draft."""
    return await app.tournaments.open(who, tournament_id)


@post(
    "/{tournament_id:str}/entries",
    summary="Enter a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def enter_bot(
    tournament_id: TournamentId,
    data: JSONBody[NewEntry],
    who: Holder,
    app: Services,
    key: IdempotencyKey = None,
) -> EntryView:
    """Enters an own bot while entries are open."""
    make = partial(app.entries.enter, who, tournament_id, data.bot, data.nonce, data.invitation)
    return await app.repeats.once(who, key, ("entry", tournament_id, data), EntryView, make)


@get(
    "/{tournament_id:str}/entries", summary="List entries", security=PUBLIC, responses=problems(404)
)
async def list_entries(tournament_id: TournamentId, app: Services) -> list[EntryView]:
    """Gives all entries in order of bot id."""
    return await app.entries.of(tournament_id)


@post(
    "/{tournament_id:str}/start",
    status_code=200,
    summary="Start a tournament",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def start_tournament(
    tournament_id: TournamentId,
    who: Holder,
    app: Services,
    data: JSONBody[NewStart | None] = None,
) -> TournamentView:
    """Closes the entries, fixes the seed and begins the first round.

    A body is needed only for a beacon. What the log begins with is `opened` from now on.
    """
    beacon = None if data is None else data.beacon
    return await app.tournaments.start(who, tournament_id, beacon)


def _in_body(error: Invalid) -> Invalid:
    """Give the place of the fault in the body, of which the service knows only the config."""
    if error.field not in Config.__struct_fields__:
        return error
    text = str(error).removeprefix(f"{error.field}: ")
    return Invalid(f"config.{error.field}", text)


router = Router(
    "/tournaments",
    route_handlers=[
        create_tournament,
        list_tournaments,
        get_tournament,
        open_tournament,
        enter_bot,
        list_entries,
        start_tournament,
    ],
)
