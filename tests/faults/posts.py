"""The posts of a scene, which are always filled again, and what is left of it.

What may live here: signalling, ending and finding processes. Every one carries `SCENE` in its
environment, which work horses inherit, so that none can be overlooked.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.processes import horses_of, popen, tail

SCENE = "ARENA_SCENE"
"""Variable of the environment that holds the directory of the scene."""


class Post:
    """A place in the service that is filled: `revive` starts its process again when it has ended.

    `codes` are the exit codes of the lives that have ended (negative: the signal). A test may set
    `kept` to False: then it is not filled again.
    """

    PYTHON = (sys.executable, "-m")

    def __init__(
        self, name: str, command: Sequence[str], environ: Mapping[str, str], log: Path
    ) -> None:
        self.name = name
        self.codes: list[int] = []
        self.kept = True
        self._command = command
        self._environ = environ
        self._log = log
        self._process = self._start()

    @property
    def pid(self) -> int:
        """The process that fills it now."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether that process has ended."""
        return self._process.poll() is not None

    def send(self, kind: signal.Signals) -> None:
        """Send its process a signal: SIGKILL, SIGSTOP, SIGCONT, SIGTERM ..."""
        self._process.send_signal(kind)

    def horses(self) -> list[int]:
        """Give the ids of its work horses: none or one."""
        return horses_of(self.pid)

    def revive(self) -> None:
        """If its process has ended, start it again."""
        if self.ended and self.kept:
            self.codes.append(self._process.returncode)
            self._process = self._start()

    def end(self, deadline: float) -> bool:
        """Wait for its end until `deadline` (monotonic seconds); kill it and give False if late."""
        try:
            self._process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            return False
        return True

    def log(self) -> str:
        """Give the last lines of its output."""
        return tail(self._log)

    def _start(self) -> subprocess.Popen[bytes]:
        return popen(self._command, self._environ, self._log)


def marked(scene: str) -> list[int]:
    """Give the ids of the living processes of a scene."""
    wanted, found = f"{SCENE}={scene}\0".encode(), []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            environ = (entry / "environ").read_bytes()
        except OSError:  # it has ended meanwhile, or is not ours
            continue
        if wanted in environ + b"\0":
            found.append(int(entry.name))
    return found


def open_files() -> int:
    """Give how many file descriptors this process has."""
    return len(os.listdir("/proc/self/fd"))


def signal_to(pid: int, kind: signal.Signals) -> None:
    """Send a signal to a process, which may have ended."""
    try:
        os.kill(pid, kind)
    except ProcessLookupError:
        return
