"""Use case: witness what was public, so that a store which forgets it cannot pass unnoticed.

A server that loses power forgets its last second, with results that were public by then; the sets
are played again and may end in another way. Nothing here is stored: an onlooker remembers.
"""

from collections import Counter, deque

from arena.service.recent import Recent
from arena.store.alarms import Alarm
from arena.store.feed import Announcement
from arena.store.store import Store

MOST = 10_000
"""Announcements, and digests of sets, that are remembered: the newest."""
_PAGE = 500

_Set = tuple[str, int, int]
"""Tournament, round and number of a set."""


class Witness:
    """Follows the feed. It must be called ever again: what it has not seen it cannot miss."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._at: str | None = None
        self._known = deque[Announcement](maxlen=MOST)
        self._digests = Recent[_Set, bytes](MOST)

    async def look(self) -> None:
        """Follow the feed to its end; raise an alarm for what is gone, and for what is another now.

        The first call only finds the end of the feed. Raises StoreAway or StoreError; the next call
        then goes on from there.
        """
        if self._at is None:
            await self._begin()
        while len(await self._follow()) == _PAGE:
            pass

    async def _begin(self) -> None:
        newest = await self._store.feed.newest()
        if newest is not None:
            self._known.append(newest)
        self._at = "0" if newest is None else newest.id

    async def _follow(self) -> list[Announcement]:
        """Take in a page of the feed that begins with what is known of it."""
        assert self._at is not None
        page = await self._store.feed.since(self._at, _PAGE)
        if self._known and (not page or page[0].id != self._at):
            await self._miss()
            page = await self._store.feed.since(self._at, _PAGE)
        for announced in page:
            if announced.id != self._at:
                await self._witness(announced)
                self._known.append(announced)
                self._at = announced.id
        return page

    async def _miss(self) -> None:
        """Raise an alarm for each tournament of which announcements are gone, and forget those.

        An onlooker that slept while the feed, which is capped, went on by its whole length takes
        that for the same.
        """
        left = {each.id for each in await self._store.feed.since(self._known[0].id, MOST)}
        gone = [each for each in self._known if each.id not in left]
        sets = Counter(each.tournament for each in gone if each.kind == "set")
        for tournament in sorted({each.tournament for each in gone if each.tournament}):
            why = f"{sets[tournament]} sets that were in its log are not any more"
            await self._store.alarms.add(Alarm(kind="rolled_back", tournament=tournament, why=why))
        self._known = deque((each for each in self._known if each.id in left), maxlen=MOST)
        self._at = self._known[-1].id if self._known else gone[0].id

    async def _witness(self, announced: Announcement) -> None:
        """Remember the digest of a set; raise an alarm if it had another one before."""
        tournament, round_number, number = announced.tournament, announced.round, announced.set
        if tournament is None or round_number is None or number is None:
            return
        which = (tournament, round_number, number)
        logged = await self._store.results.get(*which)
        if logged is None:
            return  # lost again since it was announced: the next look will miss it
        before = self._digests.get(which)
        if before is not None and before != logged.digest:
            await self._store.alarms.add(_changed(which, before, logged.digest))
        self._digests.keep(which, logged.digest)


def _changed(which: _Set, before: bytes, after: bytes) -> Alarm:
    tournament, round_number, number = which
    return Alarm(
        kind="changed",
        tournament=tournament,
        round=round_number,
        set=number,
        why=f"its digest was {before.hex()[:16]} and public; played again it is {after.hex()[:16]}",
    )
