"""The bots of a batch of sets: connected, and asked what they are before any clock runs."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from arena.match.connection import BotError
from arena.match.guard import Guard, UrlError
from arena.match.http import BotClient, HttpPlayer
from arena.match.player import Player
from arena.store.bots import Bot


@dataclass(frozen=True)
class Contestant:
    """A bot ready to be asked. `player` is None if its URL may not be called any more."""

    bot: Bot
    player: Player | None
    version: str


@asynccontextmanager
async def connect(bots: Iterable[Bot], guard: Guard) -> AsyncIterator[Mapping[str, Contestant]]:
    """Give the bots by id, ready; close their connections at the end."""
    async with AsyncExitStack() as stack:
        ready = await asyncio.gather(*(_ready(bot, guard, stack) for bot in bots))
        yield {each.bot.id: each for each in ready}


async def _ready(bot: Bot, guard: Guard, stack: AsyncExitStack) -> Contestant:
    """Ask a bot what it is; one that does not say plays as it was when it was last checked."""
    try:
        client = await stack.enter_async_context(BotClient(bot.url, guard, bot.secret))
    except UrlError:
        return Contestant(bot, None, bot.info.version)
    try:
        info = await client.info()
    except BotError:
        info = bot.info
    return Contestant(bot, HttpPlayer(client, info), info.version)
