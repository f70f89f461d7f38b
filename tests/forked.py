"""Processes of the service that need not load their libraries: forks of one that has loaded them.

What may live here: starting and ending such a process, named as `subprocess.Popen` names it.
Loading the libraries is most of what a short-lived process does. Of ours nothing is loaded before
the fork, and all that a process does from its first line on it does by itself.
"""

import os
import runpy
import signal
import subprocess
from collections.abc import Mapping
from multiprocessing import forkserver, get_context, set_start_method
from pathlib import Path

from arena.store.lifeline import die_with_parent

_ROOT = Path(__file__).parents[1]
_LIBRARIES = ["aiohttp", "granian", "litestar", "redis.asyncio", "rq", "structlog", "uvloop"]

_server = get_context("forkserver")
_server.set_forkserver_preload(_LIBRARIES)


def begin() -> None:
    """Have the process that is forked; it ends with this one."""
    forkserver.ensure_running()


class Forked:
    """`python -m module` with all of its environment given; what it prints goes into a log.

    It dies with the process that it is a fork of. What an interpreter reads of its environment
    when it starts (PYTHONPATH, LD_PRELOAD ...) has no effect.
    """

    returncode: int | None = None
    """How it ended, if `poll` or `wait` has seen it: negative, the signal."""

    def __init__(self, module: str, environ: Mapping[str, str], log: Path) -> None:
        self._process = _server.Process(target=_run, args=(module, dict(environ), log))
        self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        """Give how it ended, if it has."""
        if self.returncode is None and self._process.exitcode is not None:
            self.returncode = self._process.exitcode
            self._process.close()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Give how it ended when it has; raise TimeoutExpired if that lasts too long (seconds)."""
        if self.poll() is None:
            self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, sent: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sent)

    def terminate(self) -> None:
        """Tell it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.send_signal(signal.SIGKILL)


def _run(module: str, environ: Mapping[str, str], log: Path) -> None:
    os.setpgid(0, 0)
    die_with_parent(signal.SIGKILL)
    os.environ.clear()
    os.environ.update(environ)
    with log.open("ab") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.chdir(_ROOT)
    set_start_method(None, force=True)  # the usual one, for processes of its own
    runpy.run_module(module, run_name="__main__", alter_sys=True)
