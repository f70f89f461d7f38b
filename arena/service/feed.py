"""Use case: follow the feed, with as many readers as there is room for.

What may live here: one follower for all of a process, which looks into the store, and readers, who
do so only for what is old. Nothing is queued for a reader: each has a place in the feed and takes
what comes after it when he is ready, so one who is slow costs nobody anything.
"""

import asyncio
import re
from bisect import bisect_left
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec
import structlog

from arena.service.errors import Full, Invalid, TooMany
from arena.service.started import find_tournament
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.feed import GAP, KINDS, OLDEST, Announcement, place
from arena.store.store import Store

MOST_READERS: Final = 1_000
"""Of one process."""
MOST_OF_CLIENT: Final = 200
"""Readers at one address: many people may stand behind it."""
KEEP_ALIVE_S: Final = 15.0
"""After so long without anything a reader is told that he is still connected."""
PAGE: Final = 100
"""Announcements that a reader is given at once at most."""
_REMEMBERED: Final = 1_000
"""The newest announcements, which cost a reader no look into the store."""
_EVERY_S: Final = 0.1
_AWAY_S: Final = 1.0
_REST_S: Final = 0.002
"""Between two looks into the store for what is old: for all readers together, so that however many
of them want all of the feed, others have most of our time."""
_RETRY_MS: Final = 5_000
_ID = re.compile(r"0|\d{1,19}-\d{1,19}", re.ASCII)

_log = structlog.get_logger()


class FeedFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which announcements: all, or those of a tournament, that name a bot, of these kinds."""

    tournament: str | None = None
    bot: str | None = None
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise Invalid for a kind that there is not."""
        for kind in self.kinds:
            if kind not in KINDS:
                raise Invalid("kind", f"expected one of {', '.join(KINDS)}, got {kind[:80]!a}")

    def takes(self, announced: Announcement) -> bool:
        """Say whether this is wanted; who may have missed something always wants to know it."""
        return announced.kind == GAP or (
            self.tournament in (None, announced.tournament)
            and self.bot in (None, announced.bot)
            and (not self.kinds or announced.kind in self.kinds)
        )


