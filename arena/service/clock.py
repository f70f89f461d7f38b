"""The time of day, for stamps that people read; leases go by the store's own clock."""

import time

DAY_MS = 24 * 3_600_000


def now_ms() -> int:
    """Give the ms since 1970."""
    return time.time_ns() // 1_000_000
