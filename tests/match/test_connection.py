"""The guarded connection, against servers that mean harm and servers that are merely broken."""

import asyncio
import os
import resource
import time

import pytest

from arena.match.connection import BotError, NoSocketError
from arena.match.http import BotClient, fetch_info
from arena.match.player import Reply
from arena.protocol.messages import BotInfo
from arena.protocol.signing import secret_of
from tests.match.asks import LOOPBACK, request
from tests.match.zoo import MODES, QUIRKS, Mode, Writer, reply, says, zoo

ANSWERED = {mode: kind for mode, (kind, _) in MODES.items() if kind != "illegal"}


async def ask(url: str, count: int = 1, allowance_ms: int = 1_000) -> list[Reply]:
    """Put the same ask some times to one bot."""
    async with BotClient(url, LOOPBACK) as client:
        return [await client.decide(request(f"a_{n}"), allowance_ms) for n in range(count)]


@pytest.mark.parametrize(("mode", "kind"), ANSWERED.items(), ids=ANSWERED)
async def test_every_misbehaviour_is_one_kind_of_fault(mode: str, kind: str) -> None:
    """Also on the second ask, whatever state the first has left the connection in."""
    async with zoo() as bots:
        replies = await ask(bots.bot(mode), 2, 80 if kind == "timeout" else 1_000)

    assert [each.fault for each in replies] == [kind, kind]
    assert all(each.choice is None for each in replies)


@pytest.mark.parametrize("quirk", QUIRKS)
async def test_one_choice_of_an_odd_answer_counts(quirk: str) -> None:
    """Of two answers the first, of two keys the last; nobody speaks for another seat."""
    async with zoo() as bots:
        replies = await ask(bots.bot(quirk), 3)

    assert [(each.choice, each.fault) for each in replies] == [(0, None)] * 3


async def test_a_good_answer_is_taken_on_a_kept_connection() -> None:
    """Two asks, two choices, one connection; the time is known."""
    async with zoo() as bots:
        replies = await ask(bots.bot("well"), 2)

        assert bots.connections == 1
    assert [each.fault for each in replies] == [None, None]
    assert all(each.choice in (0, 1) and 0 <= each.latency_ms < 1_000 for each in replies)


async def test_a_closed_port_is_a_connect_fault(closed_port: int) -> None:
    """Nobody listens there."""
    (refused,) = await ask(f"http://127.0.0.1:{closed_port}")

    assert refused.fault == "connect"


async def test_time_spent_on_a_fault_is_known() -> None:
    """It is drawn from the bank like any other; a timeout has used up all of its allowance."""
    async with zoo() as bots:
        (late,) = await ask(bots.bot("late"), allowance_ms=60)

    assert late.latency_ms == 60


async def test_what_an_owner_is_shown_is_harmless(closed_port: int) -> None:
    """A piece of the answer, escaped and short; no address, and no error of our system."""
    body = b'\x1b[31m<script>"' + b"\xff" * 9_999
    async with zoo(ugly=says(reply(body, "500 X", "text/plain"))) as bots:
        (ugly,) = await ask(bots.bot("ugly"))
    (gone,) = await ask(f"http://127.0.0.1:{closed_port}")

    assert ugly.detail.startswith('status 500: \\x1b[31m<script>"\\ufffd')
    assert ugly.detail.isprintable()
    assert len(ugly.detail) <= 256
    assert "127" not in gone.detail


async def test_a_second_answer_to_one_ask_is_never_read() -> None:
    """Neither where it comes with the first, nor where it comes while nothing is asked."""
    first, second = reply(b'{"choice": 1}'), reply(b'{"choice": 7}')
    had, sent = asyncio.Event(), asyncio.Event()

    async def later(writer: Writer) -> None:
        writer.write(first)
        await had.wait()
        writer.write(second)
        sent.set()

    async with zoo(at_once=says(first + second), later=later) as bots:
        for mode in ("at_once", "later"):
            async with BotClient(bots.bot(mode), LOOPBACK) as client:
                for _ in range(4):
                    had.clear()
                    sent.clear()
                    answer = await client.decide(request(), 10_000)
                    had.set()
                    if mode == "later":
                        await sent.wait()
                    await asyncio.sleep(0.02)  # what was sent is read before this ends

                    assert answer.choice == 1


