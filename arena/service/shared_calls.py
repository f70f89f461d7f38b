"""Calls of the store that are shared: however many want one at once, it is made once for all.

What may live here: who may share what. Nothing is kept: nobody is told what was so before he asked.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from arena.store.errors import StoreAway

T = TypeVar("T")


@dataclass
class _NextCall(Generic[T]):
    """A call that waits for the one before it, with so many who share it by now."""

    task: asyncio.Task[T]
    sharers: int = 0


class SharedCalls(Generic[T]):
    """Calls by key. Who asks while one is under way shares the next one with all who do so.

    A call goes on to its end though those who asked have gone. Where the store is away, that is
    told to those who wait for the next call as well: each of them would find out no sooner.
    """

    def __init__(self, call: Callable[[str, int], Awaitable[T]]) -> None:
        """Share what `call` gives, or raises, of a key and the number of those who share it."""
        self._call = call
        self._running = dict[str, asyncio.Task[T]]()
        self._waiting = dict[str, _NextCall[T]]()

    async def get(self, key: str) -> T:
        """Give what a call finds that begins now or later."""
        return (await self.join(key))[1]

    async def join(self, key: str) -> tuple[int, T]:
        """Give one's place among those who share a call, from 0, and what it finds."""
        call = self._waiting.get(key)
        if call is None:
            task = asyncio.create_task(self._make(key, self._running.get(key)))
            call = self._waiting[key] = _NextCall(task)
        place = call.sharers
        call.sharers += 1
        return place, await asyncio.shield(call.task)

    async def _make(self, key: str, before: asyncio.Task[T] | None) -> T:
        if before is not None:
            await asyncio.wait([before])
        own = self._waiting.pop(key)
        self._running[key] = own.task
        try:
            away = None if before is None else before.exception()
            if isinstance(away, StoreAway):
                raise away
            return await self._call(key, own.sharers)
        finally:
            if self._running[key] is own.task:
                del self._running[key]
