"""The bots of a batch of sets: connected, and asked what they are before any clock runs.

What may live here: what a worker knows of a bot while it plays it, and how many sets it may play.
"""

import asyncio
from collections.abc import AsyncIterator, Container, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import structlog

from arena.match.canary import Canary
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.http import BotClient, HttpPlayer
from arena.match.player import Player
from arena.match.urls import UrlError
from arena.protocol.messages import BotInfo, FaultKind
from arena.service.clock import now_ms
from arena.store.bots import Bot

MOST_OF_OWNER = 16
"""Sets that an owner's bots play at once at most, all workers together."""
MOST_OF_HOST = 16
"""Sets that the bots of a host play at once at most."""

_NO_BOT: Final[Container[FaultKind]] = ("content_type", "oversize", "bad_json", "schema")
"""What a `GET` comes to at a server that is well and no bot, such as a page."""
_ANOTHER = "another `verify` than before: nothing is asked; check the bot once it is yours again"

_log = structlog.get_logger()


class Contestant:
    """A bot that can be called. `limits` are sets in play at once, by party: itself, owner, host.

    `version` is what it stated when it was last asked, `stated` is that only if it was asked here.
    A host that is `trusted` is the operator's own: it has no limit but the bot's, and needs no
    consent. A bot that is deleted has no `client`.
    """

    def __init__(self, bot: Bot, client: BotClient | None, host: str, *, trusted: bool) -> None:
        self.bot = bot
        self.client = client
        self.limits = {bot.id: bot.info.max_concurrency}
        if not trusted:
            self.limits |= {f"owner:{bot.owner}": MOST_OF_OWNER, f"host:{host}": MOST_OF_HOST}
        self.version = bot.info.version
        self.stated: str | None = None
        self.failed: BotError | None = None
        """Why its `GET` did not say what it is, if it did not."""
        self._trusted = trusted
        self._player: Player | None = None
        self._joined = False
        self._joining = asyncio.Lock()

    async def player(self) -> Player | None:
        """Give it ready to be asked: the first time it is asked what it is.

        Only its own sets wait for that. One that does not say plays as it was when it was checked.
        None is given where another server is there now, who never asked to be called, and where
        none is known any more.
        """
        async with self._joining:
            if not self._joined:
                self._player = await self._join()
                self._joined = True
        return self._player

    async def _join(self) -> Player | None:
        if self.client is None:
            return None
        try:
            info = await self.info(self.client)
        except BotError as fault:
            self.failed = fault
            if fault.kind in _NO_BOT and not self._trusted:
                return None
            return HttpPlayer(self.client, self.bot.info)
        self.version = self.stated = info.version
        return HttpPlayer(self.client, info)

    async def info(self, client: BotClient) -> BotInfo:
        """Give what it says of itself; raise BotError.

        Also where its `GET` does not prove any more that its host wants to be called.
        """
        info = await client.info()
        if not self._trusted and info.verify != self.bot.info.verify:
            raise BotError("schema", _ANOTHER)
        return info


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
            if bot.deleted:
                found[bot.id] = Contestant(bot, None, "", trusted=True)
                continue
            try:
                host = guard.check(bot.url).host
                client = await stack.enter_async_context(
                    BotClient(bot.url, guard, *bot.secrets(now_ms()), canary=canary)
                )
            except UrlError as error:
                _log.error("bot_not_callable_here", bot=bot.id, why=str(error))
            else:
                found[bot.id] = Contestant(bot, client, host, trusted=guard.trusts(host))
        yield found
