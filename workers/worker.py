"""An RQ worker: `python -m workers.worker`. Takes jobs from the one queue until it is stopped.

What may live here: starting up. SIGTERM or SIGINT stops it between decisions: what was being played
is given back, for others to go on with. A second one after more than a second kills the work horse.
"""

import asyncio
import gc
import sys

import workers.jobs  # noqa: F401 (imported before a work horse is forked, so that none has to)
from arena.app import exit_code
from arena.app.settings import Settings
from arena.match.connection import tls_context
from arena.store.connection import connect_blocking, our_errors, place_of
from arena.store.store import open_store
from workers.restricted import RestrictedWorker

_RETRIES = 3
"""Of RQ's commands, in less than a second, so that a stop is obeyed while the store is away."""


def run(settings: Settings) -> None:
    """Work until stopped; raise StoreAway or StoreUnfit if the store cannot be used."""
    asyncio.run(_check_store(settings))
    # What is loaded now is shared with the work horses: certificates, and what the collector
    # need not touch.
    tls_context()
    gc.collect()
    gc.freeze()
    with our_errors(place_of(settings.redis_url), "worker"):
        worker = RestrictedWorker(connect_blocking(settings.redis_url, _RETRIES))
        worker.work(logging_level="WARNING")
    if not worker.stopping:
        sys.exit("the worker ended although nobody had stopped it: the log says why")


async def _check_store(settings: Settings) -> None:
    async with open_store(settings.redis_url, durability=settings.durability):
        pass


if __name__ == "__main__":
    sys.exit(exit_code(run))
