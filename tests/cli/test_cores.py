"""Work for all cores: results in order, jobs as they are needed, errors as they come."""

import os
import signal
from collections.abc import Iterator
from itertools import count

import pytest

from arena.cli.cores import cores, on_all_cores
from arena.cli.failures import AwayError


def halved(number: int) -> int:
    """Give half of an even number."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def test_results_come_in_order_and_jobs_are_taken_as_results_are() -> None:
    """There may be any number of jobs: none is made long before its result is wanted."""
    made = list[int]()

    def jobs() -> Iterator[int]:
        for number in count(0, 2):
            made.append(number)
            yield number

    results = on_all_cores(halved, jobs())
    assert [next(results) for _ in range(20)] == list(range(20))
    assert len(made) < 20 + 5 * cores()


def test_what_a_job_raises_is_raised_in_its_place() -> None:
    """The results before it are had."""
    results = on_all_cores(halved, [0, 2, 3, 4])
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="3 is odd"):
        next(results)


def killed(number: int) -> int:
    """End the process that is to do this, as a system without memory would."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_is_killed_is_told_from_a_defect() -> None:
    """It is ended from outside: nothing of what was asked is found wrong by that."""
    with pytest.raises(AwayError, match="perhaps for want of memory"):
        list(on_all_cores(killed, [1, 2, 3]))
