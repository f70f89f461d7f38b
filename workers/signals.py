"""The signals that stop a worker and its work horse: SIGTERM and SIGINT.

What may live here: holding them back where they would fall into a gap, and taking them as a wish.
"""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOPPING = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def held_back() -> Iterator[None]:
    """Let none of them arrive meanwhile; a process that is forked meanwhile goes on so."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


@contextmanager
def awaited() -> Iterator[asyncio.Event]:
    """Give an event that they set, those too that were held back; hold them back afterwards.

    Needs a running event loop in the main thread.
    """
    stop = asyncio.Event()
    for kind in STOPPING:
        asyncio.get_running_loop().add_signal_handler(kind, stop.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    try:
        yield stop
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
