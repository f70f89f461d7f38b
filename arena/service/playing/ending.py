"""When a job ends: its worker tells it to, or RQ would soon.

What may live here: the times of it. What is then given back is in `arena.service.playing.batch`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from arena.match.canary import Canary
from arena.store.queue import TIMEOUT_S

LONGEST_S = TIMEOUT_S - 60.0
"""So long a job lasts at most: RQ's own end of it would strike anywhere. Its sets go on in another
one. An ask that is open is waited for, since a bot that foresaw that it is dropped would have its
time for nothing; so a tournament stops earlier by the time of its longest ask, and no other does,
or one slow bot would keep the whole process from beginning anything for as long."""
GRACE_S = 3.0
"""So long an ask may stay open after we are told to stop; then it is dropped, and put again
elsewhere."""


class Ending:
    """The end of a batch. Once `stop` is set, no set is begun and nobody is asked anything more."""

    def __init__(self, told: asyncio.Event, canary: Canary | None) -> None:
        """Stop once `told` is set."""
        self.stop = asyncio.Event()
        self._told = told
        self._canary = canary
        if told.is_set():
            self.stop.set()

    async def grace(self) -> None:
        """Return when what is still open has had its grace, once more, and is to be dropped.

        That is once we were told. After the longest time only what an outage of ours holds up is:
        others may do better then.
        """
        await self.stop.wait()
        while True:
            await asyncio.sleep(GRACE_S)
            if self._told.is_set() or not (self._canary is None or self._canary.well):
                return

    async def come(self, in_s: float) -> None:
        """Set `stop` when it is time, after so long at the latest."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), in_s)
        self.stop.set()


class Job:
    """A job that begins now. It ends when `told` is set, or when it is time."""

    def __init__(self, told: asyncio.Event, canary: Canary | None) -> None:
        """Needs a running event loop."""
        self._told = told
        self._canary = canary
        self._ends = asyncio.get_running_loop().time() + LONGEST_S

    @asynccontextmanager
    async def ending(self, longest_ask_s: float) -> AsyncIterator[Ending]:
        """Give the end for sets in which an ask may take so long."""
        end = Ending(self._told, self._canary)
        left_s = self._ends - asyncio.get_running_loop().time() - longest_ask_s
        coming = asyncio.create_task(end.come(left_s))
        try:
            yield end
        finally:
            coming.cancel()
