"""Use case: the final standings of a tournament, from its log; while it runs, as they stand so far.

What may live here: how often a log is read and fitted, and what is kept of it. The fit is made in a
thread, of one tournament at a time, since it may take a processor for some seconds. Who cannot wait
for so long is told what is there.
"""

import asyncio
from typing import Literal, NamedTuple

import msgspec

from arena.service.errors import NotFound
from arena.service.meanwhile import Meanwhile
from arena.service.recent import Recent
from arena.service.shared_calls import SharedCalls
from arena.service.started import find_started, find_tournament
from arena.store.store import Store
from arena.store.tournaments import Tournament
from arena.tournament.log import decode_entry
from arena.tournament.standings.gather import Gathering
from arena.tournament.standings.table import Placing, Standings, standings

MOST_KEPT = 100
"""Tables that are kept: those that were asked for least lately go first."""
REST = 20
"""While a tournament runs, its log is left alone for so many times as long as the fit took."""
_PAGE = 100


class FinalRow(Placing, frozen=True, kw_only=True):
    """A row of the final standings, with the name of the bot."""

    name: str


class FinalTable(msgspec.Struct, frozen=True, kw_only=True):
    """The final standings, the best first; `over` says whether they are final.

    They are of so many `sets`, up to the entry `last` of the log. `ranked_by` says whether ranks go
    by scores, since every pair has met equally often, or by Elo; `adjustment` how much of the luck
    of seats was taken off the scores (field mode: 1, rarely less); `resamplings` what intervals of
    ranks and probabilities were counted in.
    """

    over: bool
    last: str | None
    sets: int
    ranked_by: Literal["score", "elo"]
    adjustment: float
    resamplings: int
    rows: list[FinalRow]


class _Kept(msgspec.Struct, frozen=True):
    """Standings, the entry of the log that they go up to, and until when that is good enough."""

    standings: Standings
    last: str | None
    until: float


class _Found(NamedTuple):
    """What is shown, and what it was made of."""

    table: FinalTable
    standings: Standings


class FinalStandings:
    """Final standings, as the logs are when they are asked for, or were a little before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept = Recent[str, _Kept](MOST_KEPT)
        self._fitting = asyncio.Lock()
        self._reads = SharedCalls(self._read)
        self._meanwhile = Meanwhile(self._reads.get)

    async def read(self, tournament_id: str) -> FinalTable:
        """Give the standings of a tournament; raise NotFound, also if it has not started."""
        return (await self._reads.get(tournament_id)).table

    async def unnamed(self, tournament_id: str) -> Standings:
        """Give the same as it was computed, without the names that bots have now."""
        return (await self._reads.get(tournament_id)).standings

    async def within(self, tournament_id: str, patience_s: float) -> FinalTable | None:
        """Give the newest standings that are there after so long; None if there are none yet.

        Newer ones, where they are due, are made meanwhile and afterwards, for whoever asks again;
        `over` is not said of those that they are to replace.
        Raises NotFound as `read` does.
        """
        tournament = await self._find(tournament_id)
        kept, over = self._kept.get(tournament_id), tournament.over
        if kept is None or not await self._is_good(kept, tournament):
            await self._meanwhile.begin(tournament_id, patience_s)
            before, kept = kept, self._kept.get(tournament_id)
            over = over and kept is not before
        if kept is None:
            return None
        return await self._named(kept, over=over)

    async def _find(self, tournament_id: str) -> Tournament:
        tournament = await find_tournament(self._store.tournaments, tournament_id)
        if tournament.final is None:
            raise NotFound(f"tournament {tournament_id} has not started")
        return tournament

    async def _named(self, kept: _Kept, *, over: bool) -> FinalTable:
        names = await self._store.bots.names([row.bot for row in kept.standings.rows])
        return _table(kept, names, over=over)

    async def _read(self, tournament_id: str, _sharers: int) -> _Found:
        tournament = await self._find(tournament_id)
        kept = self._kept.get(tournament_id)
        if kept is None or not await self._is_good(kept, tournament):
            async with self._fitting:
                kept = self._kept.keep(tournament_id, await self._fit(tournament_id))
        return _Found(await self._named(kept, over=tournament.over), kept.standings)

    async def _is_good(self, kept: _Kept, tournament: Tournament) -> bool:
        if not tournament.over and _now() < kept.until:
            return True
        newest = await self._store.results.back(tournament.plan.id, "+", "-", 1)
        return kept.last == (newest[0].id if newest else None)

    async def _fit(self, tournament_id: str) -> _Kept:
        """Read a log from its beginning, and fit what counts of it."""
        began = _now()
        started = await find_started(self._store.tournaments, tournament_id)
        gathering, last = Gathering(started.schedule), None
        while page := await self._store.results.read(tournament_id, last, _PAGE):
            for logged in page:
                gathering.add(decode_entry(logged.result))
            last = page[-1].id
        found = await asyncio.to_thread(
            lambda: standings(gathering.played(), started.schedule.final)
        )
        return _Kept(found, last, _now() + REST * (_now() - began))


def _now() -> float:
    return asyncio.get_running_loop().time()


def _table(kept: _Kept, names: dict[str, str], over: bool) -> FinalTable:
    found = kept.standings
    return FinalTable(
        over=over,
        last=kept.last,
        sets=found.sets,
        ranked_by=found.ranked_by,
        adjustment=found.adjustment,
        resamplings=found.resamplings,
        rows=[FinalRow(**msgspec.structs.asdict(row), name=names[row.bot]) for row in found.rows],
    )
