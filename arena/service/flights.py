"""Reads that are shared: however many ask at once, the store is asked once for all of them.

What may live here: who may share what. Nothing is kept: nobody is told what was so before he asked.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Flights(Generic[T]):
    """Reads by key. Who asks while a read is under way shares the next one with all who do so.

    A read goes on to its end though those who asked have gone.
    """

    def __init__(self, read: Callable[[str], Awaitable[T]]) -> None:
        """Share what `read` gives, or raises."""
        self._read = read
        self._flying = dict[str, asyncio.Task[T]]()
        self._waiting = dict[str, asyncio.Task[T]]()

    async def get(self, key: str) -> T:
        """Give what a read finds that begins now or later."""
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = asyncio.create_task(self._fly(key, self._flying.get(key)))
            self._waiting[key] = waiting
        return await asyncio.shield(waiting)

    async def _fly(self, key: str, before: asyncio.Task[T] | None) -> T:
        if before is not None:
            await asyncio.wait([before])
        own = self._flying[key] = self._waiting.pop(key)
        try:
            return await self._read(key)
        finally:
            if self._flying[key] is own:
                del self._flying[key]
