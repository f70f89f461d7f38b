"""The store as the product embeds it, mortal: a test may stop, kill and start it."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.store import embedded
from tests.processes import popen, tail

START_S = 30.0
STOP_S = 15.0
PROMPT = ("--appendfsync", "no")
"""What was acknowledged has left the process. With fsync every second, a write may wait for a slow
disk for two seconds, and is lost with a process that is killed meanwhile."""
EVERY_SECOND = ("--appendfsync", "everysec")
ALWAYS = ("--appendfsync", "always")


class Server:
    """A store over a data directory.

    `options` are more of its own; `prefix` goes before the command, `environ` into its environment.
    """

    def __init__(
        self, data: Path, options: Sequence[str] = PROMPT, environ: Mapping[str, str] | None = None
    ) -> None:
        self.data = data
        self.options = options
        self.prefix: tuple[str, ...] = ()
        self.environ = dict(environ or {})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def path(self) -> Path:
        """The socket that it listens on."""
        return embedded.socket_path(self.data)

    @property
    def url(self) -> str:
        """Its address."""
        return embedded.socket_url(self.data)

    @property
    def pid(self) -> int | None:
        """The process that was started last, if it was started."""
        return None if self._process is None else self._process.pid

    @property
    def ended(self) -> bool:
        """Whether that process has ended."""
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        """Start it, also on what an earlier life left; return when it answers."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        command = [*self.prefix, *embedded.command(self.data), *self.options]
        self._process = popen(command, os.environ | self.environ, None)
        deadline = time.monotonic() + START_S
        while not embedded.answers(self.path):
            assert self._process.poll() is None, f"the store ended: {self.log()}"
            assert time.monotonic() < deadline, f"the store is not ready: {self.log()}"
            time.sleep(0.01)

    def kill(self) -> None:
        """End it as kill -9 does."""
        assert self._process is not None, "the store was never started"
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it as an operator does: what it holds goes to the disk."""
        assert self._process is not None, "the store was never started"
        self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()

    def log(self) -> str:
        """Give the last lines of its log."""
        return tail(self.data / "store.log")
