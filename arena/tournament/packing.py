"""Small numbers as bytes, one byte each: decisions, and the times that they took.

What may live here: the packing, which is part of the result log's format version 1. A byte below
255 is the number + 1 (0 is −1); 255 is followed by the number as u16, big-endian.
"""

from collections.abc import Iterable

MOST = 65_535
_ESCAPE = 255


def pack(numbers: Iterable[int]) -> bytes:
    """Give the numbers (−1 to `MOST`) as bytes."""
    packed = bytearray()
    for number in numbers:
        if number + 1 < _ESCAPE:
            packed.append(number + 1)
        else:
            packed.append(_ESCAPE)
            packed += number.to_bytes(2, "big")
    return bytes(packed)


def unpack(packed: bytes) -> tuple[int, ...]:
    """Give the numbers again; raise ValueError where the last one is cut off."""
    if _ESCAPE not in packed:  # as nearly all decisions are
        return tuple([byte - 1 for byte in packed])
    numbers = []
    rest = iter(packed)
    for byte in rest:
        if byte == _ESCAPE:
            high, low = next(rest, None), next(rest, None)
            if high is None or low is None:
                raise ValueError("packed numbers: the last one is cut off")
            numbers.append(high << 8 | low)
        else:
            numbers.append(byte - 1)
    return tuple(numbers)
