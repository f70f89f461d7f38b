"""Taking turns at what takes a processor for long: one at a time, and not all may wait.

What may live here: who waits for whom. Without an end to the line, whoever asks for very much would
have others wait for all of it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arena.service.errors import Full

_AGAIN_MS = 2_000


class Turns:
    """A line of those who want something done, of so many at most."""

    def __init__(self, what: str, most: int) -> None:
        """`what` is named to those for whom there is no room."""
        self._what = what
        self._most = most
        self._lock = asyncio.Lock()
        self._there = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, which ends with the context; raise Full if too many wait."""
        if self._there >= self._most:
            raise Full(f"{self._what}: as many as can be are waited for", _AGAIN_MS)
        self._there += 1
        try:
            async with self._lock:
                yield
        finally:
            self._there -= 1
