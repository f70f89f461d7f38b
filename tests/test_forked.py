"""What is forked is as good as started: its environment, what it prints, and how it ends."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.forked import Forked

FAILING = """
import os, sys
print(dict(os.environ), [name for name in sys.modules if name.startswith(("arena.", "workers"))])
sys.exit("no luck today")
"""
WAITING = "import time; time.sleep(60)"


def forked(name: str, text: str, place: Path) -> Forked:
    """Start a module with this text, and `place` as its log's directory."""
    (place / f"{name}.py").write_text(text)
    return Forked(name, {"WORD": "given"}, place / "log")


def test_a_fork_has_its_own_environment_and_nothing_of_ours_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what a process loads and reads first is tested as well; its code is seen."""
    monkeypatch.syspath_prepend(tmp_path)

    assert forked("failing", FAILING, tmp_path).wait(30) == 1
    said = (tmp_path / "log").read_text()
    assert said == "{'WORD': 'given'} ['arena.store', 'arena.store.lifeline']\nno luck today\n"


def test_a_fork_ends_by_signals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And its end is awaited no longer than one wants."""
    monkeypatch.syspath_prepend(tmp_path)
    process = forked("waiting", WAITING, tmp_path)

    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    process.kill()
    assert process.wait(30) == process.poll() == -signal.SIGKILL
    process.send_signal(signal.SIGTERM)  # nobody is hit
