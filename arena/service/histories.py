"""Use cases: what the ledgers tell of bots: whom they met, and what their ratings were."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from arena.service.errors import NotFound
from arena.service.ledgers import FollowedLog, Ledgers
from arena.service.paging import Page, cut
from arena.store.store import Store
from arena.tournament.ledger import Meetings, Point, VersionMark

MOST_TOURNAMENTS = 50
"""Tournaments of a bot that are summed up: the newest."""


class OpponentView(Meetings, frozen=True, kw_only=True):
    """What a bot has made of its matches with another, whose id is `bot`. `delta` is micro-Elo."""

    bot: str
    name: str


class CrosstableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A bot of a tournament, and all that it has met there, in order of their ids."""

    bot: str
    name: str
    sets: int
    faults: int
    opponents: list[OpponentView]


class EncounterView(Meetings, frozen=True, kw_only=True):
    """What a bot has made of its matches with another in one tournament."""

    tournament: str
    tournament_name: str


class HeadToHead(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot has made of its matches with another: in all, and in each tournament."""

    bot: str
    name: str
    opponent: OpponentView
    tournaments: list[EncounterView]


class HistoryView(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's way through a tournament: its rating (micro-Elo) after each round, and as it is now.

    `versions` are those it stated, each with the first set that was played with it.
    """

    bot: str
    name: str
    tournament: str
    tournament_name: str
    game: str
    points: list[Point]
    versions: list[VersionMark]


class Histories:
    """Crosstables, head-to-head, and the history of ratings. Void sets count nowhere."""

    def __init__(self, store: Store, ledgers: Ledgers) -> None:
        self._store = store
        self._ledgers = ledgers

    async def crosstable(
        self, tournament_id: str, cursor: str | None, limit: int
    ) -> Page[CrosstableRow]:
        """Give bots of a tournament in order of their ids, each with all that it has met.

        Raises NotFound (also if it has not started), and Invalid for a bad cursor.
        """
        log = await self._ledgers.read(tournament_id)
        names = await self._store.bots.names(log.ledger.bots)
        bots, after = cut(log.ledger.bots, cursor, limit)
        return Page([_row(log, bot, names) for bot in bots], after)

    async def among(
        self, tournament_id: str, bots: Sequence[str], others: Sequence[str]
    ) -> list[CrosstableRow]:
        """Give what these bots of a tournament have made of those of these others that they met.

        Both stay in the order in which they are given. Raises NotFound as `crosstable` does.
        """
        log = await self._ledgers.read(tournament_id)
        names = await self._store.bots.names(sorted({*bots, *others}))
        return [_row(log, bot, names, others) for bot in bots]

    async def before(
        self, tournament_id: str, round_number: int, bots: Sequence[str]
    ) -> dict[str, int]:
        """Give what bots were rated (micro-Elo) when a round began, of which something is played.

        Raises NotFound, also if the tournament has not started.
        """
        ledger = (await self._ledgers.read(tournament_id)).ledger
        return {bot: ledger.before(round_number, bot) for bot in bots}

    async def of_tournament(
        self, tournament_id: str, cursor: str | None, limit: int
    ) -> Page[HistoryView]:
        """Give the histories of bots of a tournament, in order of their ids; raises as above."""
        log = await self._ledgers.read(tournament_id)
        bots, after = cut(log.ledger.bots, cursor, limit)
        names = await self._store.bots.names(bots)
        return Page([_history(log, bot, names[bot]) for bot in bots], after)

    async def points(self, tournament_id: str, bots: Iterable[str]) -> dict[str, list[Point]]:
        """Give the ratings of these bots of a tournament after each round, and as they are now.

        Raises NotFound, also if it has not started.
        """
        ledger = (await self._ledgers.read(tournament_id)).ledger
        return {bot: ledger.history(bot) for bot in bots}

    async def of_bot(self, bot_id: str, cursor: str | None, limit: int) -> Page[HistoryView]:
        """Give a bot's histories, that in the newest tournament first; NotFound, Invalid (cursor).

        Those it has entered, and that have not started, are left out.
        """
        ids, after = cut(await self._entered(bot_id), cursor, limit)
        name = (await self._store.bots.names([bot_id]))[bot_id]
        logs = await self._started(bot_id, ids)
        return Page([_history(log, bot_id, name) for log in logs], after)

    async def opponents(self, bot_id: str, cursor: str | None, limit: int) -> Page[OpponentView]:
        """Give whom a bot has met in its newest tournaments, in order of their ids.

        Raises NotFound, and Invalid for a bad cursor.
        """
        logs = await self._started(bot_id, (await self._entered(bot_id))[:MOST_TOURNAMENTS])
        met = sorted({other for log in logs for other in log.ledger.opponents(bot_id)})
        others, after = cut(met, cursor, limit)
        names = await self._store.bots.names(others)
        return Page([_opponent(logs, bot_id, other, names) for other in others], after)

    async def met(self, bot_id: str) -> list[OpponentView]:
        """Give all of these at once, in order of their ids; raises NotFound."""
        logs = await self._started(bot_id, (await self._entered(bot_id))[:MOST_TOURNAMENTS])
        met = sorted({other for log in logs for other in log.ledger.opponents(bot_id)})
        names = await self._store.bots.names(met)
        return [_opponent(logs, bot_id, other, names) for other in met]

    async def head_to_head(self, bot_id: str, other: str) -> HeadToHead:
        """Give what a bot has made of another in its newest tournaments; raises NotFound."""
        entered = await self._entered(bot_id)
        theirs = set(await self._entered(other))
        common = [each for each in entered if each in theirs][:MOST_TOURNAMENTS]
        logs = [log for log in await self._started(bot_id, common) if other in log.ledger.bots]
        names = await self._store.bots.names([bot_id, other])
        return HeadToHead(
            bot=bot_id,
            name=names[bot_id],
            opponent=_opponent(logs, bot_id, other, names),
            tournaments=[_encounter(log, bot_id, other) for log in logs],
        )

    async def _entered(self, bot_id: str) -> list[str]:
        """Give the tournaments that a bot has entered, the newest first; raise NotFound."""
        if await self._store.bots.get(bot_id) is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        entered = await self._store.bots.tournaments(bot_id)
        return await self._store.tournaments.in_order(entered)

    async def _started(self, bot_id: str, ids: Iterable[str]) -> list[FollowedLog]:
        """Give the logs of those of these tournaments that a bot has started in."""
        found = await asyncio.gather(*map(self._ledgers.read, ids), return_exceptions=True)
        logs = list[FollowedLog]()
        for log in found:
            if isinstance(log, FollowedLog):
                logs += [log] * (bot_id in log.ledger.bots)
            elif not isinstance(log, NotFound):
                raise log
        return logs


def _row(
    log: FollowedLog, bot: str, names: Mapping[str, str], among: Sequence[str] | None = None
) -> CrosstableRow:
    """Give a row; with `among`, of these others alone, in their order."""
    met = log.ledger.opponents(bot)
    if among is not None:
        there = set(met)
        met = [other for other in among if other in there]
    return CrosstableRow(
        bot=bot,
        name=names[bot],
        sets=log.ledger.sets(bot),
        faults=log.ledger.faults(bot),
        opponents=[_opponent([log], bot, other, names) for other in met],
    )


def _opponent(
    logs: Sequence[FollowedLog], bot: str, other: str, names: Mapping[str, str]
) -> OpponentView:
    """Sum up what a bot has made of another in these tournaments."""
    found = [log.ledger.meetings(bot, other) for log in logs if other in log.ledger.bots]
    sums = {field: sum(getattr(each, field) for each in found) for field in _FIELDS}
    return OpponentView(bot=other, name=names[other], **sums)


_FIELDS = Meetings.__struct_fields__


def _encounter(log: FollowedLog, bot: str, other: str) -> EncounterView:
    met = msgspec.structs.asdict(log.ledger.meetings(bot, other))
    return EncounterView(tournament=log.plan.id, tournament_name=log.plan.name, **met)


def _history(log: FollowedLog, bot: str, name: str) -> HistoryView:
    return HistoryView(
        bot=bot,
        name=name,
        tournament=log.plan.id,
        tournament_name=log.plan.name,
        game=log.plan.config.game,
        points=log.ledger.history(bot),
        versions=list(log.ledger.versions(bot)),
    )
