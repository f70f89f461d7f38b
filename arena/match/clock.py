"""Time and strikes of one seat, and deadlines that do not charge a bot for our own lateness.

What may live here: whatever reads a clock in a match. All times are ms.
"""

import asyncio
from time import perf_counter
from types import TracebackType
from typing import Annotated
from weakref import WeakKeyDictionary

import msgspec


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every seat of a match has: time per ask, a bank for the match, faults it may make."""

    move_ms: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 500
    bank_ms: Annotated[int, msgspec.Meta(ge=0, le=600_000)] = 10_000
    max_strikes: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 5


class SeatClock:
    """What is left to one seat; a seat without strikes left is retired and asked no more."""

    __slots__ = ("_limits", "bank_ms", "strikes")

    def __init__(self, limits: Limits) -> None:
        """Begin with a full bank and no strike."""
        self._limits = limits
        self.bank_ms = limits.bank_ms
        self.strikes = 0

    @property
    def move_ms(self) -> int:
        """The time that every ask has."""
        return self._limits.move_ms

    @property
    def allowance_ms(self) -> int:
        """The time for the next ask: its own, and then the bank."""
        return self._limits.move_ms + self.bank_ms

    @property
    def retired(self) -> bool:
        """Whether the seat has used up its strikes."""
        return self.strikes >= self._limits.max_strikes

    def bank_after(self, latency_ms: int) -> int:
        """Give what the bank holds after an answer that took so long."""
        return self.bank_ms - min(max(latency_ms - self._limits.move_ms, 0), self.bank_ms)


class Lateness:
    """How late an event loop woke while somebody watched, in seconds, summed.

    A heart beats every 10 ms; beats that come more than 5 ms late count, by all they are late.
    """

    BEAT = 0.010
    GRAIN = 0.005

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stand still until somebody watches."""
        self._loop = loop
        self._watchers = 0
        self._sum = 0.0
        self._due: float | None = None

    @classmethod
    def of_this_loop(cls) -> "Lateness":
        """Give the one of the running event loop."""
        loop = asyncio.get_running_loop()
        found = _of_loops.get(loop)
        if found is None:
            found = _of_loops[loop] = cls(loop)
        return found

    def watch(self) -> float:
        """Begin to watch; give the sum so far. Every watcher leaves by `unwatch`."""
        self._watchers += 1
        if self._due is None:
            self._arm()
        return self.total()

    def unwatch(self) -> None:
        """Watch no longer; without watchers the heart stops at its next beat."""
        self._watchers -= 1

    def total(self) -> float:
        """Give the sum so far, a beat that is overdue right now included."""
        return self._sum + self._late()

    def _late(self) -> float:
        late = 0.0 if self._due is None else perf_counter() - self._due
        return late if late > self.GRAIN else 0.0

    def _arm(self) -> None:
        self._due = perf_counter() + self.BEAT
        self._loop.call_later(self.BEAT, self._beat)

    def _beat(self) -> None:
        self._sum += self._late()
        self._due = None
        if self._watchers:
            self._arm()


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Lateness] = WeakKeyDictionary()


class Deadline:
    """One limit over all that happens in its `async with`, moved on by our own lateness.

    Raises TimeoutError at its end where the time ran out.
    """

    __slots__ = ("_allowance_ms", "_late_before", "_lateness", "_limit", "_start", "_timer")

    def __init__(self, allowance_ms: int) -> None:
        """Allow so many ms from the moment of entering."""
        self._allowance_ms = allowance_ms

    async def __aenter__(self) -> "Deadline":
        self._lateness = Lateness.of_this_loop()
        self._late_before = self._lateness.watch()
        self._start = perf_counter()
        self._limit = asyncio.timeout(None)
        await self._limit.__aenter__()
        self._arm(self._allowance_ms)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        self._lateness.unwatch()
        await self._limit.__aexit__(kind, error, trace)

    def spent_ms(self) -> float:
        """Give the time since entering, less our own lateness."""
        late = self._lateness.total() - self._late_before
        return max(perf_counter() - self._start - late, 0.0) * 1_000

    def _arm(self, left_ms: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(left_ms / 1_000, self._check)

    def _check(self) -> None:
        left_ms = self._allowance_ms - self.spent_ms()
        if left_ms > 0:
            self._arm(left_ms)
        else:
            self._limit.reschedule(0)
