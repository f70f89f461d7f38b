"""The installed command, what comes of it, and commands that stay until they are stopped."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.cli.family import alive, descendants

ARENA = Path(sys.executable).with_name("arena")
"""The installed command."""


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """A command line that can be called."""

    def __call__(self, *arguments: str | Path) -> Ran:
        """Run it with these arguments."""
        ...


@contextmanager
def running(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Run a command that stays; kill it at the end if a test has failed before stopping it."""
    with subprocess.Popen(
        [ARENA, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def output_until(process: subprocess.Popen[str], words: str) -> str:
    """Give what a process prints up to and with the line that has these words."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if words in line:
            break
    return "".join(lines)


def stop(process: subprocess.Popen[str], kind: signal.Signals) -> None:
    """Stop a process as a person would; it must be the one interrupted, and leave no other."""
    family = descendants(process.pid)
    process.send_signal(kind)
    process.communicate()

    assert process.returncode == 130
    assert family
    assert not [pid for pid in family if alive(pid)]
