"""RQ cut down to what we use, since whoever can write to Redis can else run any code here.

What may live here: the Job and Worker classes that refuse whatever our own queue never writes, and
RQ's worker changed where it would lose work or end without need. With a JSON serializer alone, RQ
still runs any function that a job names, imports its callbacks, calls its webhooks and obeys
commands over pub/sub.
"""

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import structlog
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError, ResponseError
from rq import Queue, Worker, worker_registration
from rq.exceptions import NoSuchJobError, StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from structlog.contextvars import bound_contextvars

from arena.store import keys
from arena.store.client import VERSION
from arena.store.lifeline import die_with_parent
from arena.store.sets import MARK_MS
from workers.calls import NewerCall, check_job
from workers.signals import held_back

WORKER_TTL_S = 16
"""RQ waits 15 s less than this for a job before it looks around, and forgets a worker that has
given no sign of life for 60 s more."""
_PAUSE_S = 1.0
"""Between two looks at a store that is away, or at a queue of nothing but newer jobs."""

_log = structlog.get_logger()


class Refused(NoSuchJobError):  # noqa: N818 (RQ passes over jobs that do not exist)
    """A job that our queue did not write: to RQ, and in fact by then, it does not exist."""


class NewerJob(Exception):  # noqa: N818 (the job is for others)
    """A job that a newer worker must do; `kind` says what sort it is of."""

    def __init__(self, job_id: str, call: NewerCall) -> None:
        super().__init__(str(call))
        self.job_id = job_id
        self.kind = call.kind


class RestrictedJob(Job):
    """A job that can hold nothing but one of our calls; any other is deleted and counted."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Read a job's hash; raise Refused unless it is one of ours, NewerJob if of a newer us."""
        try:
            check_job(raw_data)
            super().restore(raw_data)
        except NoSuchJobError:
            raise
        except NewerCall as call:
            raise NewerJob(self.id, call) from None
        except Exception as error:
            _log.warning("job_refused", job=self.id[:100], why=str(error)[:200])
            self.connection.delete(self.key)
            self.connection.hincrby(keys.COUNTERS, "jobs_refused", 1)
            raise Refused(f"job {self.id[:100]!a} is not one of ours") from None


