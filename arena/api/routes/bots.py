"""`/v1/bots`: register a bot, look at bots, check one again, replace its secret."""

from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import JSONBody

from arena.api.auth import PUBLIC, TOKEN_OPTIONAL, scope_needed
from arena.api.parameters import BotId, Cursor, Holder, Limit, MaybeHolder, Services
from arena.api.problems import problems
from arena.match.urls import MAX_URL
from arena.service.bots import OwnBot, PublicBot
from arena.service.paging import Page


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to register: its name, unique among its owner's, and its base URL."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    url: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_URL)]


@post(
    "/",
    summary="Register a bot",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 408, 409, 413, 415, 422),
)
async def register_bot(data: JSONBody[NewBot], who: Holder, app: Services) -> OwnBot:
    """Asks the bot's `GET` what it is, then keeps it.

    Unless the operator allows the bot's network, its `GET` must state the owner's `verify`. The
    answer holds the secret that signs every request to the bot.
    """
    return await app.bots.register(who, data.name, data.url)


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
async def get_bot(bot_id: BotId, who: MaybeHolder, app: Services) -> PublicBot:
    """Gives the public part; to its owner the whole, as `register_bot` does."""
    bot = await app.bots.get(bot_id)
    if who is not None and bot.owner == who.owner.id:
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
    """Asks the bot's `GET` again and keeps what it states.

    A bot in quarantine must also answer a practice ask, whose `match_id` is of no match: two such
    checks passed, at least 10 s apart, release it.
    """
    return await app.bots.check(who, bot_id)


@post(
    "/{bot_id:str}/secret",
    status_code=200,
    summary="Replace a bot's secret",
    security=scope_needed("contestant"),
    responses=problems(401, 403, 404),
)
async def rotate_secret(bot_id: BotId, who: Holder, app: Services) -> OwnBot:
    """Draws a new secret and gives it.

    For 24 hours every request is signed with the present secret too, so that the bot can be given
    the new one without a gap. A secret that was replaced before that is out of use at once.
    """
    return await app.bots.rotate(who, bot_id)


router = Router(
    "/bots", route_handlers=[register_bot, list_bots, get_bot, check_bot, rotate_secret]
)
