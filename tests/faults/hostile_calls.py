"""Calls hostile bots and says what that cost, in a process of its own whose memory is its own.

`python -m tests.faults.hostile_calls` reads a `Task` as JSON from its input and prints a `Cost`.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from resource import getpagesize

import msgspec
import uvloop

from arena.match.clock import Heart
from arena.match.http import BotClient
from arena.match.player import Reply
from arena.protocol.signing import secret_of
from tests.faults.hostile import Hostile
from tests.match.asks import LOOPBACK, request

AT_ONCE = 8
ALLOWANCE_MS = 100
SECRET = secret_of(b"k" * 32)
WARM_UPS = 3
"""Calls to each bot before memory is looked at: libraries, pools and caches are filled by then."""


class Task(msgspec.Struct, frozen=True):
    """Call these bots in turn, so many times in all."""

    bots: dict[str, Hostile]
    calls: int


class Cost(msgspec.Struct):
    """What the calls took: memory that is held after them, and at worst between them; lateness.

    `late_ms` is the time that the worst call took beyond its allowance; `counted_ms` is that by the
    clock of bots, which leaves out that this process itself was not given the processor.
    """

    grown_mib: float = 0.0
    peak_mib: float = 0.0
    late_ms: float = 0.0
    counted_ms: float = 0.0
    wrong: list[str] = msgspec.field(default_factory=list)
    """What came of a call that should have come to something else."""


def main() -> None:
    """Do the task."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(measure(task))))


async def measure(task: Task) -> Cost:
    """Warm up, then call and measure."""
    await call_all(islice(cycle(task.bots.items()), WARM_UPS * len(task.bots)), Cost(), 0.0)
    gc.collect()
    before, cost = resident_mib(), Cost()
    await call_all(islice(cycle(task.bots.items()), task.calls), cost, before)
    gc.collect()
    cost.grown_mib = resident_mib() - before
    return cost


async def call_all(bots: Iterator[tuple[str, Hostile]], cost: Cost, before_mib: float) -> None:
    """Call bots of all kinds at once, as a worker does that plays several matches."""

    async def keep_calling() -> None:
        for name, bot in bots:
            await call(name, bot, cost)
            cost.peak_mib = max(cost.peak_mib, resident_mib() - before_mib)

    await asyncio.gather(*(keep_calling() for _ in range(AT_ONCE)))


async def call(name: str, bot: Hostile, cost: Cost) -> None:
    """Put one ask to a bot and note what it cost."""
    clock = Heart.of_this_loop()
    async with BotClient(bot.url, LOOPBACK, SECRET) as client:
        before, before_by_clock = time.perf_counter(), clock.now()
        answer = await client.decide(request(), ALLOWANCE_MS)
        took_s, took_by_clock_s = time.perf_counter() - before, clock.now() - before_by_clock
    cost.late_ms = max(cost.late_ms, took_s * 1_000 - ALLOWANCE_MS)
    cost.counted_ms = max(cost.counted_ms, took_by_clock_s * 1_000 - ALLOWANCE_MS)
    if not is_right(bot, answer):
        cost.wrong.append(f"{name}: {answer.fault} {answer.choice} {answer.detail}")


def is_right(bot: Hostile, answer: Reply) -> bool:
    """Whether the answer is the bot's fault or choice; on a slow machine time may run out first."""
    expected = (bot.fault, 0 if bot.fault is None else None)
    return (answer.fault, answer.choice) == expected or answer.fault == "timeout"


def resident_mib() -> float:
    """Give the memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * getpagesize() / 2**20


if __name__ == "__main__":
    main()
