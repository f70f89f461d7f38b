"""Time and strikes of one seat, and deadlines that do not charge a bot for our own lateness.

What may live here: whatever reads a clock in a match. All times are ms.
"""

import asyncio
from math import inf
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


class Heart:
    """The clock by which bots are timed in one event loop: it stands still while the loop is late.

    It does so too while our line is down, of which a canary knows. It beats every 10 ms while calls
    are under way. A beat more than 5 ms overdue shows that the loop itself was late, which is
    nobody else's fault. On every beat the calls whose time has run out are stopped, so that no call
    needs a timer of its own.
    """

    BEAT_S = 0.010
    GRAIN_S = 0.005

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Stand ready for the first call."""
        self.loop = loop
        self._late_s = 0.0
        self._due = inf
        self._still = inf
        self.calls: set[Deadline] = set()
        """The calls under way; each enters and leaves by itself."""

    @classmethod
    def of_this_loop(cls) -> "Heart":
        """Give the one of the running event loop."""
        loop = asyncio.get_running_loop()
        found = _hearts.get(loop)
        if found is None:
            found = _hearts[loop] = cls(loop)
        return found

    def now(self) -> float:
        """Give the time in seconds, less all that the loop was late, and is late right now."""
        time = perf_counter()
        if time - self._due > self.GRAIN_S:
            time = self._due
        time -= self._late_s
        return time if time < self._still else self._still

    def stand_still(self, since: float) -> None:
        """Stand still until `go_on`, at what was the time then: all that has passed is undone."""
        self._still = since

    def go_on(self) -> None:
        """Go on from the time at which it stands still."""
        stood_still, self._still = self._still, inf
        self._late_s += self.now() - stood_still

    def start(self) -> None:
        """Beat until no call is under way."""
        if self._due == inf:
            self._arm()

    def _arm(self) -> None:
        self._due = perf_counter() + self.BEAT_S
        self.loop.call_later(self.BEAT_S, self._beat)

    def _beat(self) -> None:
        overdue = perf_counter() - self._due
        if overdue > self.GRAIN_S:
            self._late_s += overdue
        self._due = inf
        now = self.now()
        for call in self.calls:
            if call.end < now:
                call.stop()
        if self.calls:
            self._arm()


_hearts: WeakKeyDictionary[asyncio.AbstractEventLoop, Heart] = WeakKeyDictionary()


class TimeIsUpError(TimeoutError):
    """A deadline has passed; other errors of this kind are the system's."""


class Deadline:
    """One limit over all that is awaited in its `with`, by the clock of a heart.

    Raises TimeIsUpError at its end where the time has run out; it is stopped at most a beat later.
    `spent_ms` is valid from then on.
    """

    __slots__ = ("_allowance_s", "_cancelling", "_heart", "_stopped", "_task", "end", "spent_ms")

    def __init__(self, heart: Heart, allowance_ms: int) -> None:
        """Allow so many ms from the moment of entering."""
        self._heart = heart
        self._allowance_s = allowance_ms / 1_000
        self._stopped = False

    def __enter__(self) -> None:
        heart = self._heart
        task = asyncio.current_task(heart.loop)
        assert task is not None
        self._task, self._cancelling = task, task.cancelling()
        if not heart.calls:
            heart.start()
        heart.calls.add(self)
        self.end = heart.now() + self._allowance_s

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        heart = self._heart
        heart.calls.discard(self)
        left_s = self.end - heart.now()
        # The clock steps back, by up to its grain, when the loop turns out to be late.
        spent_s = self._allowance_s - left_s
        self.spent_ms = int(spent_s * 1_000) if spent_s > 0 else 0
        if self._stopped:
            ours = self._task.uncancel() <= self._cancelling
            if ours and kind is asyncio.CancelledError:
                raise TimeIsUpError from error
        if kind is None and left_s < 0:
            raise TimeIsUpError

    def stop(self) -> None:
        """Stop what is awaited: the time has run out."""
        if not self._stopped:
            self._stopped = True
            self._task.cancel()
