"""A bare ASGI callable that reads a board and gives it as JSON: what the API is compared with.

`python -m tests.bench.bare_board PORT REDIS_URL`; the path of a request is the name of the board's
key. It has the server, the client library and the encoder of the arena, and nothing else.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import msgspec
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from redis.asyncio import Redis

from arena.store.connection import connect

Message = Mapping[str, object]
Send = Callable[[Message], Awaitable[None]]


class Row(msgspec.Struct):
    """A line of the board."""

    bot: str
    rating: int


class Bare:
    """The callable; a client of the store is made when the first request comes."""

    def __init__(self, redis_url: str) -> None:
        """Read from this store."""
        self._url = redis_url
        self._redis: Redis | None = None

    async def __call__(self, scope: Mapping[str, str], _receive: object, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        redis = self._redis = self._redis or connect(self._url, None)
        key = scope["path"].removeprefix("/")
        flat = msgspec.convert(
            await redis.execute_command("ZRANGE", key, 0, -1, "REV", "WITHSCORES"),  # type: ignore[no-untyped-call]
            list[bytes],
        )
        pairs = zip(flat[::2], flat[1::2], strict=True)
        body = msgspec.json.encode([Row(bot.decode(), int(rating)) for bot, rating in pairs])
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def main() -> None:
    """Serve until stopped."""
    port, redis_url = sys.argv[1:]
    server = Granian(
        "bare",
        address="127.0.0.1",
        port=int(port),
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels.error,
    )
    server.serve(target_loader=partial(Bare, redis_url), wrap_loader=False)


if __name__ == "__main__":
    main()
