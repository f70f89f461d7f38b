"""`/v1/bots`: register bots, look at them, check and change them, retire and delete them."""

from typing import Annotated

import msgspec
from litestar import Router, delete, get, patch, post
from litestar.params import JSONBody

from arena.api.auth import PUBLIC, TOKEN_OPTIONAL, scope_needed
from arena.http.parameters import (
    BotId,
    Cursor,
    Holder,
    IdempotencyKey,
    Limit,
    MaybeHolder,
    Services,
)
from arena.http.problems import problems
from arena.match.conformance.report import Report
from arena.match.urls import MAX_URL
from arena.service.bots import BotView, BotWithSecret, OwnBot, PublicBot
from arena.service.naming import MAX_REASON
from arena.service.paging import Page


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to register: its name, unique among its owner's, and its base URL."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    url: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_URL)]


class BotChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a bot is to be another: what is not given stays as it is.

    `exhibitions`: whether others may have it play in theirs.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    url: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_URL)] | None = None
    exhibitions: bool | None = None


class BotQuarantine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a bot is put in quarantine, in a line; its owner sees it."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_REASON)]


@post(
    "/",
    summary="Register a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def register_bot(
    data: JSONBody[NewBot], who: Holder, app: Services, key: IdempotencyKey = None
) -> BotWithSecret:
    """Asks the bot's `GET` what it is, then keeps it.

    Unless the operator allows the bot's network, its `GET` must state the owner's `verify`. The
    answer holds the secret that signs every request to the bot. A conformance check begins at once:
    `get_report` tells what it finds.
    """

    async def registered() -> str:
        bot = await app.bots.register(who, data.name, data.url)
        await app.conformance.begin(who, bot.id)
        return bot.id  # no more is kept: URL and secret go when the bot does

    return await app.bots.with_secret(
        who, await app.repeats.once(who, key, ("bot", data), str, registered)
    )


@get("/", summary="List bots", security=PUBLIC, responses=problems(422))
async def list_bots(app: Services, cursor: Cursor = None, limit: Limit = 50) -> Page[PublicBot]:
    """Gives the bots of all owners, the newest first."""
    return await app.bots.page(cursor, limit)


@get(
    "/{bot_id:str}",
    summary="Look at a bot",
    security=TOKEN_OPTIONAL,
    responses=problems(401, 404),
)
async def get_bot(bot_id: BotId, who: MaybeHolder, app: Services) -> BotView:
    """Gives the public part; to its owner the whole, but for its secret (`get_secret`)."""
    bot = await app.bots.get(bot_id)
    if who is not None and bot.owner == who.owner.id and not bot.deleted:
        return await app.bots.get_own(who, bot_id)
    return bot


@post(
    "/{bot_id:str}/check",
    status_code=200,
    summary="Check a bot again",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 422),
)
async def check_bot(bot_id: BotId, who: Holder, app: Services) -> OwnBot:
    """Asks the bot's `GET` again, keeps what it states, and begins a conformance check anew.

    A bot in quarantine must also answer a practice ask, whose `match_id` is of no match: two such
    checks passed, at least 10 s apart, release it.
    """
    return await app.conformance.check(who, bot_id)


@get(
    "/{bot_id:str}/report",
    summary="Read what a check has found",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_report(bot_id: BotId, who: Holder, app: Services) -> Report:
    """Gives the newest conformance check of an own bot, as far as it has come, for 30 days.

    It is over within 30 s of its begin, with most bots in one or two.
    """
    return await app.conformance.report(who, bot_id)


@get(
    "/{bot_id:str}/secret",
    summary="Read a bot's secret",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def get_secret(bot_id: BotId, who: Holder, app: Services) -> BotWithSecret:
    """Gives an own bot with the secret that signs every request to it, as `register_bot` does."""
    return await app.bots.with_secret(who, bot_id)


@post(
    "/{bot_id:str}/secret",
    status_code=200,
    summary="Replace a bot's secret",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def rotate_secret(bot_id: BotId, who: Holder, app: Services) -> BotWithSecret:
    """Draws a new secret and gives it.

    For 24 hours every request is signed with the present secret too, so that the bot can be given
    the new one without a gap. A secret that was replaced before that is out of use at once.
    """
    return await app.bots.rotate(who, bot_id)


@patch(
    "/{bot_id:str}",
    summary="Change a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def change_bot(
    bot_id: BotId, data: JSONBody[BotChange], who: Holder, app: Services
) -> OwnBot:
    """Gives a bot another name, or another URL, whose `GET` is asked first, as at a registration.

    Or lets others have it play in their exhibitions. Matches in play go on at the old URL. At a new
    one a conformance check begins.
    """
    bot = await app.bots.change(who, bot_id, data.name, data.url, data.exhibitions)
    if data.url is not None:
        await app.conformance.begin(who, bot_id)
    return bot


@post(
    "/{bot_id:str}/retire",
    status_code=200,
    summary="Retire a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def retire_bot(bot_id: BotId, who: Holder, app: Services) -> OwnBot:
    """Lets the bot enter nothing more; it finishes what it is entered in."""
    return await app.bot_life.retire(who, bot_id)


@post(
    "/{bot_id:str}/unretire",
    status_code=200,
    summary="Bring a retired bot back",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def unretire_bot(bot_id: BotId, who: Holder, app: Services) -> OwnBot:
    """Lets the bot enter tournaments again."""
    return await app.bot_life.retire(who, bot_id, retired=False)


@delete(
    "/{bot_id:str}",
    summary="Delete a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def delete_bot(bot_id: BotId, who: Holder, app: Services) -> None:
    """Wipes URL, secret, `verify` and name, for good. What it has played stays, as a deleted bot's.

    Bundles of tournaments that it has started in keep the name it was entered under.
    It is taken out of tournaments that have not started; in others it is played for by defaults.
    """
    await app.bot_life.delete(who, bot_id)


@post(
    "/{bot_id:str}/quarantine",
    status_code=200,
    summary="Put a bot in quarantine",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 408, 409, 413, 415, 422),
)
async def quarantine_bot(
    bot_id: BotId, data: JSONBody[BotQuarantine], who: Holder, app: Services
) -> OwnBot:
    """Has nobody ask the bot until it is released, for instance while its server is mended."""
    return await app.bot_life.quarantine(who, bot_id, data.reason)


@post(
    "/{bot_id:str}/release",
    status_code=200,
    summary="Release a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404, 409),
)
async def release_bot(bot_id: BotId, who: Holder, app: Services) -> OwnBot:
    """Ends a quarantine that its owner began; from one for its faults it is released by checks."""
    return await app.bot_life.release(who, bot_id)


router = Router(
    "/bots",
    route_handlers=[
        register_bot,
        list_bots,
        get_bot,
        check_bot,
        get_report,
        get_secret,
        rotate_secret,
        change_bot,
        retire_bot,
        unretire_bot,
        delete_bot,
        quarantine_bot,
        release_bot,
    ],
)
