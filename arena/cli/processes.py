"""Child processes: started in groups of their own, watched, and ended whatever happens.

What may live here: everything about processes and signals. A child's output goes to a log file,
whose end is shown when the child fails; without one it goes where ours goes.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from arena.cli.failures import AwayError, InputError
from arena.store.lifeline import die_with_parent

T = TypeVar("T")

LOOPBACK = "127.0.0.1"
GRACE_S = 10.0
"""Time that children have to end by themselves before they are killed."""
AGAIN_S = 1.0
"""Time that a coroutine has to clean up after Ctrl-C before it is cancelled again."""
SHORT_S = 5.0
"""A life shorter than this is a failure of the child, which starting it again may not mend."""
MOST_SHORT_LIVES = 3
"""After so many of them in a row a child is not started again."""
_TAIL_LINES = 15


class Child:
    """One process of ours, `python -m arguments...`, after so many short lives in a row."""

    def __init__(
        self,
        name: str,
        arguments: tuple[str, ...],
        process: subprocess.Popen[bytes],
        log: Path | None,
        short_lives: int,
    ) -> None:
        """Watch a process that has been started."""
        self.name = name
        self.arguments = arguments
        self._process = process
        self._log = log
        self._short_lives = short_lives
        self._since = time.monotonic()

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    @property
    def short_lives(self) -> int:
        """The short lives in a row until now, this one counted if it ended now."""
        return self._short_lives + 1 if time.monotonic() - self._since < SHORT_S else 0

    def check(self) -> None:
        """Raise AwayError, with the end of its output, if the process has ended."""
        if self.ended:
            raise AwayError(
                f"{self.name} ended by itself, with code {self._process.returncode}:\n{self.tail()}"
            )

    def tail(self) -> str:
        """Give the last lines of its log file."""
        if self._log is None:
            return ""
        lines = self._log.read_text(errors="replace").splitlines()
        return "\n".join(lines[-_TAIL_LINES:])

    def ask_to_end(self) -> None:
        """Ask it to end."""
        if self._process.poll() is None:
            self._process.terminate()

    def end(self, deadline: float) -> None:
        """Wait for its end until `deadline` (monotonic seconds), then kill its whole group."""
        try:
            self._process.wait(max(deadline - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class Children:
    """The processes of one command; leaving its `with` ends all of them."""

    def __init__(self, environ: Mapping[str, str], logs: Path | None = None) -> None:
        """Add `environ` to their environment; keep their output in the directory `logs`."""
        self._environ = {**os.environ, **environ}
        self._logs = logs
        self._all: list[Child] = []

    def __enter__(self) -> "Children":
        if self._logs is not None:
            self._logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def start(self, name: str, *arguments: str) -> Child:
        """Start `python -m arguments...` from the main thread, to which its life is tied."""
        child = self._spawn(name, arguments, 0)
        self._all.append(child)
        return child

    def revive(self) -> list[str]:
        """Start again those that have ended; give their names.

        Raises AwayError, with the end of its output, where one ends soon again and again.
        """
        revived = []
        for place, child in enumerate(self._all):
            if not child.ended:
                continue
            if child.short_lives >= MOST_SHORT_LIVES:
                child.check()
            self._all[place] = self._spawn(child.name, child.arguments, child.short_lives)
            revived.append(child.name)
        return revived

    def _spawn(self, name: str, arguments: tuple[str, ...], short_lives: int) -> Child:
        log = None if self._logs is None else self._logs / f"{name}.log"
        with ExitStack() as opened:
            output = None if log is None else opened.enter_context(log.open("ab"))
            process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self._environ,
                process_group=0,
                preexec_fn=lambda: die_with_parent(signal.SIGTERM),
            )
        return Child(name, arguments, process, log, short_lives)

    def check(self) -> None:
        """Raise AwayError if one of them has ended."""
        for child in self._all:
            child.check()

    def tail(self, name: str) -> str:
        """Give the last lines of the log file of the child of this name."""
        return next(child.tail() for child in self._all if child.name == name)

    def end(self) -> None:
        """End all of them: those asked to end get `GRACE_S` seconds together."""
        with _undisturbed():
            for child in self._all:
                child.ask_to_end()
            deadline = time.monotonic() + GRACE_S
            for child in self._all:
                child.end(deadline)
            self._all.clear()


def free_ports(count: int) -> list[int]:
    """Give as many different TCP ports of loopback that nobody listens on."""
    with ExitStack() as opened:
        probes = [opened.enter_context(socket.create_server((LOOPBACK, 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]


def check_free(host: str, port: int) -> None:
    """Raise InputError unless we can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family):
            pass
    except OSError as error:
        raise InputError(
            f"--port: expected one that is free on {host}, got {port}: {error.strerror}"
        ) from error


def end_as_by_ctrl_c() -> None:
    """Let SIGTERM and a closed terminal end this process as Ctrl-C does, by way of all clean-up.

    Ctrl-C works also where a shell has started us with it ignored; `nohup` still holds.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for kind in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(kind) is not signal.SIG_IGN:
            signal.signal(kind, lambda *_: signal.raise_signal(signal.SIGINT))


def run(main: Coroutine[object, None, T]) -> T:
    """Run a coroutine to its end; Ctrl-C cancels it and raises KeyboardInterrupt, twice at once.

    It is cancelled again until it has ended: `asyncio.run` does so once, and Python 3.11 drops a
    cancellation that meets the answer to a call with a timeout.
    """
    interrupted = False

    async def interruptible() -> T:
        task, loop = asyncio.ensure_future(main), asyncio.get_running_loop()

        def cancel() -> None:
            task.cancel()
            loop.call_later(AGAIN_S, cancel)

        def interrupt(*_: object) -> None:
            nonlocal interrupted
            if interrupted:
                raise KeyboardInterrupt
            interrupted = True
            loop.call_soon_threadsafe(cancel)

        signal.signal(signal.SIGINT, interrupt)
        return await task

    before = signal.getsignal(signal.SIGINT)
    try:
        result = asyncio.run(interruptible())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted:
        raise KeyboardInterrupt
    return result


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore a second Ctrl-C, so that ending the children cannot be cut short."""
    before = {kind: signal.signal(kind, signal.SIG_IGN) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
