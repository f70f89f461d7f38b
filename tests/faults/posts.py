"""The posts of a scene, which are always filled again, and what is left of it.

What may live here: signalling, ending and finding processes. Every one has its log open, which work
horses inherit, so that none can be overlooked.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.forked import Forked
from tests.processes import horses_of, popen, tail
from tests.sizes import FULL_FAULTS
from tests.waiting import until


class Post:
    """A place in the service that is filled: `revive` starts its process again when it has ended.

    That is `prefix... python -m module`, or at the usual size, if there is no prefix, as good as
    that. `codes` are the exit codes of the lives that have ended (negative: the signal). A test may
    set `kept` to False: then it is not filled again.
    """

    def __init__(
        self,
        name: str,
        module: str,
        environ: Mapping[str, str],
        log: Path,
        prefix: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.codes: list[int] = []
        self.kept = True
        self._module = module
        self._environ = environ
        self._log = log
        self._prefix = prefix
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
            self.codes.append(self._process.wait())
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

    def _start(self) -> subprocess.Popen[bytes] | Forked:
        if not self._prefix and not FULL_FAULTS:
            return Forked(self._module, self._environ, self._log)
        command = (*self._prefix, sys.executable, "-m", self._module)
        return popen(command, self._environ, self._log)


def marked(scene: Path) -> list[int]:
    """Give the ids of the living processes, but for this one, that have a file of a scene open."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    inside = f"{scene}/"
    return [
        pid
        for pid in pids
        if pid != os.getpid() and any(name.startswith(inside) for name in _files(pid))
    ]


def _files(pid: int) -> Iterator[str]:
    directory = Path(f"/proc/{pid}/fd")
    with suppress(OSError):  # it has ended meanwhile, or is not ours
        for name in os.listdir(directory):
            with suppress(FileNotFoundError):  # closed meanwhile
                yield os.readlink(directory / name)


def open_files() -> int:
    """Give how many file descriptors this process has."""
    return len(os.listdir("/proc/self/fd"))


def signal_to(pid: int, kind: signal.Signals) -> None:
    """Send a signal to a process, which may have ended."""
    try:
        os.kill(pid, kind)
    except ProcessLookupError:
        return


async def gone(pids: Sequence[int]) -> None:
    """Wait until the system has ended processes that were killed."""

    async def all_gone() -> bool:
        return not any(_exists(pid) for pid in pids)

    await until(all_gone, f"{pids} are not gone")


def _exists(pid: int) -> bool:
    """Whether there is such a process, other than one that only waits to be collected."""
    return Path(f"/proc/{pid}/exe").exists()
