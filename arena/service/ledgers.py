"""The ledgers of tournaments: each is read from its log once, and from then on kept up with it.

What may live here: how logs are followed, and which ledgers are kept in memory.
"""

import asyncio

from arena.service.shared_calls import SharedCalls
from arena.service.started import Started, find_started
from arena.store.feed import place
from arena.store.results import Logged, ResultRepository
from arena.store.store import Store
from arena.tournament.ledger import Ledger
from arena.tournament.log import Result, decode_entry, decode_result
from arena.tournament.voids import Void

MOST_BYTES = 64 * 1024 * 1024
"""Memory for ledgers: those that were asked for least lately go first."""
_PAGE = 100


class FollowedLog:
    """A tournament's ledger, and how far in the log it has come."""

    def __init__(self, results: ResultRepository, started: Started) -> None:
        """Begin before the first entry."""
        self.plan = started.tournament.plan
        self.ledger = Ledger(started.entries, started.schedule.k_factor)
        self.last: Logged | None = None
        self._results = results

    async def follow(self) -> bool:
        """Take in what the log has by now; False if it has lost what was taken in."""
        while True:
            first = "-" if self.last is None else self.last.id
            page = await self._results.since(self.plan.id, first, _PAGE)
            if self.last is not None and page[:1] != [self.last]:
                return False
            for logged in page[self.last is not None :]:
                await self._take(logged)
            if len(page) < _PAGE:
                return True

    async def _take(self, logged: Logged) -> None:
        entry = decode_entry(logged.result)
        void = await self._taken_back(entry) if isinstance(entry, Void) else []
        self.ledger.add(entry, place(logged.id)[0], void)
        self.last = logged

    async def _taken_back(self, void: Void) -> list[Result]:
        """Give the results of void sets; those that had none are never in the log."""
        found = await self._results.get_many(self.plan.id, void.of, void.numbers)
        return [decode_result(logged.result) for logged in found.values()]


class Ledgers:
    """Ledgers, as the logs are when they are asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept = dict[str, FollowedLog]()
        self._beginning = asyncio.Lock()
        """A log of 100,000 sets takes seconds: several at a time would take all of our time."""
        self._reads = SharedCalls(self._read)

    async def read(self, tournament_id: str) -> FollowedLog:
        """Give a tournament's ledger; raise NotFound, also if it has not started."""
        return await self._reads.get(tournament_id)

    async def reach(self, tournament_id: str, newest: Logged | None) -> FollowedLog:
        """Give the ledger of one whose log was seen to end so; raise NotFound as `read` does."""
        log = self._kept.get(tournament_id)
        if log is None or log.last != newest:
            return await self.read(tournament_id)
        self._keep(tournament_id, log)
        return log

    async def _read(self, tournament_id: str, _sharers: int) -> FollowedLog:
        log = self._kept.get(tournament_id)
        if log is None or not await log.follow():
            async with self._beginning:
                log = await self._begin(tournament_id)
        self._keep(tournament_id, log)
        return log

    def _keep(self, tournament_id: str, log: FollowedLog) -> None:
        """Keep a ledger, as the one that was asked for last."""
        self._kept.pop(tournament_id, None)
        if log.last is not None:  # of an empty log nothing would show that the store has lost it
            self._kept[tournament_id] = log

    async def _begin(self, tournament_id: str) -> FollowedLog:
        """Read a log from its beginning; make room for its ledger."""
        started = await find_started(self._store.tournaments, tournament_id)
        log = FollowedLog(self._store.results, started)
        await log.follow()
        room = MOST_BYTES - log.ledger.bytes
        while self._kept and sum(each.ledger.bytes for each in self._kept.values()) > room:
            del self._kept[next(iter(self._kept))]
        return log
