"""Bots behind TLS, good and bad, with certificates made for the test."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from arena.match.connection import tls_context
from tests.match.zoo import GOOD, Writer, reply

HOST = "127.0.0.1"
DAY = timedelta(days=1)


class Authority:
    """Vouches for hosts; its certificate is what a client would have to trust."""

    def __init__(self) -> None:
        """Draw a key."""
        self._ca = trustme.CA()

    def write(self, path: Path) -> None:
        """Write the certificate to trust."""
        self._ca.cert_pem.write_to_path(str(path))

    def context(self, host: str = HOST, from_days: int = -2, to_days: int = 2) -> ssl.SSLContext:
        """Give what serves a certificate for a host, good between these days from now."""
        now = datetime.now(UTC)
        certificate = self._ca.issue_cert(
            host, not_before=now + from_days * DAY, not_after=now + to_days * DAY
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(context)
        return context


@contextmanager
def trusting(authority: Authority, directory: Path) -> Iterator[None]:
    """Have the arena trust an authority, as a system would that knows it."""
    file = directory / "authority.pem"
    authority.write(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(file))
        tls_context.cache_clear()
        yield
    tls_context.cache_clear()


@asynccontextmanager
async def tls_bot(context: ssl.SSLContext | None) -> AsyncIterator[int]:
    """Run a bot that always chooses 0; without a context it never answers. Give its port."""

    async def answer(reader: asyncio.StreamReader, writer: Writer) -> None:
        try:
            if context is not None:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(reply(GOOD))
            while await reader.read(65_536):
                pass
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, HOST, 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
