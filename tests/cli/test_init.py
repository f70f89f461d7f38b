"""`arena init`: a store is made once, of a server that is empty, fit, and one's own."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from arena.cli.processes import free_ports
from arena.store import keys
from tests.cli.command import output_until, running, stop
from tests.cli.conftest import Run
from tests.server import server_url, store_url

__all__ = ["server_url", "store_url"]


@pytest.fixture
def empty(store_url: str, monkeypatch: pytest.MonkeyPatch) -> Redis:
    """A server that is no store yet, or has lost all; ARENA_REDIS_URL names it."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)
    redis = Redis.from_url(store_url)
    redis.flushall()
    redis.function_flush("SYNC")
    return redis


@pytest.fixture(autouse=True)
def whole(server_url: str) -> Iterator[None]:
    """Leave the server a store for the tests that follow."""
    with Redis.from_url(server_url) as redis:
        epoch = redis.get(keys.EPOCH)
        yield
        redis.set(keys.EPOCH, epoch or b"")


def test_an_empty_server_becomes_a_store_once(empty: Redis, arena: Run, tmp_path: Path) -> None:
    """Run again, or on another host, it says that there is one; each directory remembers it."""
    first = arena("init", "--data", tmp_path / "a")
    again = arena("init", "--data", tmp_path / "a")
    other_host = arena("init", "--data", tmp_path / "b")

    assert (first.code, again.code, other_host.code) == (0, 0, 0)
    assert "made a store of the server at unix://" in first.out
    assert "is a store already" in again.out
    assert "is a store already" in other_host.out
    assert (tmp_path / "a/epoch").read_text() == (tmp_path / "b/epoch").read_text()
    assert len(empty.function_list()) == 1


def test_a_store_that_was_emptied_is_not_made_anew(
    empty: Redis, arena: Run, tmp_path: Path
) -> None:
    """Tournaments may have been on it; what to restore, or to delete, is said."""
    arena("init", "--data", tmp_path)
    empty.flushall()

    ran = arena("init", "--data", tmp_path)

    assert ran.code == 2
    assert "is empty, not the one" in ran.err
    assert f"delete {tmp_path / 'epoch'}" in ran.err
    assert not empty.exists(keys.EPOCH)


@pytest.mark.usefixtures("empty")
def test_a_store_of_somebody_else_is_refused(arena: Run, tmp_path: Path) -> None:
    """A slip in the address must not mix two contests."""
    arena("init", "--data", tmp_path / "theirs")
    (tmp_path / "epoch").write_text("0" * 32)

    ran = arena("init", "--data", tmp_path)

    assert ran.code == 2
    assert "is another one" in ran.err


def test_an_unfit_server_is_left_as_it_is(empty: Redis, arena: Run, tmp_path: Path) -> None:
    """What it is told would be lost; and once it is fit it is empty still."""
    empty.config_set("maxmemory-policy", "allkeys-lru")
    try:
        ran = arena("init", "--data", tmp_path)
    finally:
        empty.config_set("maxmemory-policy", "noeviction")

    assert ran.code == 2
    assert "set `maxmemory-policy noeviction`" in ran.err
    assert empty.dbsize() == 0


@pytest.mark.parametrize(
    ("url", "code", "message"),
    [
        ("", 2, "ARENA_REDIS_URL: expected the server to make a store of, got none"),
        ("gopher://here", 2, "ARENA_REDIS_URL: expected redis://"),
        ("redis://here?nosuch=1", 2, "ARENA_REDIS_URL: expected redis://"),
        ("unix:///nobody.sock", 3, "nobody.sock does not answer"),
    ],
)
def test_without_a_server_it_says_what_is_wrong(
    url: str, code: int, message: str, arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No address, none that is one, or nobody there."""
    monkeypatch.setenv("ARENA_REDIS_URL", url)

    ran = arena("init", "--data", tmp_path)

    assert ran.code == code
    assert message in ran.err


@pytest.mark.usefixtures("empty")
def test_up_makes_a_store_by_itself(tmp_path: Path) -> None:
    """Of a server of one's own, as of the one in a directory; and greets the organiser."""
    port = str(free_ports(1)[0])
    with running("up", "--data", tmp_path, "--port", port, "--workers", "1") as process:
        printed = output_until(process, "Ctrl-C stops it")
        stop(process, signal.SIGTERM)

    assert "organiser's token, shown only now: arena_" in printed
    assert (tmp_path / "epoch").exists()
