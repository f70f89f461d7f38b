"""Waiting for what other processes do."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import aiohttp

from arena.app import App
from arena.service.tournaments import TournamentView

DEADLINE_S = 90.0
_POLL_S = 0.05


async def until(
    condition: Callable[[], Awaitable[bool]],
    complaint: str,
    deadline_s: float = DEADLINE_S,
    more: Callable[[], str] = str,
) -> None:
    """Return when the condition holds; else fail with the complaint and with what `more` gives."""
    deadline = time.monotonic() + deadline_s
    while not await condition():
        assert time.monotonic() < deadline, f"{complaint} in {deadline_s:.0f} s\n{more()}"
        await asyncio.sleep(_POLL_S)


async def until_ready(url: str, more: Callable[[], str] = str) -> None:
    """Return when the API there is ready."""
    async with aiohttp.ClientSession() as session:

        async def ready() -> bool:
            try:
                async with session.get(f"{url}/health/ready") as response:
                    return response.status == 200
            except aiohttp.ClientError:
                return False

        await until(ready, f"the API at {url} is not ready", more=more)


async def until_finished(app: App, tournament_id: str) -> TournamentView:
    """Give the tournament when it is finished."""
    view = await app.tournaments.get(tournament_id)

    async def finished() -> bool:
        nonlocal view
        view = await app.tournaments.get(tournament_id)
        return view.state == "finished"

    await until(finished, "the tournament is not finished", more=lambda: str(view))
    return view
