"""Settings and wiring, once: reads the environment, opens the store, builds the services.

What may live here: how the parts are put together. Every entrance (API, CLI, workers) calls
`open_app` and nothing below it reads the environment.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.service.boards import Boards
from arena.service.bots import Bots
from arena.service.owners import Owners
from arena.service.rebuild import Audit
from arena.service.tournaments import Tournaments


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the environment says.

    `redis_url` (ARENA_REDIS_URL) is the store, by default the embedded server's socket in `data`
    (ARENA_DATA, default `data`); `allow_networks` (ARENA_ALLOW_NETWORK, comma separated) are the
    networks to which bots may be called although they are not public.
    """

    redis_url: str
    data: Path
    allow_networks: tuple[str, ...] = ()

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        """Read the settings; raise SettingsError naming a variable that cannot be used."""
        raise NotImplementedError


class SettingsError(ValueError):
    """A variable of the environment that cannot be used; the message names it."""


@dataclass(frozen=True)
class App:
    """The services, ready for use."""

    settings: Settings
    owners: Owners
    bots: Bots
    tournaments: Tournaments
    boards: Boards
    audit: Audit


@asynccontextmanager
async def open_app(settings: Settings) -> AsyncIterator[App]:
    """Open the store and build the services; close what was opened at the end.

    Raises `arena.store.client.StoreAway` or `StoreUnfit` with a message that says what to do.
    """
    raise NotImplementedError
    yield
