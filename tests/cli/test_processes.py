"""Children end when they must, whatever they and their parent do, and show why they failed."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arena.cli import processes
from arena.cli.failures import AwayError
from arena.cli.processes import Child, Children
from tests.cli.family import alive, await_end

WAITING = """
import os, pathlib, sys, time
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
time.sleep(60)
"""
STUBBORN = """
import pathlib, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path(sys.argv[1]).write_text(str(grandchild.pid))
time.sleep(60)
"""
PARENT = """
import sys, time
from arena.cli.processes import Children, end_as_by_ctrl_c
end_as_by_ctrl_c()
with Children({}) as children:
    children.start("child", "waiting", sys.argv[1])
    time.sleep(60)
"""
MODULES = {
    "failing": "raise SystemExit('no luck today')",
    "waiting": WAITING,
    "stubborn": STUBBORN,
    "parent": PARENT,
}


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have some modules that can be started with `python -m`."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)


def pid_in(path: Path) -> int:
    """Give the id that a process writes into a file once it runs."""
    while not path.exists() or not path.read_text():
        time.sleep(0.02)
    return int(path.read_text())


def check_until_it_fails(child: Child) -> None:
    """Look after a child until it fails."""
    while True:
        child.check()
        time.sleep(0.02)


def test_children_end_with_their_context(tmp_path: Path) -> None:
    """The usual case: asked once, they go."""
    with Children({}) as children:
        children.start("waiting", "waiting", str(tmp_path / "pid"))
        pid = pid_in(tmp_path / "pid")
        children.check()

        assert alive(pid)

    assert not alive(pid)


def test_logs_are_for_our_user_alone(tmp_path: Path) -> None:
    """Also where the directory around them is open to all."""
    with Children({}, tmp_path / "logs"):
        assert (tmp_path / "logs").stat().st_mode & 0o077 == 0


def test_a_child_that_does_not_want_to_end_is_killed_with_all_of_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither deafness to signals nor children of its own keep a process here."""
    monkeypatch.setattr(processes, "GRACE_S", 0.1)
    with Children({}) as children:
        children.start("stubborn", "stubborn", str(tmp_path / "pid"))
        grandchild = pid_in(tmp_path / "pid")

    await_end(grandchild)


@pytest.mark.parametrize("then_s", [0.0, 60.0])
def test_an_interrupt_that_a_library_swallows_is_not_lost(
    then_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else Ctrl-C at an unlucky moment does nothing, and a supervisor's SIGTERM neither."""
    monkeypatch.setattr(processes, "AGAIN_S", 0.01)

    async def swallowing() -> None:
        signal.raise_signal(signal.SIGINT)
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(then_s)

    with pytest.raises(KeyboardInterrupt):
        processes.run(swallowing())


def test_a_second_interrupt_ends_what_never_waits() -> None:
    """A bot in this process may loop for ever."""

    async def looping() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it went on")

    with pytest.raises(KeyboardInterrupt):
        processes.run(looping())


def test_what_is_run_gives_its_result_or_error() -> None:
    """As `asyncio.run` does."""

    async def failing() -> None:
        raise ZeroDivisionError

    assert processes.run(asyncio.sleep(0, "done")) == "done"
    with pytest.raises(ZeroDivisionError):
        processes.run(failing())


def test_a_failed_child_is_told_with_the_end_of_its_output(tmp_path: Path) -> None:
    """Nobody has to look for a log file in a directory that is gone by then."""
    with Children({}, tmp_path / "logs") as children:
        child = children.start("api", "failing")
        with pytest.raises(AwayError, match=r"api ended by itself, with code 1:\nno luck today"):
            check_until_it_fails(child)


@pytest.mark.parametrize(
    "kind",
    [
        signal.SIGINT,
        signal.SIGTERM,
        pytest.param(
            signal.SIGKILL,
            marks=pytest.mark.skipif(
                sys.platform != "linux", reason="only Linux tells a child that its parent is gone"
            ),
        ),
    ],
)
def test_children_end_when_their_parent_is_ended(tmp_path: Path, kind: signal.Signals) -> None:
    """Ctrl-C, SIGTERM, and even a kill that leaves no time to clean up."""
    parent = subprocess.Popen(
        [sys.executable, "-m", "parent", tmp_path / "pid"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"},
        stderr=subprocess.DEVNULL,
    )
    child = pid_in(tmp_path / "pid")

    parent.send_signal(kind)
    parent.wait()

    await_end(child)
