"""Time and strikes of a seat, and deadlines under an event loop that is late itself."""

import asyncio
import time

import pytest

from arena.match.clock import Deadline, Heart, Limits, SeatClock
from tests.waiting import until


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
    heart, before = Heart.of_this_loop(), time.perf_counter()
    deadline = Deadline(heart, 60_000)
    with deadline:
        end = heart.now() + 0.06

        async def passed() -> bool:
            return heart.now() >= end

        await until(passed, "the clock of bots does not go on")

    assert 50 <= deadline.spent_ms <= (time.perf_counter() - before) * 1_000


async def wait(allowance_ms: int, *pauses_s: float, blocked_s: float = 0.0) -> int:
    """Await some pauses, block the loop after the first; give the ms spent by the bots' clock."""
    deadline = Deadline(Heart.of_this_loop(), allowance_ms)
    with deadline:
        await asyncio.sleep(pauses_s[0])
        time.sleep(blocked_s)  # noqa: ASYNC251 (this is the fault)
        for pause_s in pauses_s[1:]:
            await asyncio.sleep(pause_s)
    return deadline.spent_ms


async def test_a_deadline_that_passes_raises() -> None:
    """Whatever is awaited is cancelled there."""
    before = time.perf_counter()

    with pytest.raises(TimeoutError):
        await wait(20, 5.0)
    assert time.perf_counter() - before < 4


async def test_a_cancelled_call_is_not_a_late_one() -> None:
    """A worker that stops is told apart from a bot that does not answer."""
    task = asyncio.create_task(wait(5_000, 5.0))
    await asyncio.sleep(0.01)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_clock_of_bots_stands_still_while_the_loop_is_late() -> None:
    """200 ms of ours between do not count against 100 ms of theirs."""
    assert await wait(100, 0.03, 0.03, blocked_s=0.2) < 100


async def test_a_late_loop_does_not_move_the_deadline_for_ever() -> None:
    """After a block the rest of the allowance runs out as ever."""
    with pytest.raises(TimeoutError):
        await wait(60, 0.02, 5.0, blocked_s=0.1)


async def test_an_answer_that_came_too_late_is_no_answer() -> None:
    """Even if the heart has not yet beaten since."""
    with pytest.raises(TimeoutError):
        await wait(1, 0.003)


async def test_no_call_takes_less_than_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One begins 3 ms after a beat was due, and ends 5 ms later, when the loop is known as late."""
    now_s = 0.0
    monkeypatch.setattr("arena.match.clock.perf_counter", lambda: now_s)
    heart = Heart(asyncio.get_running_loop())
    call = Deadline(heart, 1_000)
    with Deadline(heart, 1_000):
        now_s = Heart.BEAT_S + 0.003
        with call:
            now_s += 0.005

    assert call.spent_ms == 0


async def test_the_clock_of_bots_stands_still_while_our_line_is_down() -> None:
    """From the last moment at which it was known to be up: what has passed since is undone."""
    heart = Heart.of_this_loop()
    call = Deadline(heart, 100)
    with call:
        good = heart.now()
        await asyncio.sleep(0.05)
        heart.stand_still(good)
        assert heart.now() == good
        await asyncio.sleep(0.2)
        assert heart.now() == good
        heart.go_on()
        assert good <= heart.now() < good + 0.05

    assert call.spent_ms < 60


async def test_the_heart_beats_only_while_a_call_is_under_way() -> None:
    """An idle loop is not woken, and how late it is then is not measured."""
    heart = Heart.of_this_loop()
    await wait(1_000, 0.02)
    await asyncio.sleep(0.02)
    before = heart.now()
    time.sleep(0.05)  # noqa: ASYNC251 (this is the fault)
    await asyncio.sleep(0.02)

    assert heart is Heart.of_this_loop()
    assert heart.now() - before >= 0.07
