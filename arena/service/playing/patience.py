"""How a worker bears with a store that is away for a while.

What may live here: trying again. What is tried must bear to be done twice, and must find out by
itself that a set has become another's: it is sent under a fence.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from arena.store.errors import StoreAway

T = TypeVar("T")

_PAUSE_S = 0.2
"""Before the next try; the client has tried for about 4 s by then where nobody listens."""


class Patience:
    """Bears an outage for the time of a lease, since until then nobody else may have our sets.

    One for all that a batch of sets does: the time counts from the last answer to any of it. Once
    `stop` is set it bears nothing more. When it has ended, it has for all, and nothing is tried.
    """

    def __init__(self, lease_s: float, stop: asyncio.Event) -> None:
        self.lease_s = lease_s
        self.stop = stop
        self._answered = time.monotonic()
        self._over: str | None = None

    async def outlast(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call until the store answers; raise StoreAway when that takes too long."""
        while self._over is None:
            try:
                answer = await call()
            except StoreAway as error:
                if self.stop.is_set() or time.monotonic() - self._answered > self.lease_s:
                    self._over = str(error)
                await asyncio.sleep(_PAUSE_S)
            else:
                self._answered = time.monotonic()
                return answer
        raise StoreAway(self._over)
