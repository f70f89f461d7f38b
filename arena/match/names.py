"""Looking up the names of bots' hosts, each bot's in a thread of its own.

What may live here: the lookup, and what of its answer is taken. An event loop has few threads for
all lookups, and none can be taken back: a bot whose name servers do not answer would make the
others wait for them on their own clocks, and the process at its end.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread

from aiohttp.abc import AbstractResolver, ResolveResult

from arena.match.guard import Guard

BeforeConnect = Callable[[Sequence[str]], Awaitable[None]]
"""Told what is about to be connected to: the addresses that were looked up, and no others."""

_NO_ADDRESS = (socket.EAI_NONAME, socket.EAI_NODATA)
"""What the name servers say of a name without addresses; other errors may be their own."""
_TRIED = 2
"""Addresses of each family that are tried."""


class RefusedError(Exception):
    """No address, or one that the guard does not admit; no OSError, which the library would wrap.

    It is the same for both, or whoever registers bots could find out the names of our network.
    """


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


class GuardedResolver(AbstractResolver):
    """The bot's resolver; one inadmissible address among the answers refuses them all.

    Without networks of the operator's a name is looked up as a whole, never below our own domains.
    """

    def __init__(
        self, guard: Guard, scheme: str, before_connect: BeforeConnect | None = None
    ) -> None:
        self._system = Resolver()
        self._guard = guard
        self._scheme = scheme
        self._before_connect = before_connect

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Give the addresses of a host that may be called; raise RefusedError, or OSError."""
        name = host if self._guard.allowed else f"{host}."
        try:
            found = await self._system.resolve(name, port, family)
        except socket.gaierror as error:
            raise RefusedError if error.errno in _NO_ADDRESS else error from None
        addresses = [ip_address(each["host"]) for each in found]
        if not all(self._guard.admits(each, self._scheme) for each in addresses) or not found:
            raise RefusedError
        tried = _few(found)
        if self._before_connect is not None:
            await self._before_connect([each["host"] for each in tried])
        return tried

    async def close(self) -> None:
        """Wait for nothing."""
        await self._system.close()


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


def _few(found: list[ResolveResult]) -> list[ResolveResult]:
    """Give the first of each family: a name with hundreds would have us knock at hundreds."""
    six = [each for each in found if each["family"] == socket.AF_INET6]
    four = [each for each in found if each["family"] == socket.AF_INET]
    return six[:_TRIED] + four[:_TRIED]
