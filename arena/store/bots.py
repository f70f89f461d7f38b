"""Registered bots: what is kept of them, and what everybody may know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from arena.protocol.messages import BotInfo
from arena.store import keys
from arena.store.client import Argument, Client
from arena.store.faults import DURING
from arena.store.health import Health, health_of

MOST_BOTS = 100
"""Bots that an owner may have."""
_TOMBSTONE = 6
"""Digits of its id that a deleted bot is called by."""


class OldSecret(msgspec.Struct, frozen=True):
    """A secret that has been replaced, and until when (ms since 1970) it is still signed with."""

    secret: str
    until_ms: int

    def __repr__(self) -> str:
        return f"OldSecret(until_ms={self.until_ms})"


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A registered bot. `url` and secrets (`whsec_...`) are for its owner's eyes alone.

    `info` is what its `GET` stated at registration or at the latest check. One that is `deleted`
    has neither URL nor secrets nor `verify`. What it is called is kept apart, for all to read. One
    that is willing has others ask it in `exhibitions`.
    """

    id: str
    owner: str
    url: str
    secret: str
    info: BotInfo
    created_ms: int
    old_secret: OldSecret | None = None
    deleted: bool = False
    exhibitions: bool = False

    def secrets(self, now_ms: int) -> tuple[str, ...]:
        """Give the secrets that requests are signed with at this time, the newest first."""
        if self.old_secret is None or self.old_secret.until_ms <= now_ms:
            return (self.secret,)
        return (self.secret, self.old_secret.secret)

    def wiped(self) -> "Bot":
        """Give what is kept of it once it is deleted."""
        info = msgspec.structs.replace(self.info, verify="")
        return msgspec.structs.replace(
            self, url="", secret="", old_secret=None, info=info, deleted=True
        )

    def __repr__(self) -> str:
        """Give what a log or a traceback may show."""
        return f"Bot(id={self.id!r})"


_Why = Literal["NAME", "URL", "FULL"]