class Feed:
    """Follows the feed for all who read it in this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._newest: list[Announcement] = []
        self._older = asyncio.Lock()
        self._readers = set[Reader]()
        self._closed = asyncio.Event()

    @asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        """Follow the feed meanwhile; at the end all readers go. Raises StoreAway or StoreError."""
        newest = await self._store.feed.newest()
        self._newest = [] if newest is None else [newest]
        following = asyncio.create_task(self._follow())
        try:
            yield
        finally:
            self.close()
            await following

    @property
    def closed(self) -> bool:
        """Whether all readers are to go."""
        return self._closed.is_set()

    @property
    def at(self) -> str:
        """The id of the newest announcement that readers are told of here."""
        return self._newest[-1].id if self._newest else OLDEST

    @property
    def readers(self) -> int:
        """How many readers there are."""
        return len(self._readers)

    def close(self) -> None:
        """Let all readers go, and no new ones in."""
        self._closed.set()
        self._wake()

    async def open(
        self, client: str, wanted: FeedFilter, since: str | None, *, follow: bool
    ) -> "Reader":
        """Give a reader after this place (None: the end), who must be closed.

        He ends where the feed does if he is not to `follow` it. Raises NotFound (tournament),
        Invalid (since), TooMany (at this address), Full (in all); StoreAway or StoreError.
        """
        if wanted.tournament is not None:
            await find_tournament(self._store.tournaments, wanted.tournament)
        # Whatever his place is: nobody follows a store that is away, as all others were told.
        newest = await self._store.feed.newest()
        if since is None:
            since = OLDEST if newest is None else newest.id
        elif not _ID.fullmatch(since):
            expected = f"expected the id of an announcement, or {OLDEST} for the oldest"
            raise Invalid("since", f"{expected}, got {since[:80]!a}")
        self._check_room(client)
        reader = Reader(self, client, wanted, since, follow=follow)
        self._readers.add(reader)
        return reader

    def leave(self, reader: "Reader") -> None:
        """Forget a reader, if he is known."""
        self._readers.discard(reader)

    def _check_room(self, client: str) -> None:
        there = sum(each.client == client for each in self._readers)
        if there >= MOST_OF_CLIENT:
            what = f"feed: at most {MOST_OF_CLIENT} readers at this address at once"
            raise TooMany(what, _RETRY_MS)
        if self.closed or len(self._readers) >= MOST_READERS:
            raise Full("feed: there is no room for another reader here", _RETRY_MS)

    def _wake(self) -> None:
        for reader in self._readers:
            reader.wake()

    async def after(self, at: str) -> list[Announcement]:
        """Give a page of what comes after this id, from memory if all of it is there."""
        known = self._newest
        index = bisect_left(known, place(at), key=lambda each: place(each.id))
        if index < len(known) and known[index].id == at:
            return known[index + 1 : index + 1 + PAGE]
        return await self.stored(at)

    async def stored(self, at: str) -> list[Announcement]:
        """Give a page of what comes after this id, by the store itself."""
        async with self._older:
            page = await self._look_up(at)
            if len(page) >= PAGE:
                await asyncio.sleep(_REST_S)
        return page

    async def _look_up(self, at: str) -> list[Announcement]:
        """Give a page of what the store has after this id.

        It begins with a gap if the store does not have this one itself: it is too old, or was lost
        in a power cut. After one that is yet to come the feed goes on from its end.
        """
        page = await self._store.feed.since(at, PAGE + 1)
        if page and page[0].id == at:
            return page[1:]
        if at == OLDEST:
            return page[:PAGE]
        newest = await self._store.feed.newest()
        end = OLDEST if newest is None else newest.id
        return [Announcement(min(at, end, key=place), 1, GAP), *page[:PAGE]]

    async def _follow(self) -> None:
        """Look into the store ever again, however long it is away.

        Readers go when it is: else they would think that nothing happens. None can come meanwhile.
        """
        away = False
        while not self.closed:
            try:
                await self._look()
                away = False
            except (StoreAway, StoreError, StoreUnfit) as error:
                if not away:
                    _log.warning("feed_not_followed", why=str(error))
                for reader in tuple(self._readers):
                    reader.close()
                away = True
            await _first(self._closed, _AWAY_S if away else _EVERY_S)

    async def _look(self) -> None:
        """Remember what is new, and tell all readers at once."""
        page = await self._look_up(self._newest[-1].id if self._newest else OLDEST)
        if not page:
            return
        if page[0].kind == GAP:
            self._newest, page = [], page[1:]
        self._newest = [*self._newest, *page][-_REMEMBERED:]
        self._wake()


class Reader:
    """One who reads the feed. `at` is his place in it: the id of what he was given last."""

    def __init__(
        self, feed: Feed, client: str, wanted: FeedFilter, at: str, *, follow: bool
    ) -> None:
        """Read from a place on; made by `Feed.open`."""
        self.client = client
        self.at = at
        self._feed = feed
        self._wanted = wanted
        self._follow = follow
        self._left = False
        self._woken = asyncio.Event()

    def close(self) -> None:
        """Leave room for another; what he waits for ends."""
        self._left = True
        self._feed.leave(self)
        self.wake()

    def wake(self) -> None:
        """Have him look whether there is more, or it is time to go."""
        self._woken.set()

    async def next(self) -> list[Announcement] | None:
        """Give what is next as soon as there is something; None at the end.

        Nothing is given where nothing has come for `KEEP_ALIVE_S`. Raises StoreAway or StoreError.
        """
        loop = asyncio.get_running_loop()
        ends = loop.time() + KEEP_ALIVE_S
        while not (self._left or self._feed.closed):
            self._woken.clear()
            page = await (self._feed.after if self._follow else self._feed.stored)(self.at)
            if not page and not self._follow:
                return None
            if found := self._take(page):
                return found
            if loop.time() >= ends:
                return []
            if not page:
                await _first(self._woken, ends - loop.time())
        return None

    def _take(self, page: list[Announcement]) -> list[Announcement]:
        """Go on to the end of a page; give what is wanted of it."""
        if page:
            self.at = page[-1].id
        return [each for each in page if self._wanted.takes(each)]


async def _first(event: asyncio.Event, most_s: float) -> None:
    """Wait for an event, or so long."""
    try:
        async with asyncio.timeout(most_s):
            await event.wait()
    except TimeoutError:
        return
