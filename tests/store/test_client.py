"""The connection: which servers are fit, and what is said when one is not or does not answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from arena.store.client import (
    Client,
    StoreAway,
    StoreError,
    StoreUnfit,
    check_fit,
    open_client,
)

FIT = {"redis_version": "7.2.4", "aof_enabled": "1", "maxmemory_policy": "noeviction"}


@asynccontextmanager
async def changed(client: Client, name: str, value: str) -> AsyncIterator[None]:
    """Have a setting of the server changed for a while."""
    before = (await client.run(list[bytes], "CONFIG", "GET", name))[1]
    await client.run(bytes, "CONFIG", "SET", name, value)
    try:
        yield
    finally:
        await client.run(bytes, "CONFIG", "SET", name, before)


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("appendonly", "no", "appendonly yes"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy noeviction"),
    ],
)
async def test_an_unfit_server_is_refused_with_advice(
    store_url: str, name: str, value: str, advice: str
) -> None:
    """A server that would lose or evict results is not used; the message says what to set."""
    async with open_client(store_url) as client, changed(client, name, value):
        with pytest.raises(StoreUnfit, match=advice):
            async with open_client(store_url):
                pass


@pytest.mark.parametrize("version", ["6.2.14", "5.0.0", "2.8"])
def test_an_old_server_is_refused(version: str) -> None:
    """Before 7.0 there are no function libraries."""
    with pytest.raises(StoreUnfit, match=rf"Redis {version}.*7\.0"):
        check_fit(FIT | {"redis_version": version})


@pytest.mark.parametrize("version", ["7.0.0", "7.4.2", "8.2.1", "10.0.0"])
def test_a_new_server_is_taken(version: str) -> None:
    """From 7.0 on, with two-digit versions too."""
    check_fit(FIT | {"redis_version": version})


async def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The message says where it was sought."""
    url = f"unix://{tmp_path}/nobody.sock"

    with pytest.raises(StoreAway, match=r"nobody\.sock"):
        async with open_client(url):
            pass


async def test_an_address_that_is_none_is_named() -> None:
    """Not a URL of Redis at all."""
    with pytest.raises(StoreAway, match="'gopher://here'"):
        async with open_client("gopher://here"):
            pass


async def test_a_message_never_holds_the_password() -> None:
    """Messages end up in logs."""
    with pytest.raises(StoreAway, match=r"127\.0\.0\.1:1 does not answer") as caught:
        async with open_client("redis://arena:hunter2@127.0.0.1:1"):
            pass
    assert "hunter2" not in str(caught.value)


async def test_a_refused_command_is_our_error(store_url: str) -> None:
    """It is not taken for an absent store."""
    async with open_client(store_url) as client:
        with pytest.raises(StoreError, match="NOSUCH"):
            await client.run(bytes, "NOSUCH")
