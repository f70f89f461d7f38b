"""Final standings that somebody states, beside those that were computed here.

What may live here: what counts as the same. Counts, scores and ranks must be; of numbers that are
rounded the last digit may be another, since the fit's floats differ in their last bits by machine.
"""

from collections.abc import Iterator
from typing import Final

from arena.tournament.standings.table import Placing, Standings

_LAST_DIGIT: Final = {"elo": 0.1, "error": 0.1, "adjusted": 0.01, "above_next": 0.01}
_NOISE: Final = 1e-6


def differences(ours: Standings, theirs: Standings) -> Iterator[tuple[str, str]]:
    """Say where the standings that are stated are not ours: in which row, and what."""
    for name in ("ranked_by", "sets", "resamplings"):
        if getattr(ours, name) != getattr(theirs, name):
            yield name, f"expected {getattr(ours, name)}, got {getattr(theirs, name)}"
    if abs(ours.adjustment - theirs.adjustment) > _NOISE:
        yield "adjustment", f"expected {ours.adjustment}, got {theirs.adjustment}"
    if len(ours.rows) != len(theirs.rows):
        yield "rows", f"expected {len(ours.rows)}, got {len(theirs.rows)}"
    for place, (row, stated) in enumerate(zip(ours.rows, theirs.rows, strict=False), 1):
        for name in Placing.__struct_fields__:
            expected, got = getattr(row, name), getattr(stated, name)
            if expected != got and not _close(name, expected, got):
                yield f"row {place}", f"{name}: expected {expected}, got {got}"


def _close(name: str, expected: object, got: object) -> bool:
    if not (isinstance(expected, float) and isinstance(got, float)):
        return False
    return abs(expected - got) <= _LAST_DIGIT.get(name, 0) + _NOISE
