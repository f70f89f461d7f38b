"""The jobs: what a work horse runs. Arguments are ids and numbers; nothing is returned.

What may live here: the functions that the restricted worker lets run, and no other.
"""

import asyncio
import os

import uvloop

from arena.app import Settings, open_app
from workers import signals


def play_sets(_version: int, tournament_id: str, round_number: int, numbers: list[int]) -> None:
    """Play those of these sets that are still to be had, others beside them, and move on.

    The worker has looked at the version. SIGTERM and SIGINT stop it between decisions.
    """
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_play_sets(tournament_id, round_number, numbers))


async def _play_sets(tournament_id: str, round_number: int, numbers: list[int]) -> None:
    with signals.awaited() as stop:
        async with open_app(Settings.read(os.environ)) as app:
            await app.sets.work(tournament_id, round_number, numbers, stop)
