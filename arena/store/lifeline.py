"""Tying a process to the one that started it, where the system can."""

import ctypes
import signal
import sys

_PR_SET_PDEATHSIG = 1


def die_with_parent(sent: signal.Signals) -> None:
    """Have this process sent a signal when its parent is gone (Linux; elsewhere nothing happens).

    The system counts the thread that forked as the parent.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(sent))
