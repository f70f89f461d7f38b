"""One server process for all tests of a test process, over a store emptied before each of them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.request import urlopen

import aiohttp
import msgspec
import pytest

from arena.app import App, Settings, open_app
from tests.api.client import Api, Document
from tests.api.process import running
from tests.loopback import Loopback
from tests.server import server_url, store_url

__all__ = ["server_url", "store_url"]


@pytest.fixture(scope="session")
def api_url(server_url: str) -> Iterator[str]:
    """Where the API is."""
    with running(server_url) as (_, url):
        yield url


@pytest.fixture(scope="session")
def document(api_url: str) -> Document:
    """The OpenAPI document as it is served."""
    with urlopen(f"{api_url}/schema") as response:
        return msgspec.json.decode(response.read(), type=Document)


@pytest.fixture
async def api(
    api_url: str,
    store_url: str,  # noqa: ARG001 (it empties the store)
    document: Document,
) -> AsyncIterator[Api]:
    """A client of the API, whose store is empty."""
    async with aiohttp.ClientSession(api_url) as session:
        yield Api(session, document)


@pytest.fixture
async def app(store_url: str, tmp_path: Path) -> AsyncIterator[App]:
    """The services over the same store: tokens are made and sets are played here."""
    settings = Settings(redis_url=store_url, data=tmp_path, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app:
        yield app


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """Starts bots."""
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
async def ada(app: App) -> str:
    """The token of somebody who organises and takes part."""
    return (await app.owners.create("Ada", ("organiser", "contestant")))[1]


@pytest.fixture
async def bob(app: App) -> str:
    """The token of somebody who takes part."""
    return (await app.owners.create("Bob", ("contestant",)))[1]


@pytest.fixture
async def eve(app: App) -> str:
    """The token of somebody who may look on."""
    return (await app.owners.create("Eve", ("viewer",)))[1]
