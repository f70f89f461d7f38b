"""The bots of a batch of sets: connected, and asked what they are before any clock runs."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import structlog

from arena.match.canary import Canary
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.http import BotClient, HttpPlayer
from arena.match.player import Player
from arena.match.urls import UrlError
from arena.service.clock import now_ms
from arena.store.bots import Bot

_log = structlog.get_logger()


@dataclass(frozen=True)
class Contestant:
    """A bot ready to be asked."""

    bot: Bot
    player: Player
    version: str


@asynccontextmanager
async def connect(
    bots: Iterable[Bot], guard: Guard, canary: Canary | None = None
) -> AsyncIterator[Mapping[str, Contestant]]:
    """Give the bots by id, ready; close their connections at the end.

    Those are left out that we may not call, though whoever registered them might: the settings
    differ, which is the operator's to mend and nothing to blame a bot for.
    """
    async with AsyncExitStack() as stack:
        ready = await asyncio.gather(*(_ready(bot, guard, canary, stack) for bot in bots))
        yield {each.bot.id: each for each in ready if each is not None}


async def _ready(
    bot: Bot, guard: Guard, canary: Canary | None, stack: AsyncExitStack
) -> Contestant | None:
    """Ask a bot what it is; one that does not say plays as it was when it was last checked."""
    try:
        client = await stack.enter_async_context(
            BotClient(bot.url, guard, *bot.secrets(now_ms()), canary=canary)
        )
    except UrlError as error:
        _log.error("bot_not_callable_here", bot=bot.id, why=str(error))
        return None
    try:
        info = await client.info()
    except BotError:
        info = bot.info
    return Contestant(bot, HttpPlayer(client, info), info.version)
