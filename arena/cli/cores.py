"""Work for all cores: one function and many jobs, in processes of our own.

What may live here: how such processes are begun and ended. Jobs and what comes of them travel from
one process to another, so they are names and numbers.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, TypeVar

from arena.cli.failures import AwayError
from arena.store.lifeline import die_with_parent

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

_AHEAD: Final = 4
"""Jobs for each core that are begun before their results are wanted; more are not taken in."""


def cores() -> int:
    """Give how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_all_cores(function: Callable[[JobT], ResultT], jobs: Iterable[JobT]) -> Iterator[ResultT]:
    """Give what comes of each job, in the order of the jobs, however many cores there are.

    Jobs are taken as results are, so that there may be any number of them. Whatever a job raises
    is raised here, and AwayError where a process is ended from outside. `function` is one of a
    module, to be found by its name.
    """
    context, waiting = get_context("forkserver"), deque[Future[ResultT]]()
    with ProcessPoolExecutor(cores(), context, _begin) as pool:
        try:
            for job in jobs:
                waiting.append(pool.submit(function, job))
                if len(waiting) > _AHEAD * cores():
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenExecutor as error:
            what = "a process of this command was ended, perhaps for want of memory: try again"
            raise AwayError(what) from error
        finally:
            for each in waiting:
                each.cancel()


def _begin() -> None:
    """Leave Ctrl-C to the process that began this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(signal.SIGKILL)
