"""The sweep of what RQ leaves behind when workers are killed.

What may live here: which of RQ's keys say that a job waits or is being executed; whatever names any
other job is a leftover. Our own records are the truth and nothing in RQ is needed for them, so a
leftover that is still one a minute later is taken away. RQ's registries are scored by the clocks of
hosts; here none counts but this process's monotonic one, and the server's for keys that expire.
"""

import re
import time
from collections.abc import Callable

from arena.store import keys
from arena.store.client import Argument, Client

EVERY_S = 60.0
"""Between two looks. What is a leftover at both is taken away."""

_STEPS = 100
_COUNT = 1_000
"""Steps of a look, and keys that each goes over; the next look goes on where one has ended."""

_WAITING = f"rq:queue:{keys.QUEUE}"
_TAKEN = f"rq:queue:{keys.QUEUE}:intermediate"
_STARTED = f"rq:wip:{keys.QUEUE}"
"""Sorted set of `<job>:<execution>`. The key of an execution expires 90 s after its worker's last
sign of life."""
_FAILED = f"rq:failed:{keys.QUEUE}"
_WORKERS = ("rq:workers", f"rq:workers:{keys.QUEUE}")
_WORKER = b"rq:worker:"
_OF_JOB = re.compile(rb"rq:(?:job|results|executions|execution):(?P<job>[^:]*)")

_Removal = tuple[Argument, ...]
"""The command that takes a leftover away, which stands for it."""


class Sweep:
    """Takes leftovers away. Any number may do so at once: each goes by what it has seen itself."""

    def __init__(self, client: Client, now: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._now = now
        self._next = now()
        self._cursor = b"0"
        self._found = dict[_Removal, bytes]()
        self._seen = dict[_Removal, float]()

    async def look(self) -> int:
        """Look, if a minute has passed since the last time; give how many leftovers were removed.

        Raises StoreAway or StoreError.
        """
        now = self._now()
        if now < self._next:
            return 0
        self._next = now + EVERY_S
        if not await self._scan():
            return 0
        left = await self._leftovers()
        self._seen = {each: self._seen.get(each, now) for each in left}
        old = [each for each, first in self._seen.items() if now - first >= EVERY_S]
        for removal in old:
            await self._client.run(int, *removal)
            del self._seen[removal]
        return len(old)

    async def _scan(self) -> bool:
        """Find keys of jobs, a bounded number of steps on; give whether all have been gone over."""
        for _ in range(_STEPS):
            self._cursor, names = await self._client.run(
                tuple[bytes, list[bytes]], "SCAN", self._cursor, "MATCH", "rq:*", "COUNT", _COUNT
            )
            for name in names:
                if match := _OF_JOB.match(name):
                    self._found["DEL", name] = match["job"]
            if self._cursor == b"0":
                return True
        return False

    async def _leftovers(self) -> list[_Removal]:
        """Give what names a job that neither waits nor is executed, and registrations of the dead.

        Begins the search for keys anew.
        """
        run = self._client.run
        found, self._found = self._found, {}
        for job in await run(list[bytes], "LRANGE", _TAKEN, 0, -1):
            found["LREM", _TAKEN, 0, job] = _job(job)
        for registry in (_STARTED, _FAILED):
            for entry in await run(list[bytes], "ZRANGE", registry, 0, -1):
                found["ZREM", registry, entry] = _job(entry)
        busy = await self._busy()
        return [each for each, job in found.items() if job not in busy] + await self._dead()

    async def _busy(self) -> set[bytes]:
        """Give the jobs that wait or are being executed."""
        run = self._client.run
        busy = {_job(job) for job in await run(list[bytes], "LRANGE", _WAITING, 0, -1)}
        for entry in await run(list[bytes], "ZRANGE", _STARTED, 0, -1):
            if await run(int, "EXISTS", b"rq:execution:" + entry):
                busy.add(_job(entry))
        return busy

    async def _dead(self) -> list[_Removal]:
        """Give the registrations of workers whose own key is gone, or would never go."""
        removals = list[_Removal]()
        for group in _WORKERS:
            for worker in await self._client.run(list[bytes], "SMEMBERS", group):
                if not worker.startswith(_WORKER) or await self._client.run(int, "TTL", worker) < 0:
                    removals.append(("SREM", group, worker))
        return removals


def _job(entry: bytes) -> bytes:
    """Give the id of the job that an entry names, alone or with an execution."""
    return entry.partition(b":")[0]
