"""The sweep of RQ's leftovers, made by RQ's own classes stopped where a kill would stop them."""

import asyncio
from collections.abc import Iterator

import pytest
from redis import Redis
from rq import Queue, Worker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.utils import as_text

from arena.store import keys, sweep
from arena.store.store import Store
from arena.store.sweep import EVERY_S, Sweep

ID = "c" * 32


class Clock:
    """A monotonic clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 5_000.0

    def __call__(self) -> float:
        """Give its seconds."""
        return self.now


class Rq:
    """RQ on the test's store, to be left in the middle of things."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)
        self.queue = Queue(keys.QUEUE, connection=self.redis, serializer=JSONSerializer)
        self.worker = Worker([self.queue], connection=self.redis, serializer=JSONSerializer)

    def pop(self) -> Job:
        """Take a job as a worker does, and go no further."""
        found = Queue.dequeue_any([self.queue], None, self.redis, serializer=JSONSerializer)
        assert found is not None
        return found[0]

    def begin(self) -> Job:
        """Take a job and begin to execute it."""
        self.worker.register_birth()  # type: ignore[no-untyped-call]
        job = self.pop()
        self.worker.prepare_execution(job)
        self.worker.prepare_job_execution(job, remove_from_intermediate_queue=True)
        return job

    def names(self) -> set[str]:
        """Give all of RQ's keys, but for the list of queues that there ever were."""
        return {as_text(name) for name in self.redis.keys("rq:*")} - {"rq:queues"}

    def expire(self, pattern: str) -> None:
        """Have keys expire whose time RQ has bounded: what a worker's silence brings about."""
        for name in self.redis.keys(pattern):
            assert self.redis.ttl(name) > 0
            self.redis.delete(name)


@pytest.fixture
def rq(store_url: str) -> Iterator[Rq]:
    """RQ, with nothing in it."""
    rq = Rq(store_url)
    yield rq
    rq.redis.close()


@pytest.fixture
def clock() -> Clock:
    """The clock of the sweeps."""
    return Clock()


@pytest.fixture
def swept(store: Store, clock: Clock) -> Sweep:
    """A sweep that has looked at nothing yet."""
    return Sweep(store.client, clock)


async def looks(of: Sweep, clock: Clock, times: int) -> int:
    """Have it look so many times, a minute apart; give how much was removed."""
    removed = 0
    for _ in range(times):
        clock.now += EVERY_S
        removed += await of.look()
    return removed


