"""Workers and janitors as processes, over the services and bots of the service tests."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.app import App, Settings, open_app
from tests.server import loopback, server_url, store_url
from tests.service.conftest import ada

__all__ = ["ada", "loopback", "server_url", "store_url"]

LEASE_MS = 1_500

Start = Callable[[str], subprocess.Popen[bytes]]


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
def start(store_url: str) -> Iterator[Start]:
    """Starts `workers.worker` or `workers.janitor`; whatever still runs at the end is killed."""
    environ = os.environ | {
        "ARENA_REDIS_URL": store_url,
        "ARENA_ALLOW_NETWORK": "127.0.0.1/32",
        "ARENA_LEASE_MS": str(LEASE_MS),
    }
    with ExitStack() as stack:

        def start(module: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", module]
            process = stack.enter_context(subprocess.Popen(command, env=environ))
            stack.callback(process.kill)
            return process

        yield start
