"""Decisions as bytes: one byte each, as nearly all of them are small.

What may live here: the packing, which is part of the result log's format version 1. A byte below
255 is the decision + 1 (0 is a fault); 255 is followed by the decision as u16, big-endian.
"""

from collections.abc import Iterable

_ESCAPE = 255


def pack(decisions: Iterable[int]) -> bytes:
    """Give the decisions (−1 to 65,535) as bytes."""
    packed = bytearray()
    for decision in decisions:
        if decision + 1 < _ESCAPE:
            packed.append(decision + 1)
        else:
            packed.append(_ESCAPE)
            packed += decision.to_bytes(2, "big")
    return bytes(packed)


def unpack(packed: bytes) -> tuple[int, ...]:
    """Give the decisions again; raise ValueError where the last one is cut off."""
    decisions = []
    rest = iter(packed)
    for byte in rest:
        if byte == _ESCAPE:
            high, low = next(rest, None), next(rest, None)
            if high is None or low is None:
                raise ValueError("decisions: the last one is cut off")
            decisions.append(high << 8 | low)
        else:
            decisions.append(byte - 1)
    return tuple(decisions)
