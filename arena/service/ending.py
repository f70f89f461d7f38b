"""When a job ends: its worker tells it to, or it has lasted for long.

What may live here: the times of it. What is then given back is in `arena.service.batch`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from arena.match.canary import Canary
from arena.store.queue import TIMEOUT_S

LONGEST_S = TIMEOUT_S - 720.0
"""After so long a job stops between decisions, and its sets go on in another: RQ's own end of a
job would strike anywhere. The longest ask takes 660 s and is waited for, since a bot that foresaw
that it is dropped would have its time for nothing."""
GRACE_S = 3.0
"""So long an ask may stay open after we are told to stop; then it is dropped, and put again
elsewhere."""


class Ending:
    """The end of a job. Once `stop` is set, no set is begun and nobody is asked anything more."""

    def __init__(self, told: asyncio.Event, canary: Canary | None) -> None:
        """End when `told` is set."""
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

    async def come(self) -> None:
        """Set `stop` when it is time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), LONGEST_S)
        self.stop.set()


@asynccontextmanager
async def ending(told: asyncio.Event, canary: Canary | None) -> AsyncIterator[Ending]:
    """Give the end of the job that begins now."""
    end = Ending(told, canary)
    coming = asyncio.create_task(end.come())
    try:
        yield end
    finally:
        coming.cancel()
