"""How the seats of a match came to its end, and how long their calls took.

What may live here: what a match's entry in the log tells of that, as everybody may see it.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from arena.tournament.log import MatchEntry, Times, latencies_of

SeatEnding = Literal["played", "retired", "absent"]
"""How a seat came to the end: asked to the last, retired for its strikes, or no longer asked since
its bot was in quarantine, withdrawn or without consent."""
Reason = Literal["rules", "faults", "absence"]
"""Why a match ended as it did: by the rules alone, after faults for which a seat was retired, or in
the absence of one."""


class LatencyView(msgspec.Struct, frozen=True, kw_only=True):
    """How long the calls of a seat took (the lower median, and the worst), and how many were made.

    There is no time where there was none. 65,535 ms stand for all that took longer.
    """

    calls: int
    median_ms: int | None
    worst_ms: int | None


def endings(match: MatchEntry, max_strikes: int) -> tuple[SeatEnding, ...]:
    """Give how each seat came to the end; with so many strikes one is retired."""
    return tuple(
        "retired" if strikes >= max_strikes else "absent" if seat in match.absent else "played"
        for seat, strikes in enumerate(match.strikes)
    )


def reason(of: Sequence[SeatEnding]) -> Reason:
    """Give the reason for an end at which seats came so: no game ends in two ways by its rules."""
    if "absent" in of:
        return "absence"
    return "faults" if "retired" in of else "rules"


def latencies(match: MatchEntry) -> tuple[LatencyView, ...]:
    """Give how long the calls of each seat took."""
    return tuple(map(_latency, latencies_of(match)))


def _latency(times: Times) -> LatencyView:
    calls = sorted(ms for ms in times if ms is not None)
    if not calls:
        return LatencyView(calls=0, median_ms=None, worst_ms=None)
    return LatencyView(calls=len(calls), median_ms=calls[(len(calls) - 1) // 2], worst_ms=calls[-1])
