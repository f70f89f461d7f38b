"""Opaque names of a match and of its asks, different for every seat, the same after a resume."""

from hashlib import blake2s


class Ids:
    """Names made by keyed BLAKE2s of one match's secret key: they tell nothing and never count."""

    def __init__(self, key: bytes) -> None:
        """Take the key of one match, 16 to 32 bytes."""
        if not 16 <= len(key) <= 32:
            raise ValueError(f"key: expected 16 to 32 bytes, got {len(key)}")
        self._key = key

    def match(self, seat: int) -> str:
        """Give the name by which this seat knows the match."""
        return "m_" + self._name(b"match/%d" % seat)

    def ask(self, at: int) -> str:
        """Give the name of the ask whose answer is decision number `at` (0-based)."""
        return "a_" + self._name(b"ask/%d" % at)

    def _name(self, what: bytes) -> str:
        return blake2s(what, key=self._key, digest_size=16).hexdigest()
