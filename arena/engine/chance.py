"""All randomness of a match: named streams of one 32-byte seed.

What may live here: the streams and the drawing functions over them. Nothing here reads a clock,
`random` or the environment, so that anybody can deal the same cards again from the seed.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")

_DOMAIN = b"arena/v1/stream\0"
_TWO_64 = 1 << 64
_FOUR_U64 = Struct(">4Q").unpack
_U64 = Struct(">Q")


class Chance(Protocol):
    """What the rules may draw from: a `Stream`, or values written down in advance by a test."""

    def below(self, bound: int) -> int:
        """Give an integer in [0, bound)."""
        ...

    def copy(self) -> "Chance":
        """Give an independent continuation from the same place."""
        ...


class Stream:
    """One named stream of a seed: u64 values 0, 1, 2, ... drawn in order."""

    __slots__ = ("_blocks", "_key", "_left")

    def __init__(self, seed: bytes, name: str) -> None:
        """Open the stream `name` (ASCII) of the 32-byte `seed` at its beginning."""
        if len(seed) != 32:
            raise ValueError(f"seed: expected 32 bytes, got {len(seed)}")
        self._key = sha256(_DOMAIN + seed + name.encode("ascii")).digest()
        self._blocks = 0
        self._left: list[int] = []

    @property
    def key(self) -> bytes:
        """The 32-byte key of the stream."""
        return self._key

    def copy(self) -> "Stream":
        """Give an independent continuation of this stream from where it stands."""
        twin = Stream.__new__(Stream)
        twin._key, twin._blocks, twin._left = self._key, self._blocks, self._left.copy()
        return twin

    def u64(self) -> int:
        """Draw the next 64-bit value."""
        if not self._left:
            self._left += reversed(self._read(self._blocks))
            self._blocks += 1
        return self._left.pop()

    def at(self, index: int) -> int:
        """Give the first 64-bit value of block `index`, without drawing."""
        return self._read(index)[0]

    def below(self, bound: int) -> int:
        """Draw a uniform integer in [0, bound); biased values are rejected."""
        if bound < 1:
            raise ValueError(f"bound: expected at least 1, got {bound}")
        value = self.u64()
        # Nearly all values lie below the last `bound` ones, of which alone some are biased.
        while value > _TWO_64 - bound and value >= _TWO_64 - _TWO_64 % bound:
            value = self.u64()
        return value % bound

    def _read(self, block: int) -> tuple[int, ...]:
        return _FOUR_U64(sha256(self._key + _U64.pack(block)).digest())


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """Give the items in a uniformly random order (Fisher-Yates from the end)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def sample(items: Sequence[T], count: int, chance: Chance) -> list[T]:
    """Give `count` of the items: the first of a shuffled copy."""
    return shuffled(items, chance)[:count]
