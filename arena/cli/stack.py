"""The whole service as processes: a store, the API, workers and a janitor.

What may live here: what `up` and `demo` start, and how it is told when it is ready.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import aiohttp
from yarl import URL

from arena.app.settings import Settings
from arena.cli.failures import AwayError
from arena.cli.processes import Child, Children
from arena.cli.rest import ApiError, Refused
from arena.cli.settings import is_embedded
from arena.store import embedded
from arena.store.epoch import found

API = "arena.server"
WORKER = "workers.worker"
JANITOR = "workers.janitor"

START_S = 60.0
"""Time that a process has to be ready; a slow machine starts a dozen of them at once."""
_POLL_S = 0.05


@dataclass(frozen=True)
class Stack:
    """A running store and the processes around it. `url` is where the API will be.

    `check_store` raises StoreAway if the store is an embedded one that has ended by itself.
    """

    settings: Settings
    url: str
    children: Children
    check_store: Callable[[], None]

    async def start(self, workers: int) -> None:
        """Start API, workers and janitor; return when the API is ready."""
        api = self.children.start("api", API)
        for number in range(1, workers + 1):
            self.children.start(f"worker-{number}", WORKER)
        self.children.start("janitor", JANITOR)
        async with aiohttp.ClientSession() as session:
            await ready(api, session, f"{self.url}/health/ready")


@contextmanager
def stack(settings: Settings, host: str, port: int) -> Iterator[Stack]:
    """Give a store, embedded unless ARENA_REDIS_URL names one; end everything when left.

    Raises StoreAway where there is none, StoreUnfit where it is not ours.
    """
    environ = environment(settings) | {"ARENA_HOST": host, "ARENA_PORT": str(port)}
    url = str(URL.build(scheme="http", host=host, port=port))
    with store(settings) as check, Children(environ, settings.data / "logs") as children:
        try:
            yield Stack(settings, url, children, check)
        except (ApiError, Refused) as error:
            raise AwayError(
                f"{error}\nThe log of the API ends with:\n{children.tail('api')}"
            ) from error


@contextmanager
def store(settings: Settings) -> Iterator[Callable[[], None]]:
    """Run the embedded store, or make a store of the server that the settings name, if empty.

    Gives what raises StoreAway if the embedded one has ended by itself.
    """
    if is_embedded(settings):
        with embedded.serve(settings.data, settings.durability) as running:
            yield running.check
    else:
        found(settings.redis_url, settings.data, settings.durability)
        yield lambda: None


def environment(settings: Settings) -> dict[str, str]:
    """Give the settings as the environment of a process that shall have them."""
    return {
        "ARENA_DATA": str(settings.data),
        "ARENA_REDIS_URL": settings.redis_url,
        "ARENA_ALLOW_NETWORK": ",".join(settings.allow_networks),
        "ARENA_CANARY_URL": settings.canary_url or "",
        "ARENA_LEASE_MS": str(settings.lease_ms),
        "ARENA_DURABILITY": settings.durability,
        "ARENA_REQUESTS_PER_S": str(settings.requests_per_s),
        "ARENA_TRUSTED_PROXIES": ",".join(settings.trusted_proxies),
    }


async def ready(child: Child, session: aiohttp.ClientSession, url: str) -> None:
    """Wait until `url` answers; raise AwayError if the child ends first or takes too long."""
    deadline = time.monotonic() + START_S
    while not await _answers(session, url):
        child.check()
        if time.monotonic() > deadline:
            raise AwayError(f"{child.name} did not answer in {START_S:.0f} s:\n{child.tail()}")
        await asyncio.sleep(_POLL_S)


async def _answers(session: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=2)) as response:
            return response.status == 200
    except (aiohttp.ClientError, TimeoutError):
        return False
