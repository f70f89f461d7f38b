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
        """Send `first` at once, then what `piece` gives until that is None; `close` at the end."""
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
        sending = asyncio.create_task(self._send_pieces(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            sent, _ = await asyncio.gather(sending, leaving, return_exceptions=True)
        if isinstance(sent, Exception):
            raise sent

    async def _send_pieces(self, send: Send) -> None:
        piece: bytes | None = self._first
        try:
            while piece is not None and await _taken(piece, send):
                piece = await self._piece()
        finally:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _taken(piece: bytes, send: Send) -> bool:
    """Send a piece; say whether there was room for it in time."""
    try:
        async with asyncio.timeout(STALLED_S):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except TimeoutError:
        return False
    return True


async def _left(receive: Receive) -> None:
    """Return when the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
