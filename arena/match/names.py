"""Looking up the names of bots' hosts, each bot's in a thread of its own.

What may live here: the lookup; which addresses may be called is the guard's. An event loop has few
threads for all lookups, and none can be taken back: a bot whose name servers do not answer would
make the others wait for them on their own clocks, and the process at its end.
"""

import asyncio
import socket
from contextlib import suppress
from threading import Thread

from aiohttp.abc import AbstractResolver, ResolveResult


class Resolver(AbstractResolver):
    """The system's lookup for one bot: one at a time, shared by all who ask meanwhile."""

    def __init__(self) -> None:
        """Stand ready."""
        self._under_way: asyncio.Future[list[ResolveResult]] | None = None

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Give the addresses of a host, always the same one; raise OSError if it has none."""
        if self._under_way is None:
            self._under_way = self._begin(host, port, family)
        return await asyncio.shield(self._under_way)

    async def close(self) -> None:
        """Wait for nothing: a lookup that is under way ends by itself, or with the process."""

    def _begin(
        self, host: str, port: int, family: socket.AddressFamily
    ) -> asyncio.Future[list[ResolveResult]]:
        loop = asyncio.get_running_loop()
        lookup: asyncio.Future[list[ResolveResult]] = loop.create_future()

        def settle(found: list[ResolveResult] | Exception) -> None:
            self._under_way = None
            if isinstance(found, Exception):
                lookup.set_exception(found)
            else:
                lookup.set_result(found)

        def look_up() -> None:
            found = _look_up(host, port, family)
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(settle, found)

        Thread(target=look_up, name="lookup", daemon=True).start()
        return lookup


def _look_up(host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult] | Exception:
    """Give the addresses, or what went wrong: nobody waits for the thread itself."""
    numeric = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    try:
        infos = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
        return [
            ResolveResult(
                hostname=host, host=str(address[0]), port=port, family=kind, proto=proto,
                flags=numeric,
            )
            for kind, _, proto, _, address in infos
        ]  # fmt: skip
    except Exception as error:
        return error
