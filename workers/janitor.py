"""The janitor: `python -m workers.janitor`. Whatever is open and idle goes into the queue again.

What may live here: the loop. Any number may run: every step is guarded in the store, whose own
records are the truth of what must be done; what RQ has lost is made again from them.
"""

import asyncio
import signal
import sys

import structlog

from arena.app import App, Settings, exit_code, open_app
from arena.store.errors import StoreAway

_ROUNDS_PER_LEASE = 6
"""With a lease of 30 s it looks every 5 s."""

_log = structlog.get_logger()


async def sweep(app: App) -> None:
    """Look after every running tournament once; what goes wrong with one leaves the others be."""
    for tournament_id in await app.store.tournaments.running():
        try:
            await app.rounds.advance(tournament_id)
            await app.rounds.dispatch(tournament_id)
        except StoreAway:
            raise
        except Exception:
            _log.exception("sweep_failed", tournament=tournament_id)


async def run(settings: Settings) -> None:
    """Sweep until SIGTERM or SIGINT; raise StoreAway or StoreUnfit if the store cannot be used."""
    stop = asyncio.Event()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(wanted, stop.set)
    async with open_app(settings) as app:
        while not stop.is_set():
            try:
                await sweep(app)
            except StoreAway as error:
                _log.warning("store_away", why=str(error))
            await _wait(stop, settings.lease_ms / 1_000 / _ROUNDS_PER_LEASE)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


if __name__ == "__main__":
    sys.exit(exit_code(lambda settings: asyncio.run(run(settings))))
