"""Use cases: register a bot, check it again, replace its secret, look at bots."""

import secrets

import msgspec

from arena.protocol.signing import secret_of
from arena.service.clock import DAY_MS, now_ms
from arena.service.endpoints import Endpoints
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.naming import clean_name
from arena.service.owners import Identity
from arena.service.paging import Page, check_limit
from arena.service.quarantine import HealthChecks
from arena.store.bots import MOST_BOTS, Bot, OldSecret
from arena.store.health import Quarantine
from arena.store.owners import Owner
from arena.store.store import Store

ROTATION_MS = DAY_MS
"""So long requests are signed with a replaced secret as well."""


class PublicBot(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a bot. One that is `quarantined` is played for, and not asked."""

    id: str
    name: str
    owner: str
    owner_name: str
    games: tuple[str, ...]
    version: str
    quarantined: bool
    created_ms: int


class OwnBot(PublicBot, frozen=True, kw_only=True):
    """What its owner may know beside that. `secret` signs our requests to the bot.

    Until `old_secret_until_ms` (ms since 1970) the one before it does so as well. `quarantine`
    says why the bot is in quarantine, if it is, and when it is checked next.
    """

    url: str
    secret: str
    old_secret_until_ms: int | None
    windows: bool
    max_concurrency: int
    quarantine: Quarantine | None


class Bots:
    """Registered bots. URL and secret go to the owner alone."""

    def __init__(self, store: Store, endpoints: Endpoints, checks: HealthChecks) -> None:
        self._bots = store.bots
        self._owners = store.owners
        self._health = store.health
        self._endpoints = endpoints
        self._checks = checks

    async def register(self, who: Identity, name: str, url: str) -> OwnBot:
        """Register a bot after asking its `GET`.

        Raises Invalid (field `name` or `url`), TooMany (it was called too often), and Conflict if
        the owner has a bot of that name, or as many as one may have.
        """
        bot = Bot(
            id=secrets.token_hex(16),
            owner=who.owner.id,
            name=clean_name("name", name),
            url=url,
            secret=secret_of(secrets.token_bytes(32)),
            info=await self._endpoints.ask(who.owner, url),
            created_ms=now_ms(),
        )
        added = await self._bots.add(bot)
        if added == "TAKEN":
            raise Conflict(f"name: you have a bot called {bot.name!r} already")
        if added == "FULL":
            raise Conflict(f"bots: expected at most {MOST_BOTS} of an owner, you have as many")
        return await self._own(bot, who.owner)

    async def check(self, who: Identity, bot_id: str) -> OwnBot:
        """Ask the bot's `GET` again and keep what it states; raise Invalid if it is not well.

        A bot in quarantine is asked a practice ask too, and what comes of it counts as a health
        check. Raises TooMany if it was asked too often of late.
        """
        bot = await self.find_own(who, bot_id)
        info = await self._endpoints.ask(who.owner, bot.url, known=True)
        replace = msgspec.structs.replace
        bot = await self._bots.change(bot_id, lambda stored: replace(stored, info=info))
        if await self._health.quarantines([bot_id]):
            why = await self._checks.make(bot)
            if why is not None:
                raise Invalid("url", f"the bot stays in quarantine: {why}")
        return await self._own(bot, who.owner)

    async def rotate(self, who: Identity, bot_id: str) -> OwnBot:
        """Draw a new secret; requests are signed with the present one too, for `ROTATION_MS`.

        One that was replaced before that is out of use at once.
        """
        await self.find_own(who, bot_id)
        secret = secret_of(secrets.token_bytes(32))
        until_ms = now_ms() + ROTATION_MS

        def rotated(bot: Bot) -> Bot:
            old = OldSecret(bot.secret, until_ms)
            return msgspec.structs.replace(bot, secret=secret, old_secret=old)

        return await self._own(await self._bots.change(bot_id, rotated), who.owner)

    async def get(self, bot_id: str) -> PublicBot:
        """Give what everybody may know of a bot."""
        bot = await self._bots.get(bot_id)
        if bot is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        return (await self._public([bot]))[0]

    async def get_own(self, who: Identity, bot_id: str) -> OwnBot:
        """Give an own bot; somebody else's is NotFound."""
        return await self._own(await self.find_own(who, bot_id), who.owner)

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

    async def _public(self, bots: list[Bot]) -> list[PublicBot]:
        owners = await self._owners.get_many([bot.owner for bot in bots])
        held = await self._health.quarantines([bot.id for bot in bots])
        return [
            PublicBot(
                id=bot.id,
                name=bot.name,
                owner=bot.owner,
                owner_name="" if owner is None else owner.name,
                games=bot.info.games,
                version=bot.info.version,
                quarantined=bot.id in held,
                created_ms=bot.created_ms,
            )
            for bot, owner in zip(bots, owners, strict=True)
        ]

    async def _own(self, bot: Bot, owner: Owner) -> OwnBot:
        held = await self._health.quarantines([bot.id])
        return OwnBot(
            id=bot.id,
            name=bot.name,
            owner=owner.id,
            owner_name=owner.name,
            games=bot.info.games,
            version=bot.info.version,
            quarantined=bot.id in held,
            created_ms=bot.created_ms,
            url=bot.url,
            secret=bot.secret,
            old_secret_until_ms=None if bot.old_secret is None else bot.old_secret.until_ms,
            windows=bot.info.windows,
            max_concurrency=bot.info.max_concurrency,
            quarantine=held.get(bot.id),
        )
