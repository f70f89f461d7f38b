"""The services over an empty store, two people, and bots on loopback."""

import socket
from collections.abc import Iterator

import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.service.playing import batch
from tests.server import app, loopback, mortal, server_url, store_url

__all__ = ["app", "loopback", "mortal", "server_url", "store_url"]


@pytest.fixture(autouse=True)
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets are played by whom a test says, however busy the machine is: a batch would leave them to
    other jobs after a few seconds.
    """
    monkeypatch.setattr(batch, "SHARE_S", 600.0)


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
