"""How long it takes after a fault until all that was being played goes on.

What may live here: looking at leases, fences and journals from outside, for any number of faults.
"""

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from types import TracebackType

from arena.store import keys
from arena.store.errors import StoreAway, StoreError
from tests.faults.scene import Scene
from tests.waiting import DEADLINE_S, until

_POLL_S = 0.05


@dataclass
class _Mark:
    """A fault at a moment (monotonic seconds), and the sets that have not gone on since.

    Each set is given with its fence and the length of its journal at that moment.
    """

    at: float
    round: int
    waiting: dict[int, tuple[int, int]]


class Recovery:
    """Times the faults that are marked. A set goes on when it is committed, claimed again, or its
    journal grows.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._pending: list[_Mark] = []
        self._worst_s = 0.0
        self._polling: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Recovery":
        self._polling = asyncio.create_task(self._poll())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._polling is not None
        self._polling.cancel()
        with suppress(asyncio.CancelledError):
            await self._polling

    async def mark(self, *, queued: bool = False) -> None:
        """Time the fault of this moment: call it right after it, or before if it ends the store.

        `queued`: also until all sets of the round that nobody plays now are played.
        """
        at = time.monotonic()
        round_, scores = await self._scores()
        lost = [number for number, score in scores.items() if (queued or score > 0) and score < inf]
        self._pending.append(_Mark(at, round_, await self._look(round_, lost)))

    async def worst_s(self, deadline_s: float = DEADLINE_S) -> float:
        """Wait until all marked faults are recovered from; give the longest time, in seconds."""

        async def over() -> bool:
            return not self._pending

        await until(over, "sets did not go on", deadline_s, lambda: str(self._pending))
        return self._worst_s

    async def _poll(self) -> None:
        while True:
            if self._pending:
                with suppress(StoreAway, StoreError):
                    await self._check()
            await asyncio.sleep(_POLL_S)

    async def _check(self) -> None:
        marks = list(self._pending)
        wanted = {number for mark in marks for number in mark.waiting}
        round_, scores = await self._scores()
        now = await self._look(round_, wanted & scores.keys())
        for mark in marks:
            mark.waiting = {
                number: before
                for number, before in mark.waiting.items()
                if mark.round == round_ and number in now and not _went_on(before, now[number])
            }
            if not mark.waiting:
                self._pending.remove(mark)
                self._worst_s = max(self._worst_s, time.monotonic() - mark.at)

    async def _scores(self) -> tuple[int, dict[int, float]]:
        """Give the round and its open sets with their scores."""
        run, own = self._scene.app.store.client.run, self._scene.tournament
        round_ = int(await run(bytes, "HGET", keys.tournament(own), "round"))
        flat = await run(list[bytes], "ZRANGE", keys.open_sets(own), 0, -1, "WITHSCORES")
        return round_, {int(n): float(s) for n, s in zip(flat[::2], flat[1::2], strict=True)}

    async def _look(self, round_: int, numbers: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Give fence and length of the journal of each of these sets."""
        run, own = self._scene.app.store.client.run, self._scene.tournament
        flat = await run(list[bytes], "HGETALL", keys.fences(own))
        fences = {int(n): int(f) for n, f in zip(flat[::2], flat[1::2], strict=True)}
        return {
            number: (
                fences.get(number, 0),
                await run(int, "LLEN", keys.journal(own, round_, number)),
            )
            for number in numbers
        }


def _went_on(before: tuple[int, int], now: tuple[int, int]) -> bool:
    return now[0] > before[0] or now[1] > before[1]
