"""What takes long is made meanwhile, for whoever asks again.

What may live here: who waits for it and who does not.
"""

import asyncio
from collections.abc import Callable, Coroutine

import structlog

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


class Meanwhile:
    """Makes one thing at a time in the background; nobody waits in line for another."""

    def __init__(self, make: Callable[[str], Coroutine[None, None, object]]) -> None:
        """`make` makes the thing with a key, and keeps it."""
        self._make = make
        self._making: asyncio.Task[object] | None = None

    async def begin(self, key: str, patience_s: float) -> None:
        """Begin to make a thing, unless one is made already; wait for so long for that to end."""
        if self._making is None:
            self._making = asyncio.create_task(self._make(key), name=key)
            self._making.add_done_callback(self._made)
        if patience_s:
            await asyncio.wait([self._making], timeout=patience_s)

    def _made(self, task: asyncio.Task[object]) -> None:
        self._making = None
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("not_made", of=task.get_name(), why=str(error))
