"""What the calls of a set come to: in its entry of the log, and in the counts of the whole arena.

What may live here: the names of these counts too, for whoever adds to them or reads them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, get_args

import msgspec

from arena.match.referee import Played
from arena.protocol.messages import FaultKind
from arena.tournament.log import Finished

GOOD: Final = "ok"
"""Stands for the fault of a call that has none."""
BUCKETS_MS: Final = (5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
"""Upper bounds of the buckets of a histogram; calls that took longer are in one more."""


class Totals(msgspec.Struct, frozen=True):
    """All that has been committed: sets and matches by game, calls by fault.

    `latencies` are calls by bucket, and `latency_ms` the sum of what they took.
    """

    sets: Mapping[str, int]
    matches: Mapping[str, int]
    calls: Mapping[str, int]
    latencies: tuple[int, ...]
    latency_ms: int

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "Totals":
        """Read them from the counts of the arena."""
        return cls(
            sets=labelled(counts, "sets"),
            matches=labelled(counts, "matches"),
            calls=dict.fromkeys((GOOD, *get_args(FaultKind)), 0) | labelled(counts, "calls"),
            latencies=tuple(counts.get(f"latency {n}", 0) for n in range(len(BUCKETS_MS) + 1)),
            latency_ms=counts.get("latency_ms", 0),
        )


def labelled(counts: Mapping[str, int], what: str) -> dict[str, int]:
    """Give the counts named `<what> <label>`, by label."""
    prefix = f"{what} "
    return {
        name.removeprefix(prefix): count
        for name, count in counts.items()
        if name.startswith(prefix)
    }


def counts_of(game: str, played: Sequence[Played]) -> Counter[str]:
    """Give what a set of this game adds, whoever has played which part of it."""
    times = (ms for each in played for seat in each.latencies for ms in seat)
    calls = [ms for ms in times if ms is not None]
    counts = Counter({f"sets {game}": 1, f"matches {game}": len(played)})
    counts.update(f"calls {fault.kind}" for each in played for fault in each.faults)
    counts[f"calls {GOOD}"] = len(calls) - sum(len(each.faults) for each in played)
    counts.update(f"latency {bisect_left(BUCKETS_MS, ms)}" for ms in calls)
    counts["latency_ms"] = sum(calls)
    return counts


def finished_of(played: Played, versions: Sequence[str]) -> Finished:
    """Give a match as it goes into the log; its bots have stated these versions, by seat."""
    faults = [fault.seat for fault in played.faults]
    return Finished(
        record=played.record,
        versions=tuple(versions),
        strikes=tuple(faults.count(seat) for seat in range(len(versions))),
        latencies=played.latencies,
        absent=played.absent,
    )
