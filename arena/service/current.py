"""Use case: find the tournaments that are on, to come and lately over, however many there are.

What may live here: which of all tournaments are looked at for that. Those in play, and those that
take entries, are listed by the store; the others are sought among the newest, of which those that
are over are remembered: they stay so, and are looked at again only to be shown.
"""

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import Final

from arena.service.tournaments import Tournaments, TournamentSummary
from arena.store.store import Store

LOOKED_AT: Final = 1_000
"""The newest tournaments, among which the others are sought; and the newest of those."""
_AT_ONCE: Final = 100


class CurrentTournaments:
    """What there is to take part in and to watch."""

    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        self._store = store.tournaments
        self._tournaments = tournaments
        self._over = set[str]()

    async def read(self, over: int) -> list[TournamentSummary]:
        """Give all that are not over, and at least so many that are, the newest first."""
        newest, in_play, opened = await asyncio.gather(
            self._store.newest(LOOKED_AT), self._store.running(), self._store.opened()
        )
        self._over.intersection_update(newest)
        older = await self._store.in_order(list({*in_play, *opened}.difference(newest)))
        lately = set(islice((each for each in newest if each in self._over), over))
        wanted = [each for each in newest if each not in self._over or each in lately]
        found = await self._summaries([*wanted, *older[:LOOKED_AT]])
        self._over |= {each.id for each in found if each.state in ("finished", "cancelled")}
        return found

    async def _summaries(self, ids: Sequence[str]) -> list[TournamentSummary]:
        parts = [ids[first : first + _AT_ONCE] for first in range(0, len(ids), _AT_ONCE)]
        return [each for part in parts for each in await self._tournaments.some(part)]
