"""One server process for all tests of a test process, over a store emptied before each of them."""

from collections.abc import AsyncIterator, Iterator
from urllib.request import urlopen

import aiohttp
import msgspec
import pytest

from arena.app import App
from tests.api.client import Api, Document
from tests.api.process import running
from tests.loopback import SKY_5, Loopback
from tests.server import app, server_url, store_url

__all__ = ["app", "server_url", "store_url"]


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
async def loopback() -> AsyncIterator[Loopback]:
    """Starts bots."""
    async with Loopback(info=SKY_5) as loopback:
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
