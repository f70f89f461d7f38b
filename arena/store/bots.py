"""Registered bots."""

from collections.abc import Callable
from typing import Literal

import msgspec

from arena.protocol.messages import BotInfo
from arena.store import keys
from arena.store.client import Argument, Client

MOST_BOTS = 100
"""Bots that an owner may have."""
Added = Literal["OK", "TAKEN", "FULL"]
_ADDED: dict[bytes, Added] = {b"OK": "OK", b"TAKEN": "TAKEN", b"FULL": "FULL"}


class OldSecret(msgspec.Struct, frozen=True):
    """A secret that has been replaced, and until when (ms since 1970) it is still signed with."""

    secret: str
    until_ms: int

    def __repr__(self) -> str:
        return f"OldSecret(until_ms={self.until_ms})"


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A registered bot. `url` and secrets (`whsec_...`) are for its owner's eyes alone.

    `info` is what its `GET` stated at registration or at the latest check.
    """

    id: str
    owner: str
    name: str
    url: str
    secret: str
    info: BotInfo
    created_ms: int
    old_secret: OldSecret | None = None

    def secrets(self, now_ms: int) -> tuple[str, ...]:
        """Give the secrets that requests are signed with at this time, the newest first."""
        if self.old_secret is None or self.old_secret.until_ms <= now_ms:
            return (self.secret,)
        return (self.secret, self.old_secret.secret)

    def __repr__(self) -> str:
        """Give what a log or a traceback may show."""
        return f"Bot(id={self.id!r})"


class BotRepository:
    """Reads and writes bots; an owner's bots have different names."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, bot: Bot) -> Added:
        """Store a bot, unless its owner has one of its name (`TAKEN`) or `MOST_BOTS` (`FULL`)."""
        key_names = [keys.bot(bot.id), keys.owner_bots(bot.owner), keys.BOTS]
        record = msgspec.msgpack.encode(bot)
        arguments: list[Argument] = [record, bot.id, bot.name, bot.created_ms, MOST_BOTS]
        return _ADDED[await self._client.step(bytes, "add_bot", key_names, arguments)]

    async def change(self, bot_id: str, edit: Callable[[Bot], Bot]) -> Bot:
        """Edit a bot's record, whoever else does so at the same time; give it as it is then.

        `edit` may be called several times. Raises KeyError where there is no such bot.
        """
        key = keys.bot(bot_id)
        while True:
            before = await self._client.find(bytes, "GET", key)
            if before is None:
                raise KeyError(bot_id)
            bot = edit(msgspec.msgpack.decode(before, type=Bot))
            arguments: list[Argument] = [before, msgspec.msgpack.encode(bot)]
            if await self._client.step(bytes, "change_bot", [key], arguments) == b"OK":
                return bot

    async def get(self, bot_id: str) -> Bot | None:
        """Give the bot of this id."""
        return await self._client.get(keys.bot(bot_id), Bot)

    async def get_many(self, bot_ids: list[str]) -> list[Bot]:
        """Give the bots of these ids in their order; raise KeyError if one is missing."""
        found = await self._client.get_many([keys.bot(bot_id) for bot_id in bot_ids], Bot)
        for bot_id, bot in zip(bot_ids, found, strict=True):
            if bot is None:
                raise KeyError(bot_id)
        return [bot for bot in found if bot is not None]

    async def page(self, after: str | None, limit: int) -> list[Bot] | None:
        """Give bots, the newest first, from the one after this id; None if there is no such id."""
        ids = await self._client.newest(keys.BOTS, after, limit)
        return None if ids is None else await self.get_many(ids)
