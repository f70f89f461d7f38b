"""The services over an empty store, two people, and bots on loopback."""

import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from arena.app import App, Settings, open_app
from arena.service.owners import Identity
from tests.loopback import Loopback
from tests.server import server_url, store_url

__all__ = ["server_url", "store_url"]


@pytest.fixture
async def app(store_url: str, tmp_path: Path) -> AsyncIterator[App]:
    """The services, as an operator has them who allows loopback."""
    settings = Settings(redis_url=store_url, data=tmp_path, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app:
        yield app


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """Starts bots."""
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
async def ada(app: App) -> Identity:
    """Somebody who organises and takes part."""
    _, token = await app.owners.create("Ada", ("organiser", "contestant"))
    return await app.owners.authenticate(token)


@pytest.fixture
async def bob(app: App) -> Identity:
    """Somebody who takes part."""
    _, token = await app.owners.create("Bob", ("contestant",))
    return await app.owners.authenticate(token)


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port that is taken, and where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
