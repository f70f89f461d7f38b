"""The time of day, for stamps that people read; leases go by the store's own clock."""

import re
import time
from datetime import UTC, datetime

from arena.service.errors import Invalid

DAY_MS = 24 * 3_600_000
_MS = re.compile(r"\d{1,14}", re.ASCII)
_RFC3339 = re.compile(
    r"\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?", re.ASCII
)


def now_ms() -> int:
    """Give the ms since 1970."""
    return time.time_ns() // 1_000_000


def moment(field: str, text: str) -> int:
    """Give the ms since 1970 of what a person wrote; raise Invalid, naming `field`.

    That is a number of ms, or a date (its beginning in UTC) or a time of RFC 3339.
    """
    if _MS.fullmatch(text):
        return int(text)
    try:
        if not _RFC3339.fullmatch(text):
            raise ValueError
        when = datetime.fromisoformat(text.upper())
    except ValueError:
        expected = "expected ms since 1970, or as in 2026-05-01 or 2026-05-01T12:00:00Z"
        raise Invalid(field, f"{expected}, got {text[:80]!a}") from None
    return max(0, round((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1_000))
