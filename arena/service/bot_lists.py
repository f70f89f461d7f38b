"""Use cases: bots found by name, and what an owner has.

What may live here: lists for people, who look for a name, or for what is theirs.
"""

from collections.abc import Sequence

import msgspec

from arena.service.bots import PublicBot, public_bot
from arena.service.owners import Identity
from arena.service.tournaments import Tournaments, TournamentSummary
from arena.store.owners import Scope
from arena.store.store import Store

PAGE = 50
"""Bots of a page."""


class BotsFound(msgspec.Struct, frozen=True):
    """Some of the bots that were looked for, of so many in all."""

    total: int
    bots: list[PublicBot]


class OwnerView(msgspec.Struct, frozen=True, kw_only=True):
    """Whose a token is, what it covers, and until when (ms since 1970) it is good.

    `verify` is what the `GET` of bots states, so that they may be called. `bots` are all of the
    owner's, by name, `tournaments` those that are not over.
    """

    id: str
    name: str
    verify: str
    token: str
    scopes: tuple[Scope, ...]
    expires_ms: int
    bots: list[PublicBot]
    tournaments: list[TournamentSummary]


class BotLists:
    """Bots by name, and an owner's."""

    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._bots = store.bots
        self._owners = store.owners
        self._unfinished = store.tournaments.unfinished
        self._tournaments = tournaments

    async def named(self, part: str, page: int) -> BotsFound:
        """Give a page (from 1) of the bots whose names have this part, in order of their names."""
        wanted = part.casefold()
        names = await self._bots.all_names()
        found = sorted(
            (folded, bot) for bot, name in names.items() if wanted in (folded := name.casefold())
        )
        ids = [bot for _, bot in found[(page - 1) * PAGE : page * PAGE]]
        return BotsFound(len(found), await self._public(ids))

    async def of_holder(self, who: Identity) -> OwnerView:
        """Give what whoever holds a token has."""
        owner = who.owner
        tokens = await self._owners.tokens(owner.id)
        ids = await self._unfinished(owner.id)
        mine = await self._tournaments.some(ids)
        return OwnerView(
            id=owner.id,
            name=owner.name,
            verify=owner.verify,
            token=who.token_id,
            scopes=who.scopes,
            expires_ms=next((until for kept, until in tokens if kept.id == who.token_id), 0),
            bots=await self._public(await self._bots.of_owner(owner.id)),
            tournaments=[each for each in mine if each.state not in ("finished", "cancelled")],
        )

    async def _public(self, ids: Sequence[str]) -> list[PublicBot]:
        if not ids:
            return []
        bots = await self._bots.get_many(ids)
        looks = await self._bots.look(ids)
        owners = await self._owners.get_many([bot.owner for bot in bots])
        return [public_bot(*each) for each in zip(bots, looks, owners, strict=True)]
