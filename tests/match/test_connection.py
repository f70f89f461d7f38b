"""The guarded connection, against servers that mean harm and servers that are merely broken."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from arena.match import connection
from arena.match.connection import BotConnection, BotError
from arena.match.guard import Guard, networks
from arena.match.http import BotClient, fetch_info
from arena.match.names import Resolver
from arena.match.player import Reply
from arena.match.urls import BotUrl, UrlError
from arena.protocol.messages import BotInfo
from arena.protocol.signing import secret_of
from tests.match.asks import LOOPBACK, request
from tests.match.zoo import MODES, Mode, Writer, reply, says, zoo

CERTIFICATE = Path(__file__).with_name("selfsigned.pem")
"""For 127.0.0.1, signed by itself; the key beside it protects nothing."""

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

    async def later(writer: Writer) -> None:
        writer.write(first)
        await asyncio.sleep(0.005)
        writer.write(second)

    async with zoo(at_once=says(first + second), later=later) as bots:
        for mode in ("at_once", "later"):
            async with BotClient(bots.bot(mode), LOOPBACK) as client:
                for _ in range(4):
                    answer = await client.decide(request(), 1_000)
                    await asyncio.sleep(0.02)

                    assert answer.choice == 1


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


async def test_redirects_are_not_followed() -> None:
    """Where one leads to is never asked."""
    async with zoo() as bots:
        await ask(bots.bot("redirect_307"))

        assert bots.paths == ["POST /redirect_307/any/decide"]


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


async def test_a_name_with_a_refused_address_is_not_connected_to() -> None:
    """The address is checked at the connect, since a name may point elsewhere by then."""
    elsewhere = Guard(networks(["10.9.8.0/24"]))
    async with zoo() as bots:
        url = bots.bot("well").replace("127.0.0.1", "localhost")
        async with BotClient(url, elsewhere) as client:
            refused = await client.decide(request(), 1_000)

        assert bots.connections == 0
    assert refused.fault == "refused_address"


async def test_an_address_is_checked_at_the_connect_even_if_the_url_was_not() -> None:
    """The URL's check may one day err; the socket of a refused address is never made."""
    async with zoo() as bots:
        port = int(bots.url.rpartition(":")[2])
        url = BotUrl("https", "127.0.0.1", port, "/well/any")
        async with BotConnection(url, Guard(), None) as bot:
            with pytest.raises(BotError, match="refused_address"):
                await bot.get("/", 1_000)

        assert bots.connections == 0


async def test_a_slow_name_server_is_inside_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """One deadline covers everything from the name on."""

    async def slow(*_: object) -> list[object]:
        await asyncio.sleep(5)
        return []

    monkeypatch.setattr(Resolver, "resolve", slow)
    before = time.perf_counter()

    (late,) = await ask("http://bot.example:8000", allowance_ms=60)

    assert late.fault == "timeout"
    assert time.perf_counter() - before < 2


async def test_a_certificate_that_nobody_vouches_for_is_a_tls_fault() -> None:
    """And so is a server that does not speak TLS at all."""
    async with tls_bot() as port, zoo() as bots:
        (unknown,) = await ask(f"https://127.0.0.1:{port}")
        (plain,) = await ask(bots.bot("well").replace("http:", "https:"))

    assert (unknown.fault, plain.fault) == ("tls", "tls")


async def test_a_certificate_that_the_system_trusts_is_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The counterpart: what is refused above is refused for its certificate alone."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    connection.tls_context.cache_clear()
    try:
        async with tls_bot() as port:
            (good,) = await ask(f"https://127.0.0.1:{port}")
    finally:
        connection.tls_context.cache_clear()

    assert (good.choice, good.fault) == (0, None)


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


async def test_a_refused_url_is_not_called() -> None:
    """Without an allowed network, this machine is out of reach."""
    async with zoo() as bots:
        with pytest.raises(UrlError, match=r"url: 127\.0\.0\.1 is refused over http"):
            await fetch_info(bots.url, Guard())

        assert bots.connections == 0


def _serves_once() -> Mode:
    served: set[Writer] = set()

    async def mode(writer: Writer) -> None:
        if writer in served:
            writer.close()
        else:
            served.add(writer)
            writer.write(reply(b'{"choice": 0}'))

    return mode


@asynccontextmanager
async def tls_bot() -> AsyncIterator[int]:
    """Run a bot that always chooses 0, behind the certificate; give its port."""

    async def answer(reader: asyncio.StreamReader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply(b'{"choice": 0}'))
        await writer.drain()
        await reader.read()
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
