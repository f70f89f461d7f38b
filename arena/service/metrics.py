"""Use case: how the arena is, in figures for whoever watches over it.

What may live here: what is looked up, and what it means. How it is written down is the API's.
"""

from collections import Counter

import msgspec

from arena.service.calls import Totals
from arena.service.feed import Feed
from arena.store.feed import place
from arena.store.sets import OpenSets
from arena.store.store import Store


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """How the arena is now. What is in `events` has been counted since the store was founded.

    `open_sets` are those of running tournaments. `jobs_waiting` are in the queue, and there are
    `workers` to take them. `bots_quarantined` are entered in running tournaments. `feed_lag_ms` is
    how old what is announced is, and not told yet to the `feed_readers` of this process.
    """

    totals: Totals
    events: dict[str, int]
    open_sets: OpenSets
    jobs_waiting: int
    workers: int
    bots_quarantined: int
    feed_lag_ms: int
    feed_readers: int


class Metrics:
    """Looks at the arena."""

    def __init__(self, store: Store, feed: Feed) -> None:
        self._store = store
        self._feed = feed

    async def look(self) -> Snapshot:
        """Give how it is. Raises StoreAway, StoreUnfit and StoreError."""
        store = self._store
        counts = await store.counters.all()
        running = await store.tournaments.running()
        return Snapshot(
            totals=Totals.of(counts),
            events=counts,
            open_sets=await store.sets.open_sets(running),
            jobs_waiting=await store.queue.waiting(),
            workers=await store.queue.workers(),
            bots_quarantined=await self._quarantined(running),
            feed_lag_ms=await self._feed_lag_ms(),
            feed_readers=self._feed.readers,
        )

    async def _quarantined(self, running: list[str]) -> int:
        held = Counter[str]()
        for tournament in running:
            entries = await self._store.tournaments.entries(tournament)
            bots = [entry.bot for entry in entries]
            held.update(await self._store.health.quarantined(bots, tournament))
        return len(held)

    async def _feed_lag_ms(self) -> int:
        untold = await self._store.feed.read(self._feed.at, 1)
        if not untold:
            return 0
        seconds, us = await self._store.client.run(tuple[bytes, bytes], "TIME")
        return max(0, int(seconds) * 1_000 + int(us) // 1_000 - place(untold[0].id)[0])
