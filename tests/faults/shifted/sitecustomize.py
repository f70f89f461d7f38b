"""A wall clock that is wrong: Python runs this first where the directory is on PYTHONPATH.

What may live here: shifting what a process and its children read as the time of day, by SHIFT_S
seconds. The clocks that only measure (monotonic) stay as they are, as they do on a real host.
"""

import datetime
import os
import time

_SHIFT_S = int(os.environ["SHIFT_S"])
_real_ns = time.time_ns


class _Shifted(datetime.datetime):
    """The time of day, as this process has it."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> "_Shifted":
        """Give the shifted time."""
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls) -> "_Shifted":
        """Give the shifted time."""
        return cls.now(datetime.UTC).replace(tzinfo=None)


def _time_ns() -> int:
    return _real_ns() + _SHIFT_S * 1_000_000_000


def _time() -> float:
    return _time_ns() / 1e9


time.time_ns, time.time, datetime.datetime = _time_ns, _time, _Shifted  # type: ignore[misc]
