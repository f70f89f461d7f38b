"""A place where nobody may come: it listens, says nothing, and counts who connects."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Trap:
    """What has come to a port of this machine."""

    connections = 0

    def __init__(self, port: int) -> None:
        """Begin with nobody seen."""
        self.port = port


@asynccontextmanager
async def trap(address: str = "::", port: int = 0) -> AsyncIterator[Trap]:
    """Listen at an address of this machine; by default at all, of both families."""

    async def count(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.connections += 1
        writer.close()

    six = ":" in address
    listening = socket.create_server(
        (address, port),
        family=socket.AF_INET6 if six else socket.AF_INET,
        dualstack_ipv6=six,
    )
    seen = Trap(listening.getsockname()[1])
    server = await asyncio.start_server(count, sock=listening)
    try:
        yield seen
    finally:
        server.close()
