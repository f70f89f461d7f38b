"""A worker whose work horses die of one set: `python -m tests.faults.poisoned`.

What may live here: that set, which stands for one that finds a bug of ours. It takes effect at the
same decision every time, before that is kept; the product's classes know nothing of it.
"""

import os
import runpy
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.cli.stack import WORKER
from arena.store.sets import Addition, SetRepository

POISONED = "tests.faults.poisoned"
_SET, _DEATHS = "POISON_SET", "POISON_DEATHS"
_ROUND = 1
_KEPT = 6
"""Beats of the set that are kept; it dies of the next."""


def poison(number: int, directory: Path) -> dict[str, str]:
    """Give the environment in which this set of round 1 is deadly; the deaths are counted."""
    return {_SET: str(number), _DEATHS: str(_deaths(directory))}


def deaths(directory: Path) -> int:
    """Give how many work horses have died of it."""
    return len(_deaths(directory).read_bytes())


def _deaths(directory: Path) -> Path:
    return directory / "deaths"


def _main(environ: Mapping[str, str]) -> None:
    number, append = int(environ[_SET]), SetRepository.append

    async def poisoned(
        sets: SetRepository, tournament_id: str, round_number: int, additions: Sequence[Addition]
    ) -> list[bool]:
        if round_number == _ROUND and any(_deadly(each, number) for each in additions):
            _die(Path(environ[_DEATHS]))
        return await append(sets, tournament_id, round_number, additions)

    SetRepository.append = poisoned  # type: ignore[method-assign,assignment]
    runpy.run_module(WORKER, run_name="__main__")


def _die(deaths: Path) -> None:
    with deaths.open("ab") as died:
        died.write(b".")
    os.kill(os.getpid(), signal.SIGKILL)


def _deadly(addition: Addition, number: int) -> bool:
    return addition.number == number and addition.at + len(addition.entries) > _KEPT


if __name__ == "__main__":
    _main(os.environ)
