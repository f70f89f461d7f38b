"""A bot that costs next to nothing: it chooses the default as soon as a request is complete.

`python -m tests.bench.trivial_bot` serves it on a free port and prints the port.
"""

import asyncio
from typing import cast

import uvloop

CHOICE = b'{"choice":0}'
INFO = b'{"protocol":1,"games":["sky-5","sky-heist"],"max_concurrency":64}'


def answer(body: bytes) -> bytes:
    """Give a complete answer with this body."""
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


CHOOSE, INTRODUCE = answer(CHOICE), answer(INFO)


class TrivialBot(asyncio.Protocol):
    """Reads nothing of a request but its length."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with nothing read."""
        self._transport = cast(asyncio.Transport, transport)
        self._read = b""

    def data_received(self, data: bytes) -> None:
        """Answer every complete request."""
        self._read += data
        while (end := self._read.find(b"\r\n\r\n")) >= 0:
            head = self._read[:end].lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
            if len(self._read) < end + 4 + length:
                return
            self._read = self._read[end + 4 + length :]
            self._transport.write(INTRODUCE if head.startswith(b"get") else CHOOSE)


async def main() -> None:
    """Serve until killed."""
    server = await asyncio.get_running_loop().create_server(TrivialBot, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
