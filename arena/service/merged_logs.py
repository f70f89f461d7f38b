"""The entries of several logs as one list, the newest first.

What may live here: how logs are merged. Ids of entries are times by the store's one clock, so they
can be compared; where two are the same the tournament's id decides.
"""

from bisect import insort
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from arena.store.feed import place
from arena.store.results import Logged, ResultRepository

_PAGE = 50


class _Log:
    """One log, read page by page from an id downward."""

    def __init__(self, results: ResultRepository, tournament: str, start: str, lowest: str) -> None:
        self._results = results
        self._tournament = tournament
        self._start = start
        self._lowest = lowest
        self._page = deque[Logged]()

    async def ahead(self) -> Logged | None:
        """Give the next entry, and leave it there."""
        if not self._page:
            page = await self._results.back(self._tournament, self._start, self._lowest, _PAGE)
            self._page.extend(page)
            self._start = f"({page[-1].id}" if page else "-"
        return self._page[0] if self._page else None

    def take(self) -> None:
        """Take the entry that is ahead."""
        self._page.popleft()


async def newest_first(
    results: ResultRepository,
    starts: Mapping[str, str],
    lowest: str,
    fits: Callable[[str], Awaitable[bool]],
) -> AsyncIterator[tuple[str, Logged]]:
    """Give entries with their tournaments, of each log from its start down to the id `lowest`.

    A log is read when its turn comes, if its tournament fits; this is asked once.
    """
    heads = await results.newest(starts, lowest)
    waiting = sorted((place(head), tournament) for tournament, head in heads.items())
    logs = dict[str, _Log]()
    while waiting:
        _, tournament = waiting.pop()
        if tournament not in logs:
            if not await fits(tournament):
                continue
            logs[tournament] = _Log(results, tournament, heads[tournament], lowest)
        log = logs[tournament]
        if (logged := await log.ahead()) is not None:
            yield tournament, logged
            log.take()
        if (logged := await log.ahead()) is not None:
            insort(waiting, (place(logged.id), tournament))
