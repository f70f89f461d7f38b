"""Use cases: register a bot, check it again, look at bots."""

import secrets

import msgspec

from arena.games import GAMES
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.http import fetch_info
from arena.match.urls import UrlError
from arena.protocol.messages import BotInfo
from arena.protocol.signing import secret_of
from arena.service.clock import now_ms
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.naming import clean_name
from arena.service.owners import Identity
from arena.service.paging import Page, check_limit
from arena.store.bots import Bot, BotRepository
from arena.store.owners import Owner, OwnerRepository


class PublicBot(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a bot."""

    id: str
    name: str
    owner: str
    owner_name: str
    games: tuple[str, ...]
    version: str
    created_ms: int


class OwnBot(PublicBot, frozen=True, kw_only=True):
    """What its owner may know beside that. `secret` signs our requests to the bot."""

    url: str
    secret: str
    windows: bool
    max_concurrency: int


class Bots:
    """Registered bots. URL and secret go to the owner alone."""

    def __init__(self, bots: BotRepository, owners: OwnerRepository, guard: Guard) -> None:
        self._bots = bots
        self._owners = owners
        self._guard = guard

    async def register(self, who: Identity, name: str, url: str) -> OwnBot:
        """Register a bot after asking its `GET`.

        Raises Invalid (field `name` or `url`) and Conflict if the owner has a bot of that name.
        """
        bot = Bot(
            id=secrets.token_hex(16),
            owner=who.owner.id,
            name=clean_name("name", name),
            url=url,
            secret=secret_of(secrets.token_bytes(32)),
            info=await self._ask(url, who.owner),
            created_ms=now_ms(),
        )
        if not await self._bots.add(bot):
            raise Conflict(f"name: you have a bot called {bot.name!r} already")
        return _own(bot, who.owner)

    async def check(self, who: Identity, bot_id: str) -> OwnBot:
        """Ask the bot's `GET` again and keep what it states; raise Invalid if it is not well."""
        bot = await self.find_own(who, bot_id)
        bot = msgspec.structs.replace(bot, info=await self._ask(bot.url, who.owner))
        await self._bots.update(bot)
        return _own(bot, who.owner)

    async def get(self, bot_id: str) -> PublicBot:
        """Give what everybody may know of a bot."""
        bot = await self._bots.get(bot_id)
        if bot is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        return (await self._public([bot]))[0]

    async def get_own(self, who: Identity, bot_id: str) -> OwnBot:
        """Give an own bot; somebody else's is NotFound."""
        return _own(await self.find_own(who, bot_id), who.owner)

    async def page(self, cursor: str | None, limit: int) -> Page[PublicBot]:
        """Give a page of bots, the newest first; raise Invalid for a bad cursor."""
        bots = await self._bots.page(cursor, check_limit(limit))
        if bots is None:
            raise Invalid("cursor", f"expected `next` of an earlier page, got {cursor!a}")
        return Page(await self._public(bots), bots[-1].id if len(bots) == limit else None)

    async def find_own(self, who: Identity, bot_id: str) -> Bot:
        """Give an own bot as it is stored; somebody else's is NotFound."""
        bot = await self._bots.get(bot_id)
        if bot is None or bot.owner != who.owner.id:
            raise NotFound(f"there is no bot {bot_id!a} of yours")
        return bot

    async def _ask(self, url: str, owner: Owner) -> BotInfo:
        """Ask a bot what it is, and check that its host wants it to play for this owner."""
        try:
            address = self._guard.check(url).host
            info = await fetch_info(url, self._guard)
        except UrlError as error:
            raise Invalid("url", str(error).removeprefix("url: ")) from error
        except BotError as error:
            raise Invalid("url", f"GET of the bot failed: {error}") from error
        if not set(info.games) & set(GAMES):
            expected = " or ".join(GAMES)
            raise Invalid("url", f"expected games with {expected}, GET says {info.games}")
        if info.verify != owner.verify and not self._guard.trusts(address):
            raise Invalid(
                "url",
                f'expected GET to say "verify": "{owner.verify}", or for a host an address'
                f" in a network the operator allows (--allow-network), got {address}",
            )
        return info

    async def _public(self, bots: list[Bot]) -> list[PublicBot]:
        owners = await self._owners.get_many([bot.owner for bot in bots])
        return [
            PublicBot(
                id=bot.id,
                name=bot.name,
                owner=bot.owner,
                owner_name="" if owner is None else owner.name,
                games=bot.info.games,
                version=bot.info.version,
                created_ms=bot.created_ms,
            )
            for bot, owner in zip(bots, owners, strict=True)
        ]


def _own(bot: Bot, owner: Owner) -> OwnBot:
    return OwnBot(
        id=bot.id,
        name=bot.name,
        owner=owner.id,
        owner_name=owner.name,
        games=bot.info.games,
        version=bot.info.version,
        created_ms=bot.created_ms,
        url=bot.url,
        secret=bot.secret,
        windows=bot.info.windows,
        max_concurrency=bot.info.max_concurrency,
    )
