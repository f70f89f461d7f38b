"""TLS to bots: whom we believe to be the bot, and what becomes of the others."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from arena.match.http import BotClient
from arena.match.player import Reply
from tests.match.asks import LOOPBACK, request
from tests.match.lookups import know
from tests.match.tls import HOST, Authority, tls_bot, trusting
from tests.match.zoo import zoo

NAME = "bot.example"


@pytest.fixture
def authority(tmp_path: Path) -> Iterator[Authority]:
    """An authority that the arena trusts."""
    trusted = Authority()
    with trusting(trusted, tmp_path):
        yield trusted


async def ask(port: int, host: str = HOST, allowance_ms: int = 1_000) -> Reply:
    """Put an ask to the bot at this port."""
    async with BotClient(f"https://{host}:{port}", LOOPBACK) as client:
        return await client.decide(request(), allowance_ms)


async def test_a_certificate_that_is_good_is_taken(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For an address and for a name: what is refused below is refused for its flaw alone."""
    know(monkeypatch, {NAME: [HOST]})
    for host in (HOST, NAME):
        async with tls_bot(authority.context(host)) as port:
            answer = await ask(port, host)

        assert (answer.choice, answer.fault) == (0, None)


@pytest.mark.parametrize(
    "flaw",
    ["expired", "not yet valid", "other name", "other address", "nobody vouches"],
)
async def test_a_certificate_that_is_not_good_is_a_tls_fault(
    flaw: str, authority: Authority
) -> None:
    """Nothing is sent there, and no setting of a bot's changes that."""
    async with tls_bot(flawed(flaw, authority)) as port:
        answer = await ask(port)

    assert answer.fault == "tls"
    assert answer.detail == "no valid TLS connection; is the certificate valid?"


@pytest.mark.usefixtures("authority")
async def test_a_server_without_tls_is_a_tls_fault() -> None:
    """There is no way back to plain text."""
    async with zoo() as bots:
        port = int(bots.url.rpartition(":")[2])
        answer = await ask(port)

        assert bots.paths == []
    assert answer.fault == "tls"


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated")
async def test_old_tls_is_not_spoken(authority: Authority) -> None:
    """TLS 1.2 is the least, whatever the certificate."""
    with served_once(old(authority.context())) as port:
        answer = await ask(port)

    assert answer.fault == "tls"


async def test_a_handshake_that_never_ends_is_inside_the_deadline() -> None:
    """The server accepts the connection and then says nothing."""
    async with tls_bot(None) as port:
        answer = await ask(port, allowance_ms=60)

    assert (answer.fault, answer.latency_ms) == ("timeout", 60)


def flawed(flaw: str, authority: Authority) -> ssl.SSLContext:
    """Give what serves a certificate with this flaw."""
    match flaw:
        case "expired":
            return authority.context(from_days=-2, to_days=-1)
        case "not yet valid":
            return authority.context(from_days=1, to_days=2)
        case "other name":
            return authority.context(NAME)
        case "other address":
            return authority.context("127.0.0.2")
        case "nobody vouches":
            return Authority().context()
    raise AssertionError(flaw)


def old(context: ssl.SSLContext) -> ssl.SSLContext:
    """Have it speak TLS 1.1 at most."""
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers("ALL:@SECLEVEL=0")
    return context


@contextmanager
def served_once(context: ssl.SSLContext) -> Iterator[int]:
    """Shake hands with one client, as the system does it: asyncio tells none why it failed."""

    def serve() -> None:
        peer, _ = listening.accept()
        with peer, suppress(OSError):
            context.wrap_socket(peer, server_side=True).close()

    with socket.create_server((HOST, 0)) as listening:
        thread = Thread(target=serve)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()
