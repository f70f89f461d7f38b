"""A process of the service that sends itself a signal when it first comes to a certain point.

What may live here: the points, and how the product's classes are made to stop there; they know
nothing of it. It is run as `python -m tests.faults.crashing`, with `crash` as its environment.
"""

import os
import runpy
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal, ParamSpec, TypeVar

from arena.store.results import Rejected, ResultRepository
from arena.store.sets import Refusal, SetRepository
from arena.store.tournaments import TournamentRepository
from workers.restricted import RestrictedWorker

P = ParamSpec("P")
T = TypeVar("T")

CRASHING = "tests.faults.crashing"
_RUNS, _POINT = "CRASH_RUNS", "CRASH_POINT"
_SIGNAL, _DIRECTORY = "CRASH_SIGNAL", "CRASH_DIRECTORY"
_MARKER = "crashed"


@dataclass(frozen=True)
class Point:
    """Just before a method is called, or just after it has done what it is there for.

    What is done after a method counts from its `passage`-th time in a process.
    """

    when: Literal["before", "after"]
    owner: type
    method: str
    passage: int = 1


POINTS: Mapping[str, Point] = {
    "after pop": Point("before", RestrictedWorker, "prepare_execution"),
    "after prepare": Point("before", RestrictedWorker, "fork_work_horse"),
    "after claim": Point("after", SetRepository, "claim"),
    "after append 1": Point("after", SetRepository, "append"),
    "after append 50": Point("after", SetRepository, "append", 50),
    "before commit": Point("before", ResultRepository, "commit"),
    "after commit": Point("after", ResultRepository, "commit"),
    "before the next round": Point("before", TournamentRepository, "open_round"),
    "after opening a round": Point("after", TournamentRepository, "open_round"),
    "after take_idle": Point("after", SetRepository, "take_idle"),
    "before the job's success": Point("before", RestrictedWorker, "handle_job_success"),
}


def crash(
    module: str, point: str, directory: Path, kind: signal.Signals = signal.SIGKILL
) -> dict[str, str]:
    """Give the environment in which `module` gets the signal when it comes to the point.

    Of all processes with the same directory (that of their scene) only the first one gets it.
    """
    return {_RUNS: module, _POINT: point, _SIGNAL: kind.name, _DIRECTORY: str(directory)}


def has_crashed(directory: Path) -> bool:
    """Whether one got its signal."""
    return (directory / _MARKER).exists()


def _main(environ: Mapping[str, str]) -> None:
    marker, kind = Path(environ[_DIRECTORY], _MARKER), signal.Signals[environ[_SIGNAL]]

    def harm() -> None:
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), kind)

    _arm(POINTS[environ[_POINT]], harm)
    runpy.run_module(environ[_RUNS], run_name="__main__")


def _arm(point: Point, harm: Callable[[], None]) -> None:
    method = getattr(point.owner, point.method)
    armed = _before(method, harm) if point.when == "before" else _after(method, harm, point.passage)
    setattr(point.owner, point.method, armed)


def _before(method: Callable[P, T], harm: Callable[[], None]) -> Callable[P, T]:
    def passing(*args: P.args, **kwargs: P.kwargs) -> T:
        harm()
        return method(*args, **kwargs)

    return passing


def _after(
    method: Callable[P, Awaitable[T]], harm: Callable[[], None], passage: int
) -> Callable[P, Awaitable[T]]:
    passages = count(1)

    async def passing(*args: P.args, **kwargs: P.kwargs) -> T:
        given = await method(*args, **kwargs)
        done = given and not isinstance(given, Refusal | Rejected)
        if done and next(passages) == passage:
            harm()
        return given

    return passing


if __name__ == "__main__":
    _main(os.environ)
