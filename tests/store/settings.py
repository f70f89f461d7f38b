"""The settings of the server, changed for a while."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arena.store.client import Client


@asynccontextmanager
async def changed(client: Client, name: str, value: str) -> AsyncIterator[None]:
    """Have a setting of the server changed for a while."""
    before = (await client.run(list[bytes], "CONFIG", "GET", name))[1]
    await client.run(bytes, "CONFIG", "SET", name, value)
    try:
        yield
    finally:
        await client.run(bytes, "CONFIG", "SET", name, before)
