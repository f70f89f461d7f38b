"""A fair share of the workers: what a job plays beside its own sets, while these wait for bots.

What may live here: when a process has time to spare, and what it takes in then. Capacity is sets in
play, not processes: RQ works one job at a time, and a job whose bots are slow would keep a whole
process from all others. Nor may one tournament fill it: each takes in sets only while it has fewer
in play than there is room left, so that the next one always finds some (dynamic thresholds, as of
buffers that queues share: Choudhury and Hahne, 1998).
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine

import structlog

from arena.store.errors import StoreAway, StoreUnfit
from arena.store.store import Store

MOST_IN_PLAY = 256
"""Sets in play at once in a process, from which on it takes in no more; half of one tournament."""
MOST_TAKEN = 32
"""Sets that are taken in together at most."""
LOOK_S = 0.25
"""Between two looks whether there is time to spare."""
_BUSY = 0.5
"""Share of a core from which on a process has none."""

_log = structlog.get_logger()


class Share:
    """Takes in sets that wait in the queue, as further batches of the job's process.

    `play` plays those of some sets that are free; `in_play` counts the sets in play here, by
    tournament. The job that names what was taken in finds nothing to do, and ends.
    """

    def __init__(
        self,
        store: Store,
        play: Callable[[str, int, list[int]], Awaitable[None]],
        in_play: Callable[[], Counter[str]],
    ) -> None:
        self._store = store
        self._play = play
        self._in_play = in_play
        self._looked, self._worked = time.monotonic(), time.process_time()

    async def beside(self, own: Coroutine[None, None, None]) -> None:
        """Play the job's own batch, and others as long as it lasts; return when all have ended."""
        first = asyncio.create_task(own)
        batches = {first}
        try:
            while batches:
                wait_s = None if first.done() else LOOK_S
                ended, batches = await asyncio.wait(
                    batches, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED
                )
                for each in ended:
                    each.result()
                if not first.done() and self._has_time():
                    batches.add(asyncio.create_task(self._take_in()))
        finally:
            for each in batches:
                each.cancel()
            await asyncio.gather(*batches, return_exceptions=True)

    def _has_time(self) -> bool:
        """Say whether this process has waited more than worked since the last look."""
        now, worked = time.monotonic(), time.process_time()
        passed, used = now - self._looked, worked - self._worked
        if passed < LOOK_S:
            return False
        self._looked, self._worked = now, worked
        return used < passed * _BUSY and self._in_play().total() < MOST_IN_PLAY

    async def _take_in(self) -> None:
        """Play sets that wait, if other jobs wait at all.

        What goes wrong with them is not the job's own sets' to suffer from.
        """
        try:
            if await self._store.queue.waiting():
                await self._play_waiting()
        except (StoreAway, StoreUnfit):  # which the job's own sets will meet too
            return
        except Exception:
            _log.exception("batch_failed")

    async def _play_waiting(self) -> None:
        """Play sets of one running tournament, by chance, of those that have any waiting."""
        running = await self._store.tournaments.running()
        for tournament in random.sample(running, len(running)):
            room = self._room(tournament)
            if room <= 0:
                continue
            round_number, numbers = await self._store.sets.waiting(tournament, room)
            if numbers:
                await self._play(tournament, round_number, numbers)
                return

    def _room(self, tournament: str) -> int:
        """Give how many sets of it may be taken in, so that as much room as it has stays free."""
        in_play = self._in_play()
        free = MOST_IN_PLAY - in_play.total()
        return min(MOST_TAKEN, (free - in_play[tournament] + 1) // 2)
