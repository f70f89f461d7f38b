"""What is said over a connection at the wrong time or without end, and peers that do not read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from arena.match.connection import BotConnection, BotError
from arena.match.http import BotClient
from arena.match.line import MAX_ANSWER
from arena.match.urls import BotUrl
from arena.protocol.messages import MAX_BODY
from tests.match.asks import LOOPBACK, request
from tests.match.zoo import GOOD, Mode, Writer, reply, says, zoo

LARGE = b" " * 8_000_000
"""A request that no socket's buffers hold."""


async def test_a_flood_while_nothing_is_asked_ends_the_connection() -> None:
    """The bot has answered, another seat thinks: whatever it says now, nobody keeps."""
    ended = asyncio.Event()

    async def flood(writer: Writer) -> None:
        writer.write(reply(GOOD))
        await asyncio.sleep(0.01)
        try:
            while True:
                writer.write(reply(b"") * 100)
                await writer.drain()
        except OSError:
            ended.set()
            raise

    async with zoo(flood=flood) as bots, BotClient(bots.bot("flood"), LOOPBACK) as client:
        first = await client.decide(request("a_0"), 1_000)
        await asyncio.wait_for(ended.wait(), 60)
        second = await client.decide(request("a_1"), 1_000)

        assert bots.connections == 2
    assert (first.choice, second.choice) == (0, 0)


CHUNKS = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\n \r\n" * 1_000
)
"""The beginning of an answer in many small pieces."""


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000 + reply(GOOD),
        CHUNKS + b"%x\r\n%b\r\n0\r\n\r\n" % (len(GOOD), GOOD),
    ],
    ids=["interim", "chunks"],
)
async def test_an_answer_of_very_many_lines_is_not_taken(answer: bytes) -> None:
    """It is far below the limit in bytes, but each line of it takes us as long as an answer."""
    async with zoo(wordy=says(answer)) as bots, BotClient(bots.bot("wordy"), LOOPBACK) as client:
        wordy = await client.decide(request(), 1_000)

    assert wordy.fault == "oversize"


async def test_a_long_body_of_some_lines_is_taken() -> None:
    """Nobody has to write JSON in one line."""
    body = (GOOD + b"\n" * 400).ljust(MAX_BODY)
    async with zoo(lines=says(reply(body))) as bots, BotClient(bots.bot("lines"), LOOPBACK) as bot:
        assert (await bot.decide(request(), 1_000)).choice == 0


@pytest.mark.parametrize("start", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n", reply(GOOD)[:40]])
async def test_an_ask_is_not_sent_again_after_the_first_byte_of_an_answer(start: bytes) -> None:
    """The bot has seen the ask, and begun to answer: that it broke then is its fault."""
    async with zoo(broken=_breaks_later(start)) as bots:
        async with BotClient(bots.bot("broken"), LOOPBACK) as client:
            replies = [await client.decide(request(f"a_{n}"), 1_000) for n in range(2)]

        assert bots.ask_ids == ["a_0", "a_1"]
    assert [each.fault for each in replies] == [None, "connect"]


@pytest.mark.parametrize("answer", [b"", reply(GOOD)], ids=["silent", "hasty"])
async def test_a_server_that_never_reads_holds_no_connection_of_ours(answer: bytes) -> None:
    """Neither after a timeout nor after an answer to an ask that it has not read."""
    kinds = []
    async with (
        asyncio.timeout(5),
        _deaf(answer) as (url, gone),
        BotConnection(url, LOOPBACK, None) as bot,
    ):
        for _ in range(2):
            try:
                await bot.post("/decide", LARGE, "a_1", 200)
            except BotError as fault:
                kinds.append(fault.kind)
        await gone.acquire()
        await gone.acquire()

    assert kinds == ([] if answer else ["timeout", "timeout"])


async def test_an_answer_that_the_limit_cuts_is_not_taken() -> None:
    """Its headers leave room for a good beginning of a body that lasts until the connection."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    filler = b"X: " + b"x" * 8_000 + b"\r\n"
    head += filler * ((MAX_ANSWER - len(head)) // len(filler)) + b"\r\n"

    async def cut(writer: Writer) -> None:
        writer.write(head + GOOD + b" " * MAX_ANSWER)

    async with zoo(cut=cut) as bots, BotClient(bots.bot("cut"), LOOPBACK) as client:
        answer = await client.decide(request(), 1_000)

    assert answer.fault == "oversize"


async def test_a_connection_that_carried_too_long_a_body_is_not_used_again() -> None:
    """Though all of the answer was heard: nothing announced its length."""
    size = MAX_BODY + 1
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
    answer = b"%b\r\n%x\r\n%b\r\n0\r\n\r\n" % (head, size, GOOD.ljust(size))
    async with zoo(long=says(answer)) as bots:
        async with BotClient(bots.bot("long"), LOOPBACK) as client:
            replies = [await client.decide(request(f"a_{n}"), 1_000) for n in range(2)]

        assert bots.connections == 2
    assert [each.fault for each in replies] == ["oversize", "oversize"]


def _breaks_later(start: bytes) -> Mode:
    served: set[Writer] = set()

    async def mode(writer: Writer) -> None:
        if writer not in served:
            served.add(writer)
            writer.write(reply(GOOD))
            return
        writer.write(start)
        await writer.drain()
        await asyncio.sleep(0.01)
        writer.close()

    return mode


@asynccontextmanager
async def _deaf(answer: bytes) -> AsyncIterator[tuple[BotUrl, asyncio.Semaphore]]:
    """Run a server that says something to whoever connects and reads nothing for half a second.

    It counts the connections that then turn out to have ended.
    """
    gone = asyncio.Semaphore(0)

    async def keep(reader: asyncio.StreamReader, writer: Writer) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(0.02)
        writer.write(answer)
        await asyncio.sleep(0.5)
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        heard = 0
        try:
            while piece := await reader.read(65_536):
                heard += len(piece)
        except OSError:
            pass
        assert heard < len(LARGE)
        gone.release()
        writer.close()

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    try:
        yield BotUrl("http", "127.0.0.1", server.sockets[0].getsockname()[1], ""), gone
    finally:
        server.close()
