"""The process: says why it cannot start, and ends when it is told to."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.api.process import ending, free_port, running, start


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(server_url: str, sent: signal.Signals) -> None:
    """With code 0, and nothing listens any more."""
    with running(server_url) as (process, url):
        process.send_signal(sent)
        _, errors = process.communicate(timeout=15)

        assert (process.returncode, errors) == (0, b"")
        with pytest.raises(URLError):
            urlopen(f"{url}/health/live")


def test_its_worker_does_not_outlive_it(server_url: str) -> None:
    """Even kill -9 of the process that was started leaves no server behind."""
    with running(server_url) as (process, url):
        process.kill()
        process.wait()
        _await_silence(url)


def test_its_worker_does_not_outlive_it_where_it_is_killed_at_the_start(server_url: str) -> None:
    """A worker that is still loading hears it too, and goes on to serve nothing."""
    process = start({"ARENA_REDIS_URL": server_url, "ARENA_PORT": str(free_port())})
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    _await(lambda: children.read_text() != "", "there is no worker")
    worker = Path(f"/proc/{children.read_text().strip()}")
    process.kill()
    process.wait()

    _await(lambda: not worker.exists() or _is_dead(worker), "the worker lives on")
    process.communicate()


def test_a_setting_that_cannot_be_used_is_named(server_url: str) -> None:
    """Exit code 2, before anything is served."""
    code, errors = ending({"ARENA_REDIS_URL": server_url, "ARENA_PORT": "http"})

    assert code == 2
    assert errors == "ARENA_PORT: expected 1 to 65535, got 'http'\n"


def test_a_port_that_is_taken_is_named(server_url: str, api_url: str) -> None:
    """Another server of ours is no exception: two would share the port and its requests."""
    port = api_url.rpartition(":")[2]
    code, errors = ending({"ARENA_REDIS_URL": server_url, "ARENA_PORT": port})

    assert code == 2
    assert f"got 127.0.0.1 and {port}" in errors


def test_a_store_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Exit code 3."""
    code, errors = ending({"ARENA_DATA": str(tmp_path), "ARENA_PORT": str(free_port())})

    assert code == 3
    assert "store.sock does not answer" in errors


def _is_dead(process: Path) -> bool:
    """Say whether a process has ended that nobody has collected yet."""
    return ") Z " in (process / "stat").read_text()


def _await_silence(url: str) -> None:
    def silent() -> bool:
        try:
            urlopen(f"{url}/health/live", timeout=1).close()
        except OSError:
            return True
        return False

    _await(silent, "the worker still answers")


def _await(condition: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.01)
