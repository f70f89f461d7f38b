"""`python -m arena.server`: serves the API and the pages until it is stopped; settings from the
environment.

What may live here: starting up and stopping. SIGTERM or SIGINT lets requests in progress finish,
and ends those that would go on for ever.
"""

import asyncio
import gc
import os
import signal
import socket
import sys
from functools import partial
from types import FrameType

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from litestar import Litestar

from arena.app import exit_code, open_app
from arena.app.settings import Settings, SettingsError
from arena.http.services import services
from arena.logs import configure_logs
from arena.server.application import create_app
from arena.store.lifeline import die_with_parent

_STOP_S = 5
"""Time that requests in progress have to finish."""
_HEAD_MS = 5_000
"""Time that the head of a request may take, and that a connection may be idle before it."""
_HEAD_BYTES = 16 * 1024
"""Of a request's head; what is longer is refused with 431."""
_CONNECTIONS = 4_096
"""At once; more wait. Readers of the feed, of whom there are many, keep theirs."""
_OUR_LOG = {"handlers": {}, "loggers": {"_granian": {"propagate": True}}}
"""Its own handlers would write lines that are no JSON beside ours."""


def run(settings: Settings) -> None:
    """Serve until stopped; raise SettingsError, StoreAway or StoreUnfit where that cannot be."""
    _check_address(settings)
    asyncio.run(_check_store(settings))
    serve(settings)


def serve(settings: Settings) -> None:
    """Serve in one worker process beside this one, which watches it."""
    server = Granian(
        "arena.server",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_HEAD_MS, max_buffer_size=_HEAD_BYTES),
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=_OUR_LOG,
        backpressure=_CONNECTIONS,
        workers_kill_timeout=_STOP_S,
    )
    server.serve(target_loader=partial(_load, settings, os.getpid()), wrap_loader=False)


def _load(settings: Settings, watcher: int) -> Litestar:
    """Give the application to the worker, which must not outlive its watcher."""
    for kind in (signal.SIGTERM, signal.SIGINT):
        # The watcher's own came with the fork, and would end nothing here; the server's come later.
        signal.signal(kind, signal.SIG_DFL)
    die_with_parent(signal.SIGTERM)
    if os.getppid() != watcher:
        sys.exit("the process that watches this one has ended")
    configure_logs()
    api = create_app(settings)
    api.on_startup.append(_hear_of_stops)
    # What is loaded now stays: the collector need not go through it again and again.
    gc.collect()
    gc.freeze()
    return api


def _hear_of_stops(api: Litestar) -> None:
    """Have the feed closed as soon as the server is told to stop.

    It tells the application once all requests are done, and readers of the feed would never be. One
    who takes nothing more is not waited for.
    """
    loop = asyncio.get_running_loop()

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.alarm(_STOP_S)
        loop.call_soon_threadsafe(services(api.state).feed.close)

    for kind in (signal.SIGTERM, signal.SIGINT):
        # Beside the server's own, which the loop calls: this one is called by the interpreter.
        signal.signal(kind, stop)


def _check_address(settings: Settings) -> None:
    """Raise SettingsError if the address cannot be had; the server would share a taken port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        raise SettingsError(
            f"ARENA_HOST, ARENA_PORT: expected an address that is free here, got {settings.host}"
            f" and {settings.port}: {error.strerror}"
        ) from error


async def _check_store(settings: Settings) -> None:
    async with open_app(settings):
        pass


if __name__ == "__main__":
    sys.exit(exit_code(run))
