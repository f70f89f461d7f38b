"""An answer in pieces ends by itself, with its reader, when he stalls, or by an error of ours."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest
from litestar.types import HTTPDisconnectEvent, HTTPScope, Message

from arena.api import streaming
from arena.api.streaming import Streamed

SCOPE = cast(HTTPScope, {"type": "http"})


class Reader:
    """The other side: takes so many messages, goes after so many; notes what it was sent."""

    def __init__(self, takes: int = 1_000, stays: int = 1_000) -> None:
        self.sent: list[Message] = []
        self.closed = False
        self._takes = takes
        self._stays = stays
        self._gone = asyncio.Event()

    async def receive(self) -> HTTPDisconnectEvent:
        """Give the end of the request, then that the reader is gone."""
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Take a message, or wait for ever."""
        if len(self.sent) >= self._takes and message.get("more_body"):
            await asyncio.Event().wait()
        self.sent.append(message)
        if len(self.sent) >= self._stays:
            self._gone.set()

    def close(self) -> None:
        """Note that the answer has let go of what it needed."""
        self.closed = True

    async def read(self, pieces: Iterator[bytes | None]) -> list[object]:
        """Have an answer of these pieces sent; give what came, without its end."""

        async def piece() -> bytes | None:
            await asyncio.sleep(0)
            return None if self.closed else next(pieces)

        await Streamed(b"first", piece, self.close, "text/plain", {})(
            SCOPE, self.receive, self.send
        )
        start, *bodies, end = self.sent
        assert start["type"] == "http.response.start"
        assert end == {"type": "http.response.body", "body": b"", "more_body": False}
        return [each.get("body") for each in bodies]


def endless() -> Iterator[bytes]:
    """Give pieces for ever."""
    while True:
        yield b"x"


async def test_it_ends_with_its_last_piece() -> None:
    """And lets go of what it needed."""
    reader = Reader()

    assert await reader.read(iter([b"a", b"b", None])) == [b"first", b"a", b"b"]
    assert reader.closed


async def test_it_ends_when_the_reader_goes() -> None:
    """Although there would be more."""
    reader = Reader(stays=4)

    assert set(await reader.read(endless())) == {b"first", b"x"}
    assert reader.closed


async def test_it_ends_when_the_reader_takes_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, with whole pieces, and although he is still there."""
    monkeypatch.setattr(streaming, "STALLED_S", 0.05)
    reader = Reader(takes=4)

    assert await reader.read(endless()) == [b"first", b"x", b"x"]
    assert reader.closed


async def test_an_error_of_ours_is_not_swallowed() -> None:
    """It is raised, to be logged, and nothing is held on to."""

    reader = Reader()
    with pytest.raises(ZeroDivisionError):
        await reader.read(b"%d" % (1 // (3 - number)) for number in range(9))
    assert reader.closed
