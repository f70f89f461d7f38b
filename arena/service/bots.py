"""Use cases: register a bot, check it again, look at bots."""

import msgspec

from arena.service.owners import Identity
from arena.service.paging import Page


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

    async def register(self, who: Identity, name: str, url: str) -> OwnBot:
        """Register a bot after asking its `GET`; needs the scope contestant.

        Raises Invalid (field `name` or `url`) and Conflict if the owner has a bot of that name.
        """
        raise NotImplementedError

    async def check(self, who: Identity, bot_id: str) -> OwnBot:
        """Ask the bot's `GET` again and keep what it states; raise Invalid if it is not well."""
        raise NotImplementedError

    async def get(self, bot_id: str) -> PublicBot:
        """Give what everybody may know of a bot."""
        raise NotImplementedError

    async def get_own(self, who: Identity, bot_id: str) -> OwnBot:
        """Give an own bot; somebody else's is NotFound."""
        raise NotImplementedError

    async def list(self, cursor: str | None, limit: int) -> Page[PublicBot]:
        """Give a page of bots, the newest first; raise Invalid for a bad cursor."""
        raise NotImplementedError
