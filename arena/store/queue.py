"""The RQ queue: the wake-up call of the workers, never the ledger.

What may live here: counting and putting in jobs. Arguments are ids and numbers, as JSON,
after the version of whoever wrote them; a job is never retried by RQ and leaves no result there.
What must be done stands in the sorted set of open sets, so a job that is lost is made again, and
one that comes twice finds nothing to do.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rq import Queue
from rq.serializers import JSONSerializer
from rq.worker_registration import WORKERS_BY_QUEUE_KEY

from arena.store import keys
from arena.store.client import VERSION
from arena.store.connection import connect_blocking, our_errors, place_of

T = TypeVar("T")

PLAY_SETS = "workers.jobs.play_sets"
PLAY_EXHIBITION = "workers.jobs.play_exhibition"
"""The tasks there are, by their dotted names: nothing in `arena` imports `workers`."""

TIMEOUT_S = 900
"""What RQ lets a job last; it kills the work horse a minute later."""
_FAILURE_TTL_S = 600
"""What RQ keeps of a failed job is for whoever is looking just now; the log has it too."""


class JobQueue:
    """Enqueues batches of sets, and exhibitions. RQ's client blocks, so each call runs in a thread.

    Each raises StoreAway or StoreError.
    """

    def __init__(self, url: str) -> None:
        self._place = place_of(url)
        self._redis = connect_blocking(url)
        self._queue = Queue(keys.QUEUE, connection=self._redis, serializer=JSONSerializer)

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()

    async def waiting(self) -> int:
        """Give how many jobs wait to be taken."""
        return await self._run(lambda: self._queue.count)

    async def workers(self) -> int:
        """Give about how many workers there are: a dead one counts for a minute or so."""
        return await self._run(self._living)

    def _living(self) -> int:
        # Not by RQ's own list, which a name that is no text would break.
        registered = self._redis.smembers(WORKERS_BY_QUEUE_KEY % keys.QUEUE)
        return int(self._redis.exists(*registered)) if registered else 0

    async def put(
        self,
        tournament_id: str,
        round_number: int,
        batches: Iterable[Sequence[int]],
        *,
        first: bool = False,
    ) -> None:
        """Enqueue a job for each batch of sets, behind all that wait or before them."""
        await self._run(lambda: self._put(tournament_id, round_number, batches, first))

    async def put_exhibition(self, exhibition_id: str) -> None:
        """Enqueue a job for an exhibition, behind all that wait."""
        await self._run(lambda: self._enqueue(PLAY_EXHIBITION, exhibition_id, exhibition_id))

    async def _run(self, work: Callable[[], T]) -> T:
        with our_errors(self._place, "the queue"):
            return await asyncio.to_thread(work)

    def _put(
        self, tournament_id: str, round_number: int, batches: Iterable[Sequence[int]], first: bool
    ) -> None:
        for batch in batches:
            of = f"{tournament_id}-{round_number}-{batch[0]}"
            self._enqueue(PLAY_SETS, of, tournament_id, round_number, list(batch), first=first)

    def _enqueue(
        self, task: str, of: str, *arguments: str | int | list[int], first: bool = False
    ) -> None:
        """Enqueue a job for a task; `of` is what its id begins with."""
        job_id = f"{of}-{time.time_ns() // 1_000_000}"
        self._queue.enqueue_call(
            task,
            args=(VERSION, *arguments),
            timeout=TIMEOUT_S,
            result_ttl=0,
            failure_ttl=_FAILURE_TTL_S,
            description=job_id,
            job_id=job_id,
            at_front=first,
        )