class Refused(msgspec.Struct, frozen=True):
    """Nothing was stored.

    `NAME`, `URL`: another bot of the owner (`bot`) has it. `FULL`: the owner has `MOST_BOTS`.
    """

    why: _Why
    bot: str = ""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A bot as it is now: its name, the version that it stated last, and how it is."""

    name: str
    retired: bool
    version: str
    health: Health


class Version(msgspec.Struct, frozen=True):
    """A version that a bot stated, and when it did so first (ms since 1970)."""

    since_ms: int
    version: str


class BotRepository:
    """Reads and writes bots; an owner's bots have different names and URLs."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, bot: Bot, name: str) -> Refused | None:
        """Store a bot of this name, unless that is refused."""
        key_names = [
            keys.bot(bot.id), keys.owner_bots(bot.owner), keys.owner_urls(bot.owner), keys.NAMES,
            keys.BOTS, keys.versions(bot.id), keys.FEED,
        ]  # fmt: skip
        record = msgspec.msgpack.encode(bot)
        arguments: list[Argument] = [
            bot.id, record, name, bot.url, bot.info.version, bot.created_ms, MOST_BOTS
        ]  # fmt: skip
        return _refused(await self._client.step(list[bytes], "add_bot", key_names, arguments))

    async def change(
        self, bot_id: str, edit: Callable[[Bot], Bot], name: str | None = None
    ) -> Bot | Refused:
        """Edit a bot's record, and its name; give the record as it is then.

        Whoever else does so at the same time, the bot is as one of them after the other left it, so
        `edit` may be called several times. Raises KeyError where there is no such bot any more.
        """
        while True:
            record, stored = await self._read(bot_id)
            bot = edit(stored)
            key_names = [
                keys.bot(bot_id), keys.owner_bots(bot.owner), keys.owner_urls(bot.owner),
                keys.NAMES, keys.versions(bot_id), keys.FEED,
            ]  # fmt: skip
            arguments: list[Argument] = [
                bot_id, record, msgspec.msgpack.encode(bot), name or "", stored.url, bot.url,
                bot.info.version,
            ]  # fmt: skip
            answer = await self._client.step(list[bytes], "change_bot", key_names, arguments)
            if answer != [b"CHANGED"]:
                return _refused(answer) or bot

    async def retire(self, bot_id: str, *, retired: bool) -> bool:
        """Let a bot enter nothing more, or let it again; False where there is no such bot."""
        names = [keys.NAMES, keys.RETIRED, keys.FEED]
        answer = await self._client.step(bytes, "retire_bot", names, [bot_id, int(retired)])
        return answer == b"OK"

    async def delete(self, bot_id: str) -> None:
        """Wipe a bot; what has not started goes on without it, and it is asked no more.

        Its records stay. Raises KeyError where there is no such bot any more.
        """
        while True:
            record, bot = await self._read(bot_id)
            entered = await self.tournaments(bot_id)
            names = [
                keys.bot(bot_id), keys.owner_bots(bot.owner), keys.owner_urls(bot.owner),
                keys.NAMES, keys.RETIRED, keys.bot_tournaments(bot_id), keys.health(bot_id),
                keys.quarantines(bot_id), *(keys.faults(bot_id, each) for each in DURING),
                keys.FEED,
            ]  # fmt: skip
            for each in entered:
                names += [keys.tournament(each), keys.entries(each)]
            values: list[Argument] = [
                bot_id, record, msgspec.msgpack.encode(bot.wiped()), bot.url, *entered
            ]  # fmt: skip
            if await self._client.step(bytes, "delete_bot", names, values) == b"OK":
                return

    async def _read(self, bot_id: str) -> tuple[bytes, Bot]:
        """Give the record of a bot that is not deleted, encoded and not; raise KeyError."""
        record = await self._client.find(bytes, "GET", keys.bot(bot_id))
        bot = None if record is None else msgspec.msgpack.decode(record, type=Bot)
        if record is None or bot is None or bot.deleted:
            raise KeyError(bot_id)
        return record, bot

    async def get(self, bot_id: str) -> Bot | None:
        """Give the bot of this id, also if it is deleted."""
        return await self._client.get(keys.bot(bot_id), Bot)

    async def get_many(self, bot_ids: Sequence[str]) -> list[Bot]:
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

    async def names(self, bot_ids: Sequence[str]) -> dict[str, str]:
        """Give what bots are called, by id; for deleted ones that says so."""
        if not bot_ids:
            return {}
        found = await self._client.run(list[bytes | None], "HMGET", keys.NAMES, *bot_ids)
        return {bot: shown_name(bot, kept or b"") for bot, kept in zip(bot_ids, found, strict=True)}

    async def all_names(self) -> dict[str, str]:
        """Give what all bots are called that are not deleted, by id."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.NAMES)
        return {
            bot.decode(): name.decode() for bot, name in zip(flat[::2], flat[1::2], strict=True)
        }

    async def of_owner(self, owner_id: str) -> list[str]:
        """Give the ids of an owner's bots but for deleted ones, in order of their names."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.owner_bots(owner_id))
        return [bot.decode() for _, bot in sorted(zip(flat[::2], flat[1::2], strict=True))]

    async def look(self, bot_ids: Sequence[str]) -> list[Look]:
        """Give bots as they are now, in their order, with one call for all of them."""
        names = [keys.NAMES, keys.RETIRED]
        for bot in bot_ids:
            names += [keys.versions(bot), keys.health(bot)]
        found = await self._client.call(list[_Looked], "look_bots", names, list(bot_ids))
        return [_look(bot, looked) for bot, looked in zip(bot_ids, found, strict=True)]

    async def note_versions(self, versions: Mapping[str, str]) -> None:
        """Note what versions bots have stated; what is no news changes nothing."""
        names = [keys.FEED, *(keys.versions(bot) for bot in versions)]
        values: list[Argument] = [each for pair in versions.items() for each in pair]
        await self._client.call(bytes, "note_versions", names, values)

    async def versions(self, bot_id: str) -> list[Version]:
        """Give the latest versions that a bot has stated, the newest last."""
        found = await self._client.run(list[bytes], "LRANGE", keys.versions(bot_id), 0, -1)
        pairs = [each.decode().partition(" ") for each in found]
        return [Version(int(since), version) for since, _, version in pairs]

    async def tournaments(self, bot_id: str) -> list[str]:
        """Give the ids of the tournaments that a bot was ever entered in."""
        key = keys.bot_tournaments(bot_id)
        found = await self._client.run(list[bytes], "SMEMBERS", key)
        return sorted(member.decode() for member in found)


_Looked = tuple[bytes, int, bytes, list[bytes]]
"""What the function gives of each: its name, whether it is retired, its version, its health."""


def _look(bot_id: str, looked: _Looked) -> Look:
    name, retired, version, flat = looked
    return Look(
        name=shown_name(bot_id, name),
        retired=retired == 1,
        version=version.decode(),
        health=health_of(flat),
    )


def shown_name(bot_id: str, kept: bytes) -> str:
    """Give what a bot is called, `kept` being its name if it is not deleted."""
    return kept.decode() or f"deleted bot {bot_id[:_TOMBSTONE]}"


def _refused(answer: Sequence[bytes]) -> Refused | None:
    why, *bot = [each.decode() for each in answer]
    return None if why == "OK" else Refused(msgspec.convert(why, _Why), *bot)
