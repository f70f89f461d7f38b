"""The bots of a batch of sets: connected, and asked what they are before any clock runs.

What may live here: what a worker knows of a bot while it plays it, and how many sets it may play.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

import structlog

from arena.match.canary import Canary
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.http import BotClient, HttpPlayer
from arena.match.player import Player
from arena.match.urls import UrlError
from arena.service.clock import now_ms
from arena.store.bots import Bot

MOST_OF_OWNER = 16
"""Sets that an owner's bots play at once at most, all workers together."""
MOST_OF_HOST = 16
"""Sets that the bots of a host play at once at most."""

_log = structlog.get_logger()


class Contestant:
    """A bot that can be called. `limits` are sets in play at once, by party: itself, owner, host.

    `version` is what it stated when it was last asked.
    """

    def __init__(self, bot: Bot, client: BotClient, limits: Mapping[str, int]) -> None:
        self.bot = bot
        self.client = client
        self.limits = limits
        self.version = bot.info.version
        self._player: Player | None = None
        self._joining = asyncio.Lock()

    async def player(self) -> Player:
        """Give it ready to be asked: the first time it is asked what it is.

        Only its own sets wait for that. One that does not say plays as it was when it was checked.
        """
        async with self._joining:
            if self._player is None:
                try:
                    info = await self.client.info()
                except BotError:
                    info = self.bot.info
                self.version = info.version
                self._player = HttpPlayer(self.client, info)
        return self._player


@asynccontextmanager
async def connect(
    bots: Iterable[Bot], guard: Guard, canary: Canary | None = None
) -> AsyncIterator[Mapping[str, Contestant]]:
    """Give the bots by id; close their connections at the end. None of them is called yet.

    Those are left out that we may not call, though whoever registered them might: the settings
    differ, which is the operator's to mend and nothing to blame a bot for.
    """
    found = dict[str, Contestant]()
    async with AsyncExitStack() as stack:
        for bot in bots:
            try:
                limits = _limits(bot, guard)
                client = await stack.enter_async_context(
                    BotClient(bot.url, guard, *bot.secrets(now_ms()), canary=canary)
                )
            except UrlError as error:
                _log.error("bot_not_callable_here", bot=bot.id, why=str(error))
            else:
                found[bot.id] = Contestant(bot, client, limits)
        yield found


def _limits(bot: Bot, guard: Guard) -> Mapping[str, int]:
    """Give how many sets the bot, its owner and its host may play at once; raise UrlError.

    The operator's own hosts have no limit but the bot's.
    """
    limits, host = {bot.id: bot.info.max_concurrency}, guard.check(bot.url).host
    if guard.trusts(host):
        return limits
    return limits | {f"owner:{bot.owner}": MOST_OF_OWNER, f"host:{host}": MOST_OF_HOST}
