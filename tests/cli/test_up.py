"""`arena up` and `arena worker`: they stay until they are stopped, and then nothing does."""

import os
import signal
import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from arena.cli.processes import free_ports
from tests.cli.command import output_until, running, stop
from tests.cli.conftest import Run
from tests.cli.family import alive, await_child, descendants
from tests.server import server_url, store_url

__all__ = ["server_url", "store_url"]


def test_up_serves_until_ctrl_c_and_goes_on_at_the_next_start(tmp_path: Path, arena: Run) -> None:
    """Ready when it says so; the token is printed once; a second one is kept off the directory.

    The next start may be on another address, also one of IPv6, as ARENA_HOST admits it: it is
    written in brackets in a URL.
    """
    port, other_port = map(str, free_ports(2))
    command = ("up", "--data", tmp_path / "data", "--workers", "1")
    with running(*command, "--port", port) as first:
        printed = output_until(first, "Ctrl-C stops it")
        with urlopen(f"http://127.0.0.1:{port}/health/ready") as answer:
            assert answer.status == 200
        second = arena(*command, "--port", other_port)
        stop(first, signal.SIGINT)
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as probe:
        port_6 = str(probe.getsockname()[1])
    with running(*command, "--host", "::1", "--port", port_6) as again:
        printed_again = output_until(again, "Ctrl-C stops it")
        stop(again, signal.SIGTERM)

    assert f"ready on http://127.0.0.1:{port}" in printed
    assert "organiser's token, shown only now: arena_" in printed
    assert second.code == 3
    assert "another process already runs the store of" in second.err
    assert f"ready on http://[::1]:{port_6} " in printed_again
    assert "token" not in printed_again


def test_up_outlasts_a_worker_that_is_killed_but_not_its_store(tmp_path: Path) -> None:
    """The worker is started again, and others go on with what it played. Without a store nothing
    would be served for ever: all processes are ended, and it says what to look at."""
    command = ("up", "--data", tmp_path, "--port", str(free_ports(1)[0]), "--workers", "1")
    with running(*command) as process:
        output_until(process, "Ctrl-C stops it")
        killed = await_child(process.pid, "workers.worker")
        os.kill(killed, signal.SIGKILL)

        assert "worker-1 has ended by itself" in output_until(process, "started again")
        assert await_child(process.pid, "workers.worker", but=killed) != killed

        family = descendants(process.pid)
        os.kill(await_child(process.pid, "valkey-server"), signal.SIGKILL)
        _, printed = process.communicate()

    assert process.returncode == 3
    assert "the store ended by itself, with code -9" in printed
    assert not [pid for pid in family if alive(pid)]


def test_a_worker_that_never_lasts_ends_the_command(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Starting it again is given up, and the message shows why it ended."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)
    with running("worker") as process:
        killed = 0
        for _ in range(3):
            killed = await_child(process.pid, "workers.worker", but=killed)
            os.kill(killed, signal.SIGKILL)
        _, printed = process.communicate()

    assert process.returncode == 3
    assert "worker-1 ended by itself, with code -9" in printed


def test_a_data_directory_that_is_none_is_refused(arena: Run, tmp_path: Path) -> None:
    """No traceback for a slip of the keyboard."""
    place = tmp_path / "file"
    place.write_text("in the way")

    ran = arena("up", "--data", place, "--port", str(free_ports(1)[0]))

    assert ran.code == 2
    assert f"data: expected a directory that we may write in, got {place}" in ran.err


@pytest.mark.parametrize("command", ["up", "serve"])
def test_a_port_that_is_taken_is_refused(command: str, arena: Run, tmp_path: Path) -> None:
    """Before anything is started."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])

        ran = arena(command, "--data", tmp_path / "data", "--port", port)

    assert ran.code == 2
    assert f"--port: expected one that is free on 127.0.0.1, got {port}" in ran.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("command", "processes"), [(("worker", "--workers", "2"), 2), (("janitor",), 1)]
)
def test_workers_and_a_janitor_stay_until_they_are_stopped(
    command: tuple[str, ...], processes: int, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a store that runs already; SIGTERM, as a supervisor sends it, ends all of them."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)
    with running(*command) as process:
        output_until(process, "Ctrl-C stops")
        assert len(descendants(process.pid)) == processes
        stop(process, signal.SIGTERM)