class RestrictedWorker(Worker):
    """A worker that runs our jobs only, takes commands from signals only, and outlasts outages.

    A stop is a flag that is looked at between two jobs, and a signal to the work horse. RQ's own
    notes of workers and jobs may be lost in an outage: what must be done is not known from them.
    """

    job_class = RestrictedJob

    def __init__(self, connection: Redis) -> None:
        """Prepare to work on our one queue."""
        queue = Queue(
            keys.QUEUE, connection=connection, serializer=JSONSerializer, job_class=RestrictedJob
        )
        super().__init__(
            [queue], connection=connection, serializer=JSONSerializer, worker_ttl=WORKER_TTL_S
        )
        self.log_result_lifespan = False
        self._queue = queue
        self._away = False
        self._passed_by = set[str]()
        self._newer_kinds = set[str]()

    @property
    def stopping(self) -> bool:
        """Whether a stop was asked for."""
        return self._stop_requested

    def subscribe(self) -> None:
        """Listen to no commands: RQ's own would let anybody stop workers and kill jobs."""

    def check_for_suspension(self, burst: bool) -> None:
        """Suspend for nobody: that is a command too."""

    def run_maintenance_tasks(self) -> None:
        """Leave the cleaning to our janitor: RQ's goes by this host's clock, and fails jobs."""

    def handle_warm_shutdown_request(self) -> None:
        """Tell the work horse, if there is one, to stop between decisions."""
        if self.horse_pid:
            with suppress(ProcessLookupError):
                os.kill(self.horse_pid, signal.SIGTERM)

    def _shutdown(self) -> None:
        """Note the stop. RQ would leave its loop here, and drop a job that it has just taken."""
        self._stop_requested = True

    def dequeue_job_and_maintain_ttl(
        self,
        timeout: int | None,  # noqa: ARG002 (it is `dequeue_timeout`)
        max_idle_time: int | None = None,  # noqa: ARG002 (we idle for ever)
    ) -> tuple[Job, Queue]:
        """Wait for a job, however long the store is away; raise StopRequested between two looks."""
        self._passed_by.clear()
        while not self._stop_requested:
            taken = None
            with self._outlasting():
                self._show_life()
                taken = self._take()
            if taken is not None:
                return taken
            if self._away:
                time.sleep(_PAUSE_S)
        raise StopRequested

    def _show_life(self) -> None:
        """Be known as a worker, again if an outage has had us forgotten."""
        with self.connection.pipeline() as pipeline:
            worker_registration.register(self, pipeline)
            super().heartbeat(pipeline=pipeline)
            pipeline.execute()

    def _take(self) -> tuple[Job, Queue] | None:
        """Take a job; None if there is none, or none for us.

        As RQ does it, but that nothing which may stand in the queue ends the worker.
        """
        queue, popped = self._queue, self._queue.intermediate_queue_key
        job_id = self.connection.blmove(queue.key, popped, self.dequeue_timeout)
        if not isinstance(job_id, bytes):
            return None
        try:
            return RestrictedJob.fetch(job_id.decode(), self.connection, self.serializer), queue
        except NewerJob as newer:
            self._pass_by(newer)
        except (NoSuchJobError, ValueError, ResponseError):
            # It was refused, is gone, or is no hash; or that was no id of a job.
            self.connection.lrem(popped, 1, job_id)  # type: ignore[arg-type]
        return None

    def _pass_by(self, newer: NewerJob) -> None:
        """Put a job back, behind the others; wait where these seem to be as new.

        Nobody may come who can do it, and a queue full of such would leave no room for ours. So it
        lasts no longer than the marks of its sets: newer janitors then make it again.
        """
        if newer.kind not in self._newer_kinds:
            self._newer_kinds.add(newer.kind)
            _log.warning("job_newer", kind=newer.kind, ours=VERSION)
        with self.connection.pipeline() as pipeline:
            pipeline.lrem(self._queue.intermediate_queue_key, 1, newer.job_id)
            pipeline.expire(RestrictedJob.key_for(newer.job_id), MARK_MS // 1_000, nx=True)
            self._queue.push_job_id(newer.job_id, pipeline=pipeline)
            pipeline.execute()
        if newer.job_id in self._passed_by:
            self._passed_by.clear()
            time.sleep(_PAUSE_S)
        self._passed_by.add(newer.job_id)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Have a work horse run a job; its id and who runs it are in all lines logged meanwhile."""
        worker = f"{self.hostname}-{self.pid}"
        with self._outlasting(), bound_contextvars(job=job.id, worker=worker):
            super().execute_job(job, queue)
        self.executions.clear()  # of one that could not begin, which would be taken for the next

    def fork_work_horse(self, job: Job, queue: Queue) -> None:
        """Start a work horse, which is told of a stop wherever in this the signal comes."""
        with held_back():
            super().fork_work_horse(job, queue)
            if self._stop_requested:
                self.handle_warm_shutdown_request()

    def setup_work_horse_signals(self) -> None:
        """Have a work horse die with its worker: what it played is resumed elsewhere."""
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]
        die_with_parent(signal.SIGKILL)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Note that we live."""
        with self._outlasting():
            super().heartbeat(timeout, pipeline)

    def maintain_heartbeats(self, job: Job, execution: Execution) -> None:
        """Note that the job goes on."""
        with self._outlasting():
            super().maintain_heartbeats(job, execution)

    def register_death(self) -> None:
        """Note that we end, unless the store did not answer just now: a stop is not to wait."""
        if not self._away:
            with self._outlasting():
                super().register_death()  # type: ignore[no-untyped-call]

    @contextmanager
    def _outlasting(self) -> Iterator[None]:
        """Go on although the store is away or refuses; say so once for an outage."""
        try:
            yield
            self._away = False
        except RedisError as error:
            if not self._away:
                _log.warning("store_away", why=str(error))
            self._away = True
