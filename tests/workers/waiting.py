"""Waiting for what other processes do."""

import asyncio
import time

from arena.app import App
from arena.service.tournaments import TournamentView

PATIENCE_S = 60.0
_POLL_S = 0.05


async def until_finished(app: App, tournament_id: str) -> TournamentView:
    """Give the tournament when it is finished; fail after a minute."""
    deadline = time.monotonic() + PATIENCE_S
    while (view := await app.tournaments.get(tournament_id)).state != "finished":
        assert time.monotonic() < deadline, f"not finished in {PATIENCE_S:.0f} s: {view}"
        await asyncio.sleep(_POLL_S)
    return view
