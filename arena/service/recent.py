"""What was asked for lately, kept so that it need not be made again.

What may live here: which of it goes when it is too much.
"""

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """So many values at most: those that were asked for least lately go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept = dict[K, V]()

    def get(self, key: K) -> V | None:
        """Give a value if it is kept, and keep it as that which was asked for last."""
        value = self._kept.get(key)
        return None if value is None else self.keep(key, value)

    def keep(self, key: K, value: V) -> V:
        """Keep a value as that which was asked for last, and give it back."""
        self._kept.pop(key, None)
        self._kept[key] = value
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return value
