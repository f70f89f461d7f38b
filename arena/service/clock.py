"""The time of day, for stamps that people read; leases go by the store's own clock."""

import time


def now_ms() -> int:
    """Give the ms since 1970."""
    return time.time_ns() // 1_000_000
