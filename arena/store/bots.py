"""Registered bots."""

import msgspec

from arena.protocol.messages import BotInfo
from arena.store import keys
from arena.store.client import Argument, Client


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A registered bot. `url` and `secret` (`whsec_...`) are for its owner's eyes alone.

    `info` is what its `GET` stated at registration or at the latest check.
    """

    id: str
    owner: str
    name: str
    url: str
    secret: str
    info: BotInfo
    created_ms: int


class BotRepository:
    """Reads and writes bots; an owner's bots have different names."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, bot: Bot) -> bool:
        """Store a new bot; give False, with nothing stored, if its owner has one of that name."""
        key_names = [keys.bot(bot.id), keys.owner_bots(bot.owner), keys.BOTS]
        arguments: list[Argument] = [msgspec.msgpack.encode(bot), bot.id, bot.name, bot.created_ms]
        return await self._client.step(bytes, "add_bot", key_names, arguments) == b"OK"

    async def update(self, bot: Bot) -> None:
        """Store a bot's changed record."""
        await self._client.put({keys.bot(bot.id): bot})

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
