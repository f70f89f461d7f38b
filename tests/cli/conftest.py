"""The command line as a function, and as a process."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from arena.cli import main
from tests.cli.command import ARENA


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


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give the command line as a function, run in this process."""

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["arena", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run


@pytest.fixture
def arena_process(tmp_path: Path) -> Run:
    """Give the command line as a function, run in a process of its own in an empty directory."""

    def run(*arguments: str | Path) -> Ran:
        done = subprocess.run(
            [ARENA, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
