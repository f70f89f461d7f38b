"""An RQ worker: `python -m workers.worker`. Takes jobs from the one queue until it is stopped.

What may live here: starting up. SIGTERM or SIGINT lets the work horse finish its batch.
"""

import asyncio
import gc
import sys

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

import workers.jobs  # noqa: F401 (imported before a work horse is forked, so that none has to)
from arena.app import Settings, exit_code
from arena.match.connection import tls_context
from arena.store import keys
from arena.store.store import open_store
from workers.restricted import RestrictedJob, RestrictedWorker


def run(settings: Settings) -> None:
    """Work until stopped; raise StoreAway or StoreUnfit if the store cannot be used."""
    asyncio.run(_check_store(settings))
    connection = Redis.from_url(settings.redis_url)
    queue = Queue(
        keys.QUEUE, connection=connection, serializer=JSONSerializer, job_class=RestrictedJob
    )
    worker = RestrictedWorker([queue], connection=connection, serializer=JSONSerializer)
    worker.log_result_lifespan = False
    # What is loaded now is shared with the work horses: certificates, and what the collector
    # need not touch.
    tls_context()
    gc.collect()
    gc.freeze()
    worker.work(logging_level="WARNING")


async def _check_store(settings: Settings) -> None:
    settings.guard()
    async with open_store(settings.redis_url):
        pass


if __name__ == "__main__":
    sys.exit(exit_code(run))