@pytest.mark.parametrize("length", [1, 20, -1], ids=["a_byte", "a_piece", "nearly_all"])
async def test_a_connection_on_which_a_further_answer_has_begun_is_not_used_again(
    length: int,
) -> None:
    """Not even where its beginning came with the first: the rest would answer the next ask."""
    first, second = reply(b'{"choice": 1}'), reply(b'{"choice": 7}')
    async with zoo(begins=says(first + second[:length])) as bots:
        async with BotClient(bots.bot("begins"), LOOPBACK) as client:
            answers = [await client.decide(request(f"a_{n}"), 1_000) for n in range(3)]

        assert bots.connections == 3
        assert bots.ask_ids == ["a_0", "a_1", "a_2"]
    assert [each.choice for each in answers] == [1, 1, 1]


async def test_an_ask_is_sent_again_once_when_a_kept_connection_breaks() -> None:
    """A server that was restarted between two asks has lost nothing."""
    async with zoo(tired=_serves_once()) as bots:
        replies = await ask(bots.bot("tired"), 2)

        assert bots.ask_ids == ["a_0", "a_1", "a_1"]
    assert [each.choice for each in replies] == [0, 0]


async def test_an_ask_is_not_sent_again_on_a_fresh_connection_that_breaks() -> None:
    """A bot that crashes on an ask gets it once."""
    async with zoo() as bots:
        (broken,) = await ask(bots.bot("leave"))

        assert bots.ask_ids == ["a_0"]
    assert broken.fault == "connect"


async def test_a_request_has_our_headers_and_no_others() -> None:
    """No cookie that the server has set, no encoding but the plain one, a signature."""
    cookie = says(reply(b'{"choice": 0}', extra="Set-Cookie: a=b\r\n"))
    async with zoo(cookie=cookie) as bots:
        async with BotClient(bots.bot("cookie"), LOOPBACK, secret_of(b"k" * 32)) as client:
            await client.decide(request(), 1_000)
            await client.decide(request(), 1_000)
        lines = [line.split(": ") for line in bots.heads[1].strip().split("\r\n")[1:]]

    assert sorted(name.lower() for name, _ in lines) == [
        "accept", "accept-encoding", "content-length", "content-type", "host", "user-agent",
        "webhook-id", "webhook-signature", "webhook-timestamp",
    ]  # fmt: skip
    assert ["Accept-Encoding", "identity"] in lines


async def test_an_endless_answer_does_not_fill_the_memory() -> None:
    """Reading stops soon after the limit: the server can send no more than socket buffers hold."""
    sent = 0

    async def flood(writer: Writer) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while not writer.is_closing():
            writer.write(b" " * 65_536)
            sent += 65_536
            await writer.drain()

    async with zoo(flood=flood) as bots:
        (flooded,) = await ask(bots.bot("flood"))

    assert flooded.fault == "oversize"
    assert sent < 20_000_000


async def test_our_own_lateness_is_not_the_bots() -> None:
    """The event loop is blocked for three times the allowance; the bot answers in half of it."""

    async def quick(writer: Writer) -> None:
        await asyncio.sleep(0.05)
        writer.write(reply(b'{"choice": 1}'))

    async with zoo(quick=quick) as bots:
        asyncio.get_running_loop().call_later(0.02, time.sleep, 0.3)
        (answer,) = await ask(bots.bot("quick"), allowance_ms=100)

    assert answer.choice == 1
    assert answer.latency_ms <= 100


async def test_a_bot_says_who_it_is() -> None:
    """Keys that the protocol does not know are ignored, missing ones have their defaults."""
    async with zoo() as bots:
        info = await fetch_info(bots.bot("well"), LOOPBACK)

    games = ("bluff", "sky-5", "sky-heist")
    assert info == BotInfo(protocol=1, games=games, windows=True, max_concurrency=4, end=False)


async def test_a_bot_of_another_protocol_is_a_schema_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is wrong is said to whoever registers it."""
    monkeypatch.setattr("tests.match.zoo.INFO", b'{"protocol": 2, "games": ["sky-5"]}')
    async with zoo() as bots:
        with pytest.raises(BotError, match=r"schema: Invalid enum value 2 - at `\$.protocol`"):
            await fetch_info(bots.bot("well"), LOOPBACK)


def _serves_once() -> Mode:
    served: set[Writer] = set()

    async def mode(writer: Writer) -> None:
        if writer in served:
            writer.close()
        else:
            served.add(writer)
            writer.write(reply(b'{"choice": 0}'))

    return mode


async def test_want_of_sockets_is_no_fault_of_a_bot() -> None:
    """It is ours: the set is left to be played later, and nobody has a strike."""
    async with zoo() as bots, BotClient(bots.bot("well"), LOOPBACK) as client:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        next_free = os.dup(0)
        os.close(next_free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (next_free, hard))
        try:
            with pytest.raises(NoSocketError):
                await client.decide(request(), 1_000)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert (await client.decide(request(), 1_000)).fault is None
