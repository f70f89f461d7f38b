"""Which store this is: an emptied one is refused, whoever notices it and whenever."""

from pathlib import Path

import msgspec
import pytest
from redis import Redis

from arena.store import embedded, keys
from arena.store.client import OLDEST, VERSION, Epoch, open_client
from arena.store.epoch import found
from arena.store.errors import StoreUnfit
from tests.mortal import Server


def test_a_store_is_founded_once(mortal: Server, tmp_path: Path) -> None:
    """Another directory that knows of none takes it as it is, and knows it from then on."""
    with Redis.from_url(mortal.url) as redis:
        redis.delete(keys.EPOCH)
    assert found(mortal.url, tmp_path / "a")
    assert not found(mortal.url, tmp_path / "a")
    assert not found(mortal.url, tmp_path / "b")
    assert (tmp_path / "a/epoch").read_text() == (tmp_path / "b/epoch").read_text()


def test_what_a_directory_remembers_is_not_written_again(store_url: str, tmp_path: Path) -> None:
    """A full disk, or a kill just then, would make it forget which store is its own."""
    found(store_url, tmp_path)
    before = (tmp_path / "epoch").stat()
    found(store_url, tmp_path)
    after = (tmp_path / "epoch").stat()

    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in tmp_path.iterdir()] == ["epoch"]


def test_an_emptied_store_is_not_founded_again(store_url: str, tmp_path: Path) -> None:
    """The data directory remembers; it says what to restore, and what to delete to begin anew."""
    found(store_url, tmp_path)
    with Redis.from_url(store_url) as redis:
        epoch = redis.getdel(keys.EPOCH)
        try:
            with pytest.raises(StoreUnfit, match=r"is empty.*restore.*delete .*epoch"):
                found(store_url, tmp_path)
            assert not redis.exists(keys.EPOCH)
        finally:
            redis.set(keys.EPOCH, epoch or b"")


@pytest.mark.parametrize("kept", [b"0" * 32, b"", b"\xff"])
def test_another_store_is_not_taken_for_ours(store_url: str, tmp_path: Path, kept: bytes) -> None:
    """Its tournaments are not those that this directory's processes began."""
    (tmp_path / "epoch").write_bytes(kept)
    with pytest.raises(StoreUnfit, match="is another one"):
        found(store_url, tmp_path)


async def test_a_store_without_an_epoch_is_not_opened(store_url: str) -> None:
    """It is new, or has lost everything; only an organiser can tell."""
    with Redis.from_url(store_url) as redis:
        epoch = redis.getdel(keys.EPOCH)
        try:
            with pytest.raises(StoreUnfit, match=r"empty.*`arena init`"):
                async with open_client(store_url):
                    pass
        finally:
            redis.set(keys.EPOCH, epoch or b"")


@pytest.mark.parametrize(("version", "said"), [(VERSION + 1, "newer"), (OLDEST - 1, "older")])
async def test_a_store_of_another_release_is_not_opened(
    store_url: str, version: int, said: str
) -> None:
    """Its records could mean what this release does not know, or be what it does not read."""
    with Redis.from_url(store_url) as redis:
        kept = redis.get(keys.EPOCH)
        assert isinstance(kept, bytes)
        epoch = msgspec.msgpack.decode(kept, type=Epoch)
        try:
            redis.set(keys.EPOCH, msgspec.msgpack.encode(Epoch(epoch.id, version)))
            with pytest.raises(StoreUnfit, match=f"{said} release"):
                async with open_client(store_url):
                    pass
        finally:
            redis.set(keys.EPOCH, kept)


async def test_what_is_no_epoch_is_not_taken_for_one(store_url: str, tmp_path: Path) -> None:
    """Somebody else's server may have anything under that name."""
    with Redis.from_url(store_url) as redis:
        kept = redis.getset(keys.EPOCH, b"\xc1")
        try:
            with pytest.raises(StoreUnfit, match="none of ours"):
                async with open_client(store_url):
                    pass
            with pytest.raises(StoreUnfit, match="none of ours"):
                found(store_url, tmp_path)
        finally:
            redis.set(keys.EPOCH, kept or b"")


async def test_a_store_that_is_emptied_under_us_is_noticed(store_url: str) -> None:
    """By whoever asks, and by every new connection before its first command."""
    async with open_client(store_url) as client:
        with Redis.from_url(store_url) as redis:
            epoch = redis.getdel(keys.EPOCH)
            try:
                with pytest.raises(StoreUnfit, match="empty or not the one it was"):
                    await client.check()
                redis.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
                with pytest.raises(StoreUnfit, match="empty or not the one it was"):
                    await client.run(bytes, "PING")
            finally:
                redis.set(keys.EPOCH, epoch or b"")
        await client.check()


def test_a_directory_whose_file_was_lost_is_not_served(tmp_path: Path) -> None:
    """The embedded server would come up empty under tournaments that were running."""
    with embedded.serve(tmp_path):
        pass
    for part in (tmp_path / "appendonlydir").iterdir():
        part.unlink()

    with pytest.raises(StoreUnfit, match="is empty"), embedded.serve(tmp_path):
        pass
