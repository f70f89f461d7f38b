"""Time and strikes of a seat, and deadlines under an event loop that is late itself."""

import asyncio
import time

import pytest

from arena.match.clock import Deadline, Lateness, Limits, SeatClock


@pytest.mark.parametrize(
    ("latency_ms", "left_ms"), [(0, 100), (50, 100), (51, 99), (150, 0), (151, 0), (9_999, 0)]
)
def test_only_time_beyond_that_of_the_ask_is_drawn_from_the_bank(
    latency_ms: int, left_ms: int
) -> None:
    """The bank never goes below nothing."""
    clock = SeatClock(Limits(move_ms=50, bank_ms=100))

    assert clock.allowance_ms == 150
    assert clock.bank_after(latency_ms) == left_ms


def test_a_seat_is_retired_at_its_last_strike() -> None:
    """Not before."""
    clock = SeatClock(Limits(max_strikes=2))
    clock.strikes = 1
    assert not clock.retired

    clock.strikes = 2
    assert clock.retired


async def test_a_deadline_that_is_kept_raises_nothing() -> None:
    """And tells the time spent."""
    deadline = Deadline(2_000)
    async with deadline:
        await asyncio.sleep(0.02)

        assert 15 <= deadline.spent_ms() < 2_000


async def test_a_deadline_that_passes_raises() -> None:
    """Whatever is awaited is cancelled there."""
    reached = False

    async def call() -> None:
        nonlocal reached
        async with Deadline(20):
            await asyncio.sleep(5)
            reached = True

    with pytest.raises(TimeoutError):
        await call()
    assert not reached


async def test_a_cancelled_call_is_not_a_late_one() -> None:
    """A worker that stops is told apart from a bot that does not answer."""

    async def call() -> None:
        async with Deadline(5_000):
            await asyncio.sleep(5)

    task = asyncio.create_task(call())
    await asyncio.sleep(0.01)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_deadline_moves_on_by_the_loops_own_lateness() -> None:
    """200 ms of ours between do not count against 100 ms of theirs."""
    deadline = Deadline(100)
    async with deadline:
        await asyncio.sleep(0.03)
        time.sleep(0.2)  # noqa: ASYNC251 (this is the fault)
        await asyncio.sleep(0.03)

        assert deadline.spent_ms() < 100


async def test_the_deadline_is_not_moved_for_ever() -> None:
    """After a block the rest of the allowance runs out as ever."""

    async def call() -> None:
        async with Deadline(60):
            await asyncio.sleep(0.02)
            time.sleep(0.1)  # noqa: ASYNC251 (this is the fault)
            await asyncio.sleep(5)

    with pytest.raises(TimeoutError):
        await call()


async def test_lateness_is_measured_only_while_somebody_watches() -> None:
    """An idle loop is not woken."""
    lateness = Lateness.of_this_loop()
    before = lateness.watch()
    lateness.unwatch()
    await asyncio.sleep(0.02)
    time.sleep(0.05)  # noqa: ASYNC251 (this is the fault)
    await asyncio.sleep(0.02)

    assert lateness is Lateness.of_this_loop()
    assert lateness.total() - before < 0.04
