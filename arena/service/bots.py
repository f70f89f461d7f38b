"""Use cases: register a bot, change it, check it again, replace its secret, look at bots.

What becomes of a bot that is not to play, for a while or ever, is in `arena.service.bot_life`.
"""

import secrets
from collections.abc import Callable, Sequence

import msgspec

from arena.match.urls import parse
from arena.protocol.signing import secret_of
from arena.service.clock import DAY_MS, now_ms
from arena.service.endpoints import Endpoints
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.naming import clean_name
from arena.service.owners import Identity
from arena.service.paging import Page, bad_cursor, check_limit
from arena.service.playing.quarantine import HealthChecks
from arena.store.bots import MOST_BOTS, Bot, Look, OldSecret, Refused, Version
from arena.store.health import Episode, Health, Quarantine, Why
from arena.store.owners import Owner
from arena.store.store import Store

ROTATION_MS = DAY_MS
"""So long requests are signed with a replaced secret as well."""


class PublicBot(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a bot. One that is `quarantined` is played for, and not asked.

    One that is `retired` enters nothing more; one that is `deleted` is named so, and retired too.
    All may have one play in their `exhibitions` whose owner lets them.
    """

    id: str
    name: str
    owner: str
    owner_name: str
    games: tuple[str, ...]
    version: str
    quarantined: bool
    retired: bool
    deleted: bool
    exhibitions: bool
    created_ms: int


class InQuarantine(msgspec.Struct, frozen=True, kw_only=True):
    """That a bot is in quarantine: since when (ms since 1970), and why, in a word.

    One by an organiser is for his `tournament` alone.
    """

    since_ms: int
    why: Why
    tournament: str | None


class BotView(PublicBot, frozen=True, kw_only=True):
    """A bot with the versions that it has stated, the newest last, and what keeps it from play."""

    versions: list[Version]
    quarantines: list[InQuarantine]


class OwnBot(BotView, frozen=True, kw_only=True):
    """What its owner may know beside that.

    Until `old_secret_until_ms` (ms since 1970) our requests are signed with the secret before the
    present one as well. `quarantine` says, if the bot is in one for its faults, when it is checked
    next; `history` are all of its quarantines, the newest first.
    """

    url: str
    old_secret_until_ms: int | None
    windows: bool
    max_concurrency: int
    quarantine: Quarantine | None
    history: list[Episode]


class BotWithSecret(OwnBot, frozen=True, kw_only=True):
    """An own bot with the `secret` that signs our requests to it, as no other answer has it."""

    secret: str


class Bots:
    """Registered bots. URL and secret go to the owner alone."""

    def __init__(self, store: Store, endpoints: Endpoints, checks: HealthChecks) -> None:
        self._bots = store.bots
        self._owners = store.owners
        self._health = store.health
        self._tournaments = store.tournaments
        self._endpoints = endpoints
        self._checks = checks

    async def names(self, bot_ids: Sequence[str]) -> dict[str, str]:
        """Give what bots are called now, by id; for deleted ones that says so."""
        return await self._bots.names(bot_ids)

    async def register(self, who: Identity, name: str, url: str) -> BotWithSecret:
        """Register a bot after asking its `GET`.

        Raises Invalid (field `name` or `url`), TooMany (it was called too often), and Conflict if
        the owner has a bot of that name or at that URL, or as many as one may have.
        """
        name = clean_name("name", name)
        info = await self._endpoints.ask(who.owner, url)
        bot = Bot(
            id=secrets.token_hex(16),
            owner=who.owner.id,
            url=str(parse(url)),
            secret=secret_of(secrets.token_bytes(32)),
            info=info,
            created_ms=now_ms(),
        )
        refused = await self._bots.add(bot, name)
        if refused is not None:
            raise await self._conflict(refused, name)
        return await self._with_secret(bot, who.owner)

    async def change(
        self,
        who: Identity,
        bot_id: str,
        name: str | None = None,
        url: str | None = None,
        exhibitions: bool | None = None,
    ) -> OwnBot:
        """Give a bot another name, or URL, which is asked before as at a registration.

        Or let all have it play in their exhibitions, or nobody but its owner. Matches in play go on
        at the old URL. Raises what `register` does, and NotFound.
        """
        await self.find_own(who, bot_id)
        name = None if name is None else clean_name("name", name)
        changes: dict[str, object] = {}
        if url is not None:
            info = await self._endpoints.ask(who.owner, url)
            changes = {"url": str(parse(url)), "info": info}
        if exhibitions is not None:
            changes["exhibitions"] = exhibitions
        changed = await self._changed(
            bot_id, lambda stored: msgspec.structs.replace(stored, **changes), name
        )
        return await self._own(changed, who.owner)

    async def check(self, who: Identity, bot_id: str) -> OwnBot:
        """Ask the bot's `GET` again and keep what it states; raise Invalid if it is not well.

        A bot in quarantine for its faults is asked a practice ask too, and what comes of it counts
        as a health check. Raises TooMany if it was asked too often of late.
        """
        bot = await self.find_own(who, bot_id)
        info = await self._endpoints.ask(who.owner, bot.url, known=True)
        replace = msgspec.structs.replace
        await self._changed(bot_id, lambda stored: replace(stored, info=info))
        if await self._health.quarantines([bot_id]):
            fault = await self._checks.make(await self.find_own(who, bot_id))
            if fault is not None:
                raise Invalid("url", f"the bot stays in quarantine: {fault.kind}: {fault.detail}")
        return await self.get_own(who, bot_id)

    async def rotate(self, who: Identity, bot_id: str) -> BotWithSecret:
        """Draw a new secret; requests are signed with the present one too, for `ROTATION_MS`.

        One that was replaced before that is out of use at once.
        """
        await self.find_own(who, bot_id)
        secret = secret_of(secrets.token_bytes(32))
        until_ms = now_ms() + ROTATION_MS

        def rotated(bot: Bot) -> Bot:
            old = OldSecret(bot.secret, until_ms)
            return msgspec.structs.replace(bot, secret=secret, old_secret=old)

        return await self._with_secret(await self._changed(bot_id, rotated), who.owner)

    async def get(self, bot_id: str) -> BotView:
        """Give what everybody may know of a bot."""
        bot = await self._bots.get(bot_id)
        if bot is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        (look,) = await self._bots.look([bot_id])
        owner = await self._owners.get(bot.owner)
        return await self._view(bot, look, await self._present(look.health), owner)

    async def get_own(self, who: Identity, bot_id: str) -> OwnBot:
        """Give an own bot; somebody else's is NotFound."""
        return await self._own(await self.find_own(who, bot_id), who.owner)

    async def with_secret(self, who: Identity, bot_id: str) -> BotWithSecret:
        """Give an own bot with its secret; somebody else's is NotFound."""
        return await self._with_secret(await self.find_own(who, bot_id), who.owner)

    async def page(self, cursor: str | None, limit: int) -> Page[PublicBot]:
        """Give a page of bots, the newest first; raise Invalid for a bad cursor."""
        bots = await self._bots.page(cursor, check_limit(limit))
        if bots is None:
            raise bad_cursor(cursor)
        looks = await self._bots.look([bot.id for bot in bots])
        owners = await self._owners.get_many([bot.owner for bot in bots])
        views = [public_bot(*each) for each in zip(bots, looks, owners, strict=True)]
        return Page(views, bots[-1].id if len(bots) == limit else None)

    async def find_own(self, who: Identity, bot_id: str) -> Bot:
        """Give an own bot as it is stored; somebody else's, and a deleted one, is NotFound."""
        bot = await self._bots.get(bot_id)
        if bot is None or bot.deleted or bot.owner != who.owner.id:
            raise not_yours(bot_id)
        return bot

    async def _changed(
        self, bot_id: str, edit: Callable[[Bot], Bot], name: str | None = None
    ) -> Bot:
        """Change an own bot; give it as it is then."""
        try:
            changed = await self._bots.change(bot_id, edit, name)
        except KeyError:  # deleted just now
            raise not_yours(bot_id) from None
        if isinstance(changed, Refused):
            raise await self._conflict(changed, name)
        return changed

    async def _conflict(self, refused: Refused, name: str | None) -> Conflict:
        if refused.why == "NAME":
            return Conflict(f"name: you have a bot called {name!r} already")
        if refused.why == "FULL":
            return Conflict(f"bots: expected at most {MOST_BOTS} of an owner, you have as many")
        other = (await self._bots.names([refused.bot]))[refused.bot]
        return Conflict(f"url: your bot {other!r} ({refused.bot}) is there already")

    async def _own(self, bot: Bot, owner: Owner) -> OwnBot:
        (look,) = await self._bots.look([bot.id])
        present = await self._present(look.health)
        view = await self._view(bot, look, present, owner)
        return OwnBot(
            **msgspec.structs.asdict(view),
            url=bot.url,
            old_secret_until_ms=None if bot.old_secret is None else bot.old_secret.until_ms,
            windows=bot.info.windows,
            max_concurrency=bot.info.max_concurrency,
            quarantine=look.health.quarantine,
            history=present + await self._health.past(bot.id),
        )

    async def _with_secret(self, bot: Bot, owner: Owner) -> BotWithSecret:
        own = await self._own(bot, owner)
        return BotWithSecret(**msgspec.structs.asdict(own), secret=bot.secret)

    async def _view(
        self, bot: Bot, look: Look, present: Sequence[Episode], owner: Owner | None
    ) -> BotView:
        return BotView(
            **msgspec.structs.asdict(public_bot(bot, look, owner)),
            versions=await self._bots.versions(bot.id),
            quarantines=[_public_part(each) for each in present],
        )

    async def _present(self, health: Health) -> list[Episode]:
        """Give the quarantines in force; those of organisers end with their tournaments."""
        found = [each for each in health.episodes if await self._is_in_force(each)]
        return sorted(found, key=lambda each: each.since_ms, reverse=True)

    async def _is_in_force(self, episode: Episode) -> bool:
        if episode.tournament is None:
            return True
        tournament = await self._tournaments.get(episode.tournament)
        return tournament is not None and not tournament.over


def not_yours(bot_id: str) -> NotFound:
    """Give one answer for a bot that is not there, and for somebody else's."""
    return NotFound(f"there is no bot {bot_id!a} of yours")


def public_bot(bot: Bot, look: Look, owner: Owner | None) -> PublicBot:
    """Give what everybody may know of a bot as it is now."""
    return PublicBot(
        id=bot.id,
        name=look.name,
        owner=bot.owner,
        owner_name="" if owner is None else owner.name,
        games=bot.info.games,
        version=look.version,
        quarantined=look.health.quarantined,
        retired=look.retired,
        deleted=bot.deleted,
        exhibitions=bot.exhibitions,
        created_ms=bot.created_ms,
    )


def _public_part(episode: Episode) -> InQuarantine:
    return InQuarantine(since_ms=episode.since_ms, why=episode.why, tournament=episode.tournament)
