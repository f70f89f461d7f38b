"""A reader of the feed over a socket of its own, who may be cut off anywhere."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import aiohttp
import msgspec
from yarl import URL

from arena.api.routes.feed import EVENTS, NDJSON
from arena.store.feed import Announcement

FORMS = (NDJSON, EVENTS)


class Viewer:
    """Reads the feed in one of its forms; `had` is what has come whole, and it goes on after it."""

    def __init__(self, api_url: str, form: str, since: str = "0", host: str | None = None) -> None:
        """Begin after an id; connect from this address, if one is given."""
        self.had = list[Announcement]()
        self._at = URL(api_url)
        self._form = form
        self._since = since
        self._host = host
        self._writer: asyncio.StreamWriter | None = None

    async def read(
        self, most_bytes: int = 1 << 30, *, on: Callable[[Announcement], None] | None = None
    ) -> None:
        """Read until it ends, or so many bytes have come; then the connection is cut."""
        reader = await self.connect()
        rest = b""
        try:
            await reader.readuntil(b"\r\n\r\n")
            while most_bytes > 0 and (part := await reader.read(min(most_bytes, 1 << 16))):
                most_bytes -= len(part)
                rest = self._take(rest + part, on)
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            self.cut()

    async def connect(self) -> asyncio.StreamReader:
        """Connect and ask; the answer is left to be read. HTTP/1.0 has it come without chunks."""
        since = self.had[-1].id if self.had else self._since
        local = None if self._host is None else (self._host, 0)
        assert self._at.host is not None
        reader, self._writer = await asyncio.open_connection(
            self._at.host, self._at.port, local_addr=local
        )
        head = f"GET /v1/feed?since={since} HTTP/1.0\r\nHost: arena\r\nAccept: {self._form}\r\n\r\n"
        self._writer.write(head.encode())
        return reader

    def cut(self) -> None:
        """Cut the connection, as where a line breaks."""
        if self._writer is not None:
            with suppress(ConnectionError):
                self._writer.transport.abort()

    def _take(self, text: bytes, on: Callable[[Announcement], None] | None) -> bytes:
        """Take in what is whole; give the rest."""
        *whole, rest = text.split(b"\n\n" if self._form == EVENTS else b"\n")
        for each in whole:
            data = each.partition(b"data: ")[2] if self._form == EVENTS else each
            if data:
                self.had.append(msgspec.json.decode(data, type=Announcement))
                if on is not None:
                    on(self.had[-1])
        return rest


async def crowd(session: aiohttp.ClientSession) -> list[aiohttp.ClientResponse]:
    """Open readers until one is refused; give those that were not."""
    readers = list[aiohttp.ClientResponse]()
    while (reader := await session.get("/v1/feed")).status == 200:
        readers.append(reader)
    assert reader.status == 429
    return readers
