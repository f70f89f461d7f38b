"""Use cases: enter a bot in a tournament, and see who has entered."""

import re
import secrets
from collections.abc import Sequence
from hmac import compare_digest

import msgspec

from arena.service.bots import Bots
from arena.service.errors import Conflict, Invalid
from arena.service.owners import Identity
from arena.service.started import find_own_tournament, find_tournament, not_in_state
from arena.store.store import Store
from arena.store.tournaments import MOST_ENTRIES, Entry, Plan
from arena.tournament.seeds import SIZE

_NOT_ENTERED = {
    "TAKEN": "bot: it is entered already",
    "RETIRED": "bot: it is retired, and enters nothing; bring it back first",
    "FULL": f"entries: expected at most {MOST_ENTRIES}, there are as many",
}
_NONCE = re.compile(r"[0-9a-f]{64}", re.ASCII)


class EntryView(msgspec.Struct, frozen=True, kw_only=True):
    """One bot of a tournament; `nonce` (hex) goes into the seed."""

    bot: str
    name: str
    owner: str
    nonce: str


class Entries:
    """Entries of tournaments."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store = store
        self._bots = bots

    async def invitation(self, who: Identity, tournament_id: str) -> str | None:
        """Give the code that entries of an own tournament need, if they do; raises NotFound."""
        return (
            await find_own_tournament(self._store.tournaments, who, tournament_id)
        ).plan.invitation

    async def enter(
        self,
        who: Identity,
        tournament_id: str,
        bot_id: str,
        nonce: str | None = None,
        invitation: str | None = None,
    ) -> EntryView:
        """Enter an own bot; `nonce` is 64 hex digits of the entrant's choice, else drawn here.

        Raises NotFound, Conflict (not open, entered already, full), Invalid (game not played,
        nonce, invitation).
        """
        if nonce is not None and not _NONCE.fullmatch(nonce):
            raise Invalid("nonce", f"expected 64 hex digits in lower case, got {nonce[:80]!a}")
        tournament = await find_tournament(self._store.tournaments, tournament_id)
        _check_invitation(tournament.plan, who, invitation)
        bot = await self._bots.find_own(who, bot_id)
        if tournament.plan.config.game not in bot.info.games:
            expected = tournament.plan.config.game
            raise Invalid("bot", f"expected one that plays {expected}, it plays {bot.info.games}")
        entry = Entry(
            bot=bot.id,
            name=(await self._store.bots.names([bot.id]))[bot.id],
            owner=bot.owner,
            nonce=secrets.token_bytes(SIZE) if nonce is None else bytes.fromhex(nonce),
            windows=bot.info.windows,
        )
        answer = await self._store.tournaments.enter(tournament_id, entry)
        if answer == "STATE":
            raise await not_in_state(self._store.tournaments, tournament_id, "open")
        if answer != "OK":
            raise Conflict(_NOT_ENTERED[answer])
        return (await self._views([entry]))[0]

    async def of(self, tournament_id: str) -> list[EntryView]:
        """Give the entries in order of bot id; raise NotFound."""
        await find_tournament(self._store.tournaments, tournament_id)
        entries = await self._store.tournaments.entries(tournament_id)
        return await self._views(entries)

    async def _views(self, entries: Sequence[Entry]) -> list[EntryView]:
        names = await self._store.bots.names([entry.bot for entry in entries])
        return [
            EntryView(
                bot=entry.bot, name=names[entry.bot], owner=entry.owner, nonce=entry.nonce.hex()
            )
            for entry in entries
        ]


def _check_invitation(plan: Plan, who: Identity, given: str | None) -> None:
    """Raise Invalid for an entry without the code that it needs."""
    if plan.invitation is None or who.owner.id in plan.invited:
        return
    if given is None or not compare_digest(plan.invitation.encode(), given.encode()):
        told = "none" if given is None else "another"
        raise Invalid("invitation", f"expected the code that the organiser gives, got {told}")
