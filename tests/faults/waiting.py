"""Waiting for what other processes do."""

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE_S = 90.0
_POLL_S = 0.05


async def until(
    condition: Callable[[], Awaitable[bool]],
    complaint: str,
    patience_s: float = PATIENCE_S,
    more: Callable[[], str] = str,
) -> None:
    """Return when the condition holds; else fail with the complaint and with what `more` gives."""
    deadline = time.monotonic() + patience_s
    while not await condition():
        assert time.monotonic() < deadline, f"{complaint} in {patience_s:.0f} s\n{more()}"
        await asyncio.sleep(_POLL_S)
