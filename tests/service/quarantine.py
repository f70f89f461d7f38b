"""Bringing a set into quarantine, as workers do that die with it."""

import asyncio

from arena.app import App
from arena.store.sets import SetRepository

_LEASE_MS = 20


async def put_in_quarantine(app: App, tournament_id: str, number: int) -> None:
    """Have a set of the first round lose as many holders in a row as it may."""
    brief = SetRepository(app.store.client, _LEASE_MS)
    while number not in await brief.quarantined(tournament_id):
        await brief.claim(tournament_id, 1, number, {})
        await asyncio.sleep(_LEASE_MS * 2 / 1_000)
