"""The jobs: what a work horse runs. Arguments are ids and numbers; nothing is returned.

What may live here: the functions that the restricted worker lets run, and no other.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable

import uvloop

from arena.app import App, open_app
from arena.app.settings import Settings
from workers import signals


def play_sets(_version: int, tournament_id: str, round_number: int, numbers: list[int]) -> None:
    """Play those of these sets that are still to be had, others beside them, and move on.

    The worker has looked at the version. SIGTERM and SIGINT stop it between decisions.
    """
    _run(lambda app, stop: app.sets.work(tournament_id, round_number, numbers, stop))


def play_exhibition(_version: int, exhibition_id: str) -> None:
    """Play this exhibition, if it is still to be had. What stops it is as above."""
    _run(lambda app, stop: app.exhibitor.work(exhibition_id, stop))


def _run(work: Callable[[App, asyncio.Event], Awaitable[None]]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(work))


async def _work(work: Callable[[App, asyncio.Event], Awaitable[None]]) -> None:
    with signals.awaited() as stop:
        async with open_app(Settings.read(os.environ)) as app:
            await work(app, stop)