async def test_a_job_whose_worker_died_with_it_in_hand_goes(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """Popped and never begun: RQ alone would keep it for ever, or run it again by its own clock."""
    await store.queue.put(ID, 1, [[0]])
    rq.pop()

    assert await looks(swept, clock, 1) == 0
    assert len(rq.names()) == 2
    assert await looks(swept, clock, 1) == 2
    assert rq.names() == set()


async def test_a_job_that_waits_stays(store: Store, rq: Rq, swept: Sweep, clock: Clock) -> None:
    """However long, and whoever it is for."""
    await store.queue.put(ID, 1, [[0], [1, 2]])
    before = rq.names()

    assert await looks(swept, clock, 9) == 0
    assert rq.names() == before
    assert await store.queue.waiting() == 2


async def test_a_job_that_is_executed_stays_until_its_worker_falls_silent(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """Then its hash, its executions and the registrations of the worker go too."""
    await store.queue.put(ID, 1, [[0]])
    rq.begin()
    before = rq.names()

    assert await looks(swept, clock, 9) == 0
    assert rq.names() == before
    rq.expire("rq:execution:*")
    rq.expire("rq:worker:*")
    assert await looks(swept, clock, 2) > 0
    assert rq.names() == set()


async def test_a_worker_that_waits_for_work_stays(rq: Rq, swept: Sweep, clock: Clock) -> None:
    """Its key lives as long as it does."""
    rq.worker.register_birth()  # type: ignore[no-untyped-call]

    assert await looks(swept, clock, 9) == 0
    assert Worker.count(queue=rq.queue) == 1


async def test_what_a_failed_job_left_goes(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """The log has told of it; its sets are tried again by our own records."""
    await store.queue.put(ID, 1, [[0]])
    job = rq.begin()
    rq.worker.handle_job_failure(job, rq.queue, exc_string="why", execution=rq.worker.execution)
    assert rq.redis.zcard(f"rq:failed:{keys.QUEUE}") == 1
    rq.worker.register_death()  # type: ignore[no-untyped-call]

    await looks(swept, clock, 2)
    assert {name for name in rq.names() if not name.startswith("rq:worker:")} == set()


async def test_what_names_no_job_goes(rq: Rq, swept: Sweep, clock: Clock) -> None:
    """A heartbeat that comes after the end of a job makes a hash of it, with nothing but that."""
    rq.redis.hset("rq:job:late", "last_heartbeat", "2026-01-01T00:00:00.000000Z")
    rq.redis.zadd(f"rq:wip:{keys.QUEUE}", {"gone:1": 0})
    rq.redis.rpush(f"rq:queue:{keys.QUEUE}:intermediate", "refused")

    await looks(swept, clock, 2)
    assert rq.names() == set()


async def test_two_looks_are_a_minute_apart(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """However often it is called: what a worker has just popped must not go."""
    await store.queue.put(ID, 1, [[0]])
    rq.pop()
    await looks(swept, clock, 1)

    clock.now += EVERY_S - 1
    assert await swept.look() == 0
    clock.now += 1
    assert await swept.look() > 0


async def test_what_was_in_use_between_two_looks_is_seen_anew(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """A worker may put a job back that it must not do."""
    await store.queue.put(ID, 1, [[0]])
    job = rq.pop()
    await looks(swept, clock, 1)
    rq.redis.lmove(f"rq:queue:{keys.QUEUE}:intermediate", f"rq:queue:{keys.QUEUE}")
    await looks(swept, clock, 1)
    rq.pop()

    assert await looks(swept, clock, 1) == 0
    assert rq.redis.exists(job.key)


async def test_a_look_has_a_bound_and_the_next_one_goes_on(
    store: Store, rq: Rq, swept: Sweep, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store with very many keys is not gone over in one go."""
    monkeypatch.setattr(sweep, "_STEPS", 1)
    monkeypatch.setattr(sweep, "_COUNT", 10)
    for number in range(100):
        rq.redis.hset(f"rq:job:{number}", "status", "started")
        rq.redis.set(f"{keys.PREFIX}other:{number}", 1)
    await store.queue.put(ID, 1, [[0]])

    assert await looks(swept, clock, 6) == 0
    assert await looks(swept, clock, 60) == 100
    assert await store.queue.waiting() == 1


async def test_several_may_sweep_at_once(store: Store, rq: Rq, swept: Sweep, clock: Clock) -> None:
    """Each by what it has seen itself; what another has taken away is no error."""
    await store.queue.put(ID, 1, [[number] for number in range(20)])
    for _ in range(10):
        rq.pop()
    other = Sweep(store.client, clock)
    for _ in range(2):
        clock.now += EVERY_S
        await asyncio.gather(swept.look(), other.look())

    assert await store.queue.waiting() == 10
    assert len(rq.redis.keys("rq:job:*")) == 10


async def test_a_forged_registration_leads_nowhere(
    store: Store, rq: Rq, swept: Sweep, clock: Clock
) -> None:
    """Whoever may write RQ's keys has no other key looked at, or deleted."""
    rq.redis.set("forged", 1, ex=1_000)
    rq.redis.sadd("rq:workers", keys.EPOCH, "forged")

    assert await looks(swept, clock, 2) == 2
    assert rq.redis.smembers("rq:workers") == set()
    assert rq.redis.exists("forged")
    await store.client.check()
