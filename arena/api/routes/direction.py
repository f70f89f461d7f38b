"""`/v1/tournaments/{id}/...`: what an organiser does to a tournament, and the log of it."""

from functools import partial
from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import JSONBody

from arena.api.auth import PUBLIC, scope_needed
from arena.http.parameters import (
    BotId,
    Cursor,
    GivenBot,
    Holder,
    IdempotencyKey,
    Limit,
    Services,
    TournamentId,
)
from arena.http.problems import problems
from arena.service.bots import BotView
from arena.service.direction import ActView, VoidView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
SetNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class NewVoid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sets to make void: some of a round, or (`sets` null) all of it. `reason` is public.

    With `rerun` they are played again in the present round, with cards that nobody has seen.
    """

    round: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    reason: Reason
    sets: Annotated[list[SetNumber], msgspec.Meta(min_length=1, max_length=5_000)] | None = None
    rerun: bool = True


class NewWithdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to take out; `reason` is public."""

    bot: GivenBot
    reason: Reason


class EntryRelease(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to release from quarantine."""

    bot: GivenBot


class EntryQuarantine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to put in quarantine; `reason` is public."""

    bot: GivenBot
    reason: Reason


class InvitationView(msgspec.Struct, frozen=True):
    """The code that entries must state; null where registration is open to all."""

    invitation: str | None


@get(
    "/{tournament_id:str}/invitation",
    summary="The code for entries",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404),
)
async def get_invitation(tournament_id: TournamentId, who: Holder, app: Services) -> InvitationView:
    """Gives what contestants must be told to enter an own tournament."""
    return InvitationView(await app.entries.invitation(who, tournament_id))


@post(
    "/{tournament_id:str}/pause",
    status_code=200,
    summary="Pause a tournament",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 409),
)
async def pause_tournament(
    tournament_id: TournamentId, who: Holder, app: Services
) -> TournamentView:
    """Begins no more sets; those in play are finished."""
    await app.direction.pause(who, tournament_id)
    return await app.tournaments.get(tournament_id)


@post(
    "/{tournament_id:str}/resume",
    status_code=200,
    summary="Go on with a paused tournament",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 409),
)
async def resume_tournament(
    tournament_id: TournamentId, who: Holder, app: Services
) -> TournamentView:
    """Plays what is left."""
    await app.direction.resume(who, tournament_id)
    return await app.tournaments.get(tournament_id)


@post(
    "/{tournament_id:str}/cancel",
    status_code=200,
    summary="Cancel a tournament",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 409),
)
async def cancel_tournament(
    tournament_id: TournamentId, who: Holder, app: Services
) -> TournamentView:
    """Ends it for good, whatever is in play; its secret and all its replays become public."""
    await app.direction.cancel(who, tournament_id)
    return await app.tournaments.get(tournament_id)


@post(
    "/{tournament_id:str}/void",
    status_code=200,
    summary="Make sets void",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def void_sets(
    tournament_id: TournamentId,
    data: JSONBody[NewVoid],
    who: Holder,
    app: Services,
    key: IdempotencyKey = None,
) -> VoidView:
    """Takes back what the sets changed; their records stay. Sets that are void already stay so."""
    void = app.direction.void
    make = partial(void, who, tournament_id, data.round, data.sets, data.reason, rerun=data.rerun)
    return await app.repeats.once(who, key, ("void", tournament_id, data), VoidView, make)


@post(
    "/{tournament_id:str}/withdraw",
    status_code=200,
    summary="Withdraw a bot",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def withdraw_bot(
    tournament_id: TournamentId, data: JSONBody[NewWithdrawal], who: Holder, app: Services
) -> TournamentView:
    """Takes a bot out. What it has not played is played by defaults, or void (`withdrawal`)."""
    await app.direction.withdraw(who, tournament_id, data.bot, data.reason)
    return await app.tournaments.get(tournament_id)


@post(
    "/{tournament_id:str}/quarantine",
    status_code=200,
    summary="Keep a bot from being asked",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def quarantine_entry(
    tournament_id: TournamentId, data: JSONBody[EntryQuarantine], who: Holder, app: Services
) -> BotView:
    """Has the bot played for by defaults in this tournament, until it is released or that is over.

    Its owner cannot release it.
    """
    await app.bot_life.quarantine_in(who, tournament_id, data.bot, data.reason)
    return await app.bots.get(data.bot)


@post(
    "/{tournament_id:str}/release",
    status_code=200,
    summary="Have a bot asked again",
    security=scope_needed("organiser"),
    responses=problems(401, 403, 404, 408, 413, 415, 422),
)
async def release_entry(
    tournament_id: TournamentId, data: JSONBody[EntryRelease], who: Holder, app: Services
) -> BotView:
    """Ends a quarantine that the organiser of this tournament began."""
    await app.bot_life.release_in(who, tournament_id, data.bot)
    return await app.bots.get(data.bot)


@delete(
    "/{tournament_id:str}/entries/{bot_id:str}",
    summary="Take an own bot out",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 409),
)
async def leave_tournament(
    tournament_id: TournamentId, bot_id: BotId, who: Holder, app: Services
) -> None:
    """Takes an own bot out, as its organiser may."""
    await app.direction.leave(who, tournament_id, bot_id)


@get(
    "/{tournament_id:str}/audit",
    summary="The organiser's acts",
    security=PUBLIC,
    responses=problems(404, 422),
)
async def list_acts(
    tournament_id: TournamentId, app: Services, cursor: Cursor = None, limit: Limit = 20
) -> Page[ActView]:
    """Gives all that its organiser has done to a tournament, the oldest first."""
    return await app.direction.acts(tournament_id, cursor, limit)


router = Router(
    "/tournaments",
    route_handlers=[
        get_invitation,
        pause_tournament,
        resume_tournament,
        cancel_tournament,
        void_sets,
        withdraw_bot,
        leave_tournament,
        quarantine_entry,
        release_entry,
        list_acts,
    ],
)
