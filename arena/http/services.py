"""The services behind the handlers: opened with the server, closed with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State

from arena.app import App, open_app
from arena.app.settings import Settings


@asynccontextmanager
async def opened(settings: Settings, api: Litestar) -> AsyncIterator[None]:
    """Keep the services open for a server; raise StoreAway or StoreUnfit if they cannot be."""
    async with open_app(settings) as app, app.feed.followed(), app.conformance.at_work():
        api.state.services = app
        yield


def services(state: State) -> App:
    """Give the services of the server whose state this is."""
    app: App = state.services
    return app
