"""Workers and janitors as processes, over the services and bots of the service tests."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from tests.forked import Forked
from tests.server import loopback, mortal, server_url, store_url
from tests.service.conftest import ada

__all__ = ["ada", "loopback", "mortal", "server_url", "store_url"]

LEASE_MS = 1_500
FOR_EVER_MS = 600_000
"""A lease that does not end while a test runs: what goes on has not waited for it."""


class Start(Protocol):
    """Starts `workers.worker`, `workers.janitor`, or a module of the tests around one."""

    def __call__(self, module: str, lease_ms: int = LEASE_MS) -> Forked:
        """Start it."""
        ...


@pytest.fixture
async def app(store_url: str, tmp_path: Path) -> AsyncIterator[App]:
    """The services, with leases that end soon."""
    settings = Settings(
        redis_url=store_url,
        data=tmp_path,
        allow_networks=("127.0.0.1/32",),
        lease_ms=LEASE_MS,
    )
    async with open_app(settings) as app:
        yield app


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """What the processes print; shown if the test fails."""
    log = tmp_path / "processes.log"
    log.touch()
    yield log
    print(log.read_text())


@pytest.fixture
def start(store_url: str, log: Path) -> Iterator[Start]:
    """Starts processes over the empty store; whatever still runs at the end is killed."""
    environ = os.environ | {
        "ARENA_REDIS_URL": store_url,
        "ARENA_ALLOW_NETWORK": "127.0.0.1/32",
    }
    with ExitStack() as stack:

        def start(module: str, lease_ms: int = LEASE_MS) -> Forked:
            own = environ | {"ARENA_LEASE_MS": str(lease_ms)}
            process = Forked(module, own, log)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        yield start
