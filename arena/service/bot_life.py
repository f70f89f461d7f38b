"""Use cases: bots that are not to play: retired, deleted, or put in quarantine by hand.

What may live here: the acts of a bot's owner, and of the organiser of a tournament that it is in,
who can keep it from his own tournament and from no other. Quarantines for faults are in
`arena.service.playing.quarantine`.
"""

from arena.service.bots import Bots, OwnBot, not_yours
from arena.service.errors import Conflict, NotFound
from arena.service.naming import check_reason
from arena.service.owners import Identity
from arena.service.started import find_own_tournament
from arena.store.store import Store


class BotLife:
    """The life of a bot after its registration."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store = store
        self._bots = bots

    async def retire(self, who: Identity, bot_id: str, *, retired: bool = True) -> OwnBot:
        """Let an own bot enter nothing more, or let it again. It finishes what it is entered in."""
        await self._bots.find_own(who, bot_id)
        if not await self._store.bots.retire(bot_id, retired=retired):
            raise not_yours(bot_id)
        return await self._bots.get_own(who, bot_id)

    async def delete(self, who: Identity, bot_id: str) -> None:
        """Delete an own bot: its URL, secret, `verify` and name are wiped, and its records stay.

        Entries in what has not started are withdrawn. What is left of others is played by defaults;
        a match in play is finished.
        """
        await self._bots.find_own(who, bot_id)
        try:
            await self._store.bots.delete(bot_id)
        except KeyError:
            raise not_yours(bot_id) from None
        await self._store.reports.drop(bot_id)

    async def quarantine(self, who: Identity, bot_id: str, reason: str) -> OwnBot:
        """Put an own bot in quarantine, until it is released by hand; checks do not do so.

        Raises Invalid (reason), and Conflict if that was done for another reason already.
        """
        check_reason(reason)
        await self._bots.find_own(who, bot_id)
        answer = await self._store.health.hold(bot_id, reason)
        if answer == "GONE":
            raise not_yours(bot_id)
        if answer == "HELD":
            raise Conflict("bot: you have put it in quarantine already; release it first")
        return await self._bots.get_own(who, bot_id)

    async def release(self, who: Identity, bot_id: str) -> OwnBot:
        """Release an own bot that its owner has put in quarantine; raise Conflict if he has not."""
        own = await self._bots.get_own(who, bot_id)
        if await self._store.health.let_go(bot_id) == "GONE":
            raise not_yours(bot_id)
        if not any(each.why == "owner" for each in own.quarantines):
            raise _not_his(own)
        return await self._bots.get_own(who, bot_id)

    async def quarantine_in(
        self, who: Identity, tournament_id: str, bot_id: str, reason: str
    ) -> None:
        """Keep a bot from being asked in an own tournament, until it is released or that is over.

        Its owner cannot release it. Raises NotFound, Invalid (reason), and Conflict if the
        tournament is over, or if that was done for another reason already.
        """
        check_reason(reason)
        own = await find_own_tournament(self._store.tournaments, who, tournament_id)
        answer = await self._store.health.hold_in(tournament_id, bot_id, who.owner.id, reason)
        if answer == "GONE":
            raise _not_entered(bot_id)
        if answer == "STATE":
            raise Conflict(f"state: expected one that is not over, it is {own.state}")
        if answer == "HELD":
            raise Conflict("bot: you have put it in quarantine already; release it first")

    async def release_in(self, who: Identity, tournament_id: str, bot_id: str) -> None:
        """End what `quarantine_in` began, if it is not over; raise NotFound."""
        await find_own_tournament(self._store.tournaments, who, tournament_id)
        if await self._store.health.let_go_in(tournament_id, bot_id, who.owner.id) == "GONE":
            raise _not_entered(bot_id)


def _not_his(bot: OwnBot) -> Conflict:
    """Say who can release a bot that its owner has not put in quarantine."""
    if bot.quarantine is not None:
        return Conflict("bot: it is in quarantine for its faults, which checks that it passes end")
    if bot.quarantines:
        return Conflict("bot: it is in quarantine in a tournament, whose organiser can release it")
    return Conflict("bot: it is not in quarantine")


def _not_entered(bot_id: str) -> NotFound:
    return NotFound(f"there is no bot {bot_id!a} entered in it")
