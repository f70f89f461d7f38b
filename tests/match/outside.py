"""A line to the world outside that tests cut and mend: a canary behind it, and bots."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from bots.kit import Ask
from tests.loopback import by_view


class Line:
    """The line, and the canary's server at `url`. What goes out while it is not `up` is lost.

    The canary answers with any `status`, and with a Date that is `ahead` of this host's clock.
    """

    def __init__(self) -> None:
        self.url = ""
        self.up = True
        self.asked = 0
        self.lost: list[str] = []
        """The ids of asks that no bot has received."""
        self.status = "404 Not Found"
        self.ahead = timedelta()
        self.fields = ""

    async def bot(self, ask: Ask) -> int:
        """A bot behind the line."""
        if not self.up:
            self.lost.append(ask.ask_id)
            await asyncio.Event().wait()
        return by_view(ask)

    def _answer(self) -> bytes:
        date = format_datetime(datetime.now(UTC) + self.ahead, usegmt=True)
        return f"HTTP/1.1 {self.status}\r\nDate: {date}\r\n{self.fields}\r\n".encode()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The canary: one answer a connection."""
        with suppress(OSError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            self.asked += 1
            if self.up:
                writer.write(self._answer())
            await reader.read()
        writer.close()


@asynccontextmanager
async def outside(host: str = "127.0.0.1") -> AsyncIterator[Line]:
    """Give a line that is up; the canary listens on this address of this host."""
    line = Line()
    server = await asyncio.start_server(line.serve, host, 0)
    line.url = f"http://{host}:{server.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        server.close()
