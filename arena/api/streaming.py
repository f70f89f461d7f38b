"""Answers that are sent piece by piece for as long as there is something to tell.

What may live here: how such an answer ends: by itself, with its reader, or without.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

STALLED_S = 30.0
"""How long a piece may wait for a reader to take those before it; then he is dropped."""


class Streamed(ASGIResponse):
    """An answer in pieces. It ends with the last piece, when the reader goes, or when he stalls.

    A piece is asked for when those before it are on their way, so what is kept for a reader who
    reads nothing is a few pieces and the buffers of his connection.
    """

    _should_set_content_length = False

    def __init__(
        self,
        first: bytes,
        piece: Callable[[], Awaitable[bytes | None]],
        close: Callable[[], None],
        media_type: str,
        headers: Mapping[str, str],
    ) -> None:
        """Send `first` at once, then what `piece` gives until that is None.

        After `close`, which may be called again, that must be soon: nothing is cancelled, since a
        command on its way to the store would not always notice.
        """
        super().__init__(media_type=media_type, headers=dict(headers))
        self._first = first
        self._piece = piece
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._close()

    async def send_body(self, send: Send, receive: Receive) -> None:
        """Send the pieces as long as the reader is there."""
        watching = asyncio.create_task(self._watch(receive))
        piece: bytes | None = self._first
        try:
            while piece is not None and await _taken(piece, send):
                piece = await self._piece()
        finally:
            watching.cancel()
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _watch(self, receive: Receive) -> None:
        """Wait until the reader goes; then there is no more to send."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._close()


async def _taken(piece: bytes, send: Send) -> bool:
    """Send a piece; say whether there was room for it in time."""
    try:
        async with asyncio.timeout(STALLED_S):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except TimeoutError:
        return False
    return True
