"""The processes of a scene: its store, and posts that are always filled again.

What may live here: starting, signalling and ending processes. Every one carries `MARK` in its
environment, which work horses inherit, so that none can be overlooked.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from arena.store import embedded
from arena.store.lifeline import die_with_parent

ROOT = Path(__file__).parents[2]
MARK = "ARENA_SCENE"
"""Variable of the environment that holds the directory of the scene."""
START_S = 30.0
STOP_S = 15.0
_TAIL_LINES = 15


class Server:
    """The store as the product embeds it, but to be stopped, killed and started by a test.

    `options` are more of its own, such as `"--appendfsync", "always"`; `prefix` goes before the
    command, `environ` into its environment.
    """

    def __init__(self, data: Path, options: Sequence[str] = ()) -> None:
        self.data = data
        self.options = options
        self.prefix: tuple[str, ...] = ()
        self.environ: Mapping[str, str] = {}
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
        self._process = _popen(
            [*self.prefix, *embedded.command(self.data), *self.options],
            os.environ | self.environ | {MARK: str(self.data.parent)},
            None,
        )
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
        try:
            listed = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        except FileNotFoundError:
            return []
        return [int(text) for text in listed.split()]

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
        return _popen(self._command, self._environ, self._log)


def marked(mark: str) -> list[int]:
    """Give the ids of the living processes of a scene."""
    wanted, found = f"{MARK}={mark}\0".encode(), []
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


def tail(log: Path) -> str:
    """Give the last lines of a log file."""
    if not log.exists():
        return "(no log)"
    return "\n".join(log.read_text(errors="replace").splitlines()[-_TAIL_LINES:])


def _popen(
    command: Sequence[str], environ: Mapping[str, str], log: Path | None
) -> subprocess.Popen[bytes]:
    """Start a process that dies with this one; without a log what it prints is dropped."""
    with (log or Path(os.devnull)).open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=ROOT,
            env=environ,
            process_group=0,
            preexec_fn=partial(die_with_parent, signal.SIGKILL),
        )
