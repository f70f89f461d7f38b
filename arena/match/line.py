"""What is said over one connection to a bot: counted here before the library parses it.

What may live here: everything that must hold for the bytes of a connection, whoever owns it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection
from aiohttp.http import HttpProcessingError, RawResponseMessage

from arena.protocol.messages import MAX_BODY

MAX_ANSWER = 2 * MAX_BODY
"""Bytes heard in answer to one request at most: interim answers, headers, body and its framing."""
LINE = 128
"""Bytes that the end of a line counts beside itself: heads and chunks cost our time, not room, and
an answer of nothing else would take as much of it as fifty honest ones."""
_CUT = f"more than {MAX_ANSWER} bytes in all, {LINE} more for each line"

LINGER_S = 0.05
"""How long the rest of an answer with a bad head is read, for its owner to see. The body mostly
comes with the head or right after it."""

Check = Callable[[RawResponseMessage], None]
"""Raises for the head of an answer that is no good, whatever its body is."""


class Answer:
    """What has come back to a request so far: the status of its head, and of its body."""

    __slots__ = ("body", "status")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.status: int | None = None
        self.body = b""

    async def read(self, content: aiohttp.StreamReader, most: int) -> None:
        """Read on to the end of the body, or until that much of it is there."""
        while not content.at_eof() and len(self.body) < most:
            self.body += await content.readany()


class StaleError(Exception):
    """A connection that had served before broke before the first byte of an answer."""


class OverrunError(Exception):
    """An answer that is too long; says by which limit."""


async def exchange(connection: Connection, request: bytes, check: Check, answer: Answer) -> None:
    """Send a request; have the final answer to it, whose head is checked first, in `answer`.

    What came of one that fails is there too. The connection is given back, and kept only if all of
    the answer was good. Raise StaleError, OverrunError, HttpProcessingError, or what the check or
    the library does.
    """
    parser = connection.protocol
    assert parser is not None
    keep = False
    try:
        line = Line.of(parser)
        try:
            line.begin(request)
            head, content = await parser.read()
            while 100 <= head.code < 200 and head.code != 101:
                head, content = await parser.read()
            line.content = content
            answer.status = head.code
            try:
                check(head)
            except Exception:
                await _linger(content, answer)
                raise
            await answer.read(content, MAX_ANSWER)
        except (aiohttp.ClientError, OSError) as error:
            raise line.reason(error) from None
        keep = line.end(answer.body)
    finally:
        if not keep:
            parser.abort()  # to close would wait for a peer that reads nothing more
        connection.release()


async def _linger(content: aiohttp.StreamReader, answer: Answer) -> None:
    """Read what comes of a body that is no good any more, but not for long."""
    with suppress(aiohttp.ClientError, OSError):
        async with asyncio.timeout(LINGER_S):
            await answer.read(content, MAX_BODY)


class Line(asyncio.Protocol):
    """Stands between a connection and the library's parser, as long as the connection lives.

    A byte while nothing is asked ends the connection, and so does one byte too many in an answer:
    the parser has no limit for either, and makes kilobytes of memory out of a few bytes.
    """

    def __init__(self, parser: ResponseHandler, transport: asyncio.Transport) -> None:
        """Take the connection's place in front of the parser."""
        self._parser = parser
        self._transport = transport
        self._left = 0
        self._served = False
        self.content: aiohttp.StreamReader | None = None
        """What is being read of an answer."""
        transport.set_protocol(self)

    @classmethod
    def of(cls, parser: ResponseHandler) -> "Line":
        """Give the one line of a connection.

        Raise ServerDisconnectedError if it is gone, HttpProcessingError if it has said something
        before it was asked for the first time; later, that ends it.
        """
        transport = parser.transport
        if transport is None:
            raise aiohttp.ServerDisconnectedError
        found = transport.get_protocol()
        if isinstance(found, cls):
            return found
        if parser.should_close:
            raise HttpProcessingError(message="an answer before the request")
        return cls(parser, transport)

    def begin(self, request: bytes) -> None:
        """Write the request, and allow an answer."""
        self._left = MAX_ANSWER
        self._parser.set_response_params(read_until_eof=True, auto_decompress=False)
        self._transport.write(request)

    def reason(self, error: Exception) -> Exception:
        """Give what an error in the midst of an exchange comes down to."""
        if not self._left:
            return OverrunError(_CUT)
        if self._served and self._left == MAX_ANSWER:
            return StaleError()
        return error

    def end(self, body: bytes) -> bool:
        """End the exchange after a whole answer; give whether it was of one request and no more.

        Raise OverrunError where the body is too long, or the limit may have cut it.

        A piece of a further answer may have come with the one that was asked for. The library
        would forget it with its parser, which is a new one for each answer; the parser knows of it,
        and tells when it is given to understand that nothing more will come. Whether the peer
        closes the connection after it is the library's to know.
        """
        if not self._left:
            raise OverrunError(_CUT)
        if len(body) > MAX_BODY:
            raise OverrunError(f"more than {MAX_BODY} bytes")
        self._left, self._served, self.content = 0, True, None
        parser = self._parser._parser
        try:
            if parser is None or parser.feed_eof() is not None:
                return False
        except HttpProcessingError:
            return False
        return not self._transport.get_write_buffer_size()

    def data_received(self, data: bytes) -> None:
        """Pass on what is allowed."""
        left = self._left - len(data) - LINE * data.count(b"\n")
        if left >= 0:
            self._left = left
            self._parser.data_received(data)
            return
        allowed, self._left = data[: self._left], 0
        if allowed:
            self._parser.data_received(allowed)
        self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Wake whoever waits: the library forgets the reader of a body that it cannot parse."""
        reason = self._parser.exception()
        self._parser.connection_lost(error)
        content = self.content
        if content is not None and not content.is_eof() and content.exception() is None:
            content.set_exception(reason or aiohttp.ClientPayloadError())

    def pause_writing(self) -> None:
        """Pass it on."""
        self._parser.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self._parser.resume_writing()
