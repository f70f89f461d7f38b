"""Opaque names of a match and of its asks, different for every seat, the same after a resume."""

from hmac import digest


class Ids:
    """Names made by HMAC-SHA256 of one match's secret key: they tell nothing and never count."""

    def __init__(self, key: bytes) -> None:
        """Take the key of one match, at least 16 bytes."""
        if len(key) < 16:
            raise ValueError(f"key: expected at least 16 bytes, got {len(key)}")
        self._key = key

    def match(self, seat: int) -> str:
        """Give the name by which this seat knows the match."""
        return "m_" + self._name(b"match/%d" % seat)

    def ask(self, at: int) -> str:
        """Give the name of the ask whose answer is decision number `at` (0-based)."""
        return "a_" + self._name(b"ask/%d" % at)

    def _name(self, what: bytes) -> str:
        return digest(self._key, what, "sha256")[:16].hex()
