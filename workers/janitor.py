"""The janitor: `python -m workers.janitor`. Whatever is open and idle goes into the queue again.

What may live here: its duties, and the loop that does them. Any number may run: every step is
guarded in the store, whose own records are the truth of what must be done; what RQ has lost is made
again from them, and what RQ has left is taken away.
"""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from arena.app import App, exit_code, open_app
from arena.app.settings import Settings
from arena.service.witness import Witness
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.sweep import Sweep

_ROUNDS_PER_LEASE = 6
"""With a lease of 30 s it looks every 5 s."""
_WITNESS_S = 0.1
"""What was public for longer than this is witnessed."""
_FAILED_S = 5.0
"""Before a duty is done again in which something is wrong."""

Duty = Callable[[], Awaitable[object]]

_log = structlog.get_logger()


async def tend(app: App) -> None:
    """Look after every running tournament once; what goes wrong with one leaves the others be."""
    for tournament_id in await app.store.tournaments.running():
        try:
            await app.rounds.advance(tournament_id)
        except (StoreAway, StoreUnfit):
            raise
        except Exception:
            _log.exception("tournament_failed", tournament=tournament_id)


class AlarmLog:
    """Tells the log of alarms, each once; those that were raised before the first call are old."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._last: str | None = None

    async def tell(self) -> None:
        """Log what was raised since the last call."""
        if self._last is None:
            newest = await self._app.store.alarms.newest(1)
            self._last = newest[0].id if newest else "0"
        for alarm in await self._app.alarms.after(self._last):
            _log.error(
                "alarm",
                kind=alarm.kind,
                tournament=alarm.tournament,
                round=alarm.round,
                set=alarm.set,
                why=alarm.why,
                advice=alarm.advice,
            )
            self._last = alarm.id


class Outage:
    """Tells the log that the store is away: once, however many duties notice it."""

    def __init__(self) -> None:
        self._kept_from = set[Duty]()

    def begins(self, duty: Duty, error: StoreAway) -> None:
        """Note a duty that cannot be done; tell it if it is the first."""
        if not self._kept_from:
            _log.warning("store_away", why=str(error))
        self._kept_from.add(duty)

    def ends(self, duty: Duty) -> None:
        """Note that a duty was done."""
        self._kept_from.discard(duty)


async def run(settings: Settings) -> None:
    """Do all duties until SIGTERM or SIGINT; raise StoreAway or StoreUnfit if there is no store.

    StoreUnfit is raised also if it is lost later: whoever starts us again then finds another one.
    """
    stop, outage = asyncio.Event(), Outage()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(wanted, stop.set)
    pause_s = settings.lease_ms / 1_000 / _ROUNDS_PER_LEASE
    async with open_app(settings) as app:
        alarm_log = AlarmLog(app)
        await alarm_log.tell()  # before we raise any ourselves
        duties: dict[Duty, float] = {
            partial(tend, app): pause_s,
            app.exhibitor.dispatch: pause_s,
            app.ladder_rounds.rate_all: pause_s,
            alarm_log.tell: pause_s,
            app.store.client.check: pause_s,
            Sweep(app.store.client).look: pause_s,
            Witness(app.store).look: _WITNESS_S,
        }
        loops = (_repeat(duty, every_s, stop, outage) for duty, every_s in duties.items())
        ends = await asyncio.gather(*loops, return_exceptions=True)
    for end in ends:
        if end is not None:
            raise end


async def _repeat(duty: Duty, every_s: float, stop: asyncio.Event, outage: Outage) -> None:
    """Do a duty until told to stop. The end of one, for whatever reason, stops the others."""
    try:
        while not stop.is_set():
            pause_s = every_s
            try:
                await duty()
                outage.ends(duty)
            except StoreUnfit:
                raise
            except StoreAway as error:
                outage.begins(duty, error)
            except Exception:
                _log.exception("duty_failed")
                pause_s = _FAILED_S
            await _wait(stop, pause_s)
    finally:
        stop.set()


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


if __name__ == "__main__":
    sys.exit(exit_code(lambda settings: asyncio.run(run(settings))))
