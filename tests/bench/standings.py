"""Final standings of a thousand bots: the fit with its errors, its refits, and their memory.

Two leagues at the bounds of a tournament: tables of five with deals of their own, and duels whose
deals all share. Times are CPU seconds of all threads, which other work on the machine hardly moves,
and by the wall clock. Memory is what is allocated beyond the sets.
"""

import time
import tracemalloc
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from arena.engine.chance import Stream
from arena.tournament.standings.bootstrap import RESAMPLINGS, refits
from arena.tournament.standings.errors import Residuals, covariance, residuals
from arena.tournament.standings.fit import Fit, fit
from arena.tournament.standings.gather import Played
from arena.tournament.standings.sets import Sets
from arena.tournament.standings.table import standings
from tests.tournament.standings.made import ladder, league

T = TypeVar("T")

BOTS = 1_000
SEED = bytes(32)
MOST_FIT_S = 2
MOST_REFITS_S = 60
MOST_MB = 500


def main() -> None:
    """Measure and print a line for each league and step."""
    print(f"Final standings: {BOTS} bots, {RESAMPLINGS} refits")
    elo = ladder(BOTS, 1.0)
    five = league(elo, 5, 5, 50_000, Stream(SEED, "five"))
    duels = league(elo, 2, 1, 500_000, Stream(SEED, "duels"))
    _print("50,000 sets of five matches, five at a table", five)
    shared = duels._replace(clusters=np.arange(500_000) // 500)
    _print("500,000 duels, 500 to a deal", shared)


def _print(name: str, sets: Sets) -> None:
    print(f"  {name}")
    found, left = _timed("fit and errors", MOST_FIT_S, lambda: _fitted(sets))
    _timed("refits", MOST_REFITS_S, lambda: refits(found, left, Stream(SEED, "bootstrap")))
    played = Played(tuple(f"b{n}" for n in range(BOTS)), sets, np.zeros(BOTS, np.int64))
    _timed("whole table", MOST_FIT_S + MOST_REFITS_S, lambda: standings(played, SEED))
    tracemalloc.start()
    standings(played, SEED)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    print(f"    {'memory':16} {peak:6.0f} MB (at most {MOST_MB})")


def _fitted(sets: Sets) -> tuple[Fit, Residuals]:
    found = fit(sets)
    left = residuals(sets, found)
    covariance(found, left)
    return found, left


def _timed(name: str, most_s: int, act: Callable[[], T]) -> T:
    """Print CPU seconds, and seconds by the clock; give what was found."""
    cpu, began = time.process_time(), time.perf_counter()
    found = act()
    cpu, clock = time.process_time() - cpu, time.perf_counter() - began
    print(f"    {name:16} {cpu:6.2f} s, by the clock {clock:6.2f} s (at most {most_s})")
    return found
