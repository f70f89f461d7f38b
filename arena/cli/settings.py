"""Where the store is: from the environment, or from an option that stands for a variable of it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

import typer

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.cli.failures import AwayError
from arena.store.embedded import socket_url
from arena.store.errors import StoreAway

Data = Annotated[
    Path,
    typer.Option(
        metavar="DIR",
        envvar="ARENA_DATA",
        help="Directory of the store that `arena up` runs; ARENA_REDIS_URL selects another store.",
    ),
]
AllowNetwork = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NETWORK",
        help="A network such as 127.0.0.1/32 in which bots may be called although it is not "
        "public, and without https. May be repeated.",
    ),
]
DATA = Path("data")


def read_settings(data: Path, allow_network: list[str] | None = None) -> Settings:
    """Give the settings of the environment with these in their place; raise SettingsError."""
    environ = {**os.environ, "ARENA_DATA": str(data)}
    if allow_network is not None:
        environ["ARENA_ALLOW_NETWORK"] = ",".join(allow_network)
    return Settings.read(environ)


def is_embedded(settings: Settings) -> bool:
    """Say whether the store is the one that `arena up` runs in the data directory."""
    return settings.redis_url == socket_url(settings.data)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[App]:
    """Open the services on a store that runs; raise AwayError, saying what to do, if none does."""
    try:
        async with open_app(settings) as app:
            yield app
    except StoreAway as error:
        raise AwayError(
            f"{error}\nIs `arena up` running, with this directory (--data)?"
            " Or, if another store is meant: is ARENA_REDIS_URL right?"
        ) from error


async def try_store(settings: Settings) -> None:
    """Raise AwayError or StoreUnfit if there is no store fit for use."""
    async with open_services(settings):
        pass
