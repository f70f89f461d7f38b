"""The command line as a function, and as a process."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from tests.cli.command import ARENA, Ran, Run
from tests.cli.service import api_url, service
from tests.server import server_url, store_url

__all__ = ["Ran", "Run", "api_url", "server_url", "service", "store_url"]


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
