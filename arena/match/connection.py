"""The guarded connection to one bot: one request out, at most 64 KiB back, or a fault.

What may live here: everything that must hold against a hostile server, whatever is said over the
connection. One total deadline covers name, connect, TLS, headers and body; every address is
checked when its socket is made; no redirects, no decompression, no cookies, no proxies from the
environment. Details of a fault never name an address or an error of the system, so that a bot's
URL cannot be used to look around inside our network.
"""

import asyncio
import errno
import re
import socket
import ssl
import time
from collections.abc import Awaitable
from functools import cache
from ipaddress import ip_address
from types import TracebackType
from typing import Literal

import aiohttp
import msgspec
from aiohttp.connector import AddrInfoType, Connection
from aiohttp.hdrs import CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE
from aiohttp.http import HttpProcessingError, RawResponseMessage
from yarl import URL

from arena.match.clock import Deadline, Heart, TimeIsUpError
from arena.match.guard import Guard, is_own
from arena.match.journal import MAX_DETAIL
from arena.match.line import Answer, OverrunError, StaleError, exchange
from arena.match.names import BeforeConnect, GuardedResolver, RefusedError
from arena.match.urls import BotUrl
from arena.protocol.messages import MAX_BODY, FaultKind
from arena.protocol.signing import Signer

Path = Literal["/", "/decide", "/end"]

_FIELDS = "Accept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: sky-arena/1\r\n"
_JSON_TYPE = re.compile(r'application/json(\s*;\s*charset="?utf-8"?)?\s*;?\s*', re.I | re.ASCII)
_NO_LIMIT = aiohttp.ClientTimeout(total=None, sock_connect=None)
"""The library's own timeouts are off: a `Deadline` knows about our own lateness, they do not."""
_SHOWN = 160
"""Bytes of an unwelcome answer that stand in the detail of a fault."""
_USUAL = ["application/json"]
_DIGITS = len(str(MAX_BODY))
_NO_ROOM = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class NoSocketError(Exception):
    """We can have no more sockets, and no bot is to blame; no OSError, which would be its fault."""


class BotError(Exception):
    """A call that failed by the bot's fault. `detail` and `body` are for its owner alone.

    `status` and `body` are what had come of an answer by then.
    """

    def __init__(
        self,
        kind: FaultKind,
        detail: str = "",
        latency_ms: int = 0,
        status: int | None = None,
        body: bytes = b"",
    ) -> None:
        """State the kind, and what is known of the call."""
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind: FaultKind = kind
        self.detail = detail[:MAX_DETAIL]
        self.latency_ms = latency_ms
        self.status = status
        self.body = body


class _HeadError(Exception):
    """The head of an answer is no good: which fault that is, and why."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: FaultKind = kind


_BROKEN = (
    _HeadError, RefusedError, OverrunError, HttpProcessingError, aiohttp.ClientError, OSError,
)  # fmt: skip
"""What ends a call by the peer's fault; `ssl.SSLError` is an OSError."""


class Received(msgspec.Struct, frozen=True):
    """A body that came in time, and the ms it took, less our own lateness."""

    body: bytes
    latency_ms: int


class BotConnection:
    """Calls one bot. Its connections are kept alive, and shared with no other bot's.

    The library pools, resolves, connects, speaks TLS and parses answers; the request, which is
    always of one shape, is written here.
    """

    def __init__(
        self,
        url: BotUrl,
        guard: Guard,
        signer: Signer | None,
        before_connect: BeforeConnect | None = None,
    ) -> None:
        """Prepare to call `url`; nothing is sent yet. Needs a running event loop.

        `before_connect` is told the addresses that a name has, before any is connected to; it may
        raise.
        """
        self._base = url.path
        self._scheme = url.scheme
        self._heart = Heart.of_this_loop()
        self._guard = guard
        self._signer = signer
        loop = asyncio.get_running_loop()
        self._peer = aiohttp.ClientRequest("GET", URL(f"{url}/"), loop=loop, ssl=tls_context())
        self._fields = f"Host: {self._peer.headers['Host']}\r\n{_FIELDS}"
        self._resolver = GuardedResolver(guard, url.scheme, before_connect)
        self._connector = self._open()

    async def __aenter__(self) -> "BotConnection":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._connector.close()

    def get(self, path: Path, allowance_ms: int) -> Awaitable[Received]:
        """Give the JSON body at this path; raise BotError."""
        return self._call(self._head("GET", path, ""), allowance_ms)

    def post(
        self, path: Path, body: bytes, message_id: str, allowance_ms: int
    ) -> Awaitable[Received]:
        """Send a signed body and give the JSON body that answers it; raise BotError.

        Where a kept-alive connection breaks before the first byte of an answer, the same message
        is sent once more on a fresh one, inside the same deadline.
        """
        fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        if self._signer is not None:
            signed = self._signer.headers(message_id, int(time.time()), body)
            fields += "".join([f"{name}: {value}\r\n" for name, value in signed.items()])
        return self._call(self._head("POST", path, fields) + body, allowance_ms)

    def _head(self, method: str, path: Path, fields: str) -> bytes:
        """Give the head of a request; no value in it is chosen by anybody outside."""
        return f"{method} {self._base}{path} HTTP/1.1\r\n{self._fields}{fields}\r\n".encode("ascii")

    async def _call(self, request: bytes, allowance_ms: int) -> Received:
        deadline = Deadline(self._heart, allowance_ms)
        answer = Answer()
        try:
            with deadline:
                try:
                    kept = await self._connect(self._connector)
                    await exchange(kept, request, _check_head, answer)
                except StaleError:
                    async with self._open() as connector:
                        fresh = await self._connect(connector)
                        await exchange(fresh, request, _check_head, answer)
        except TimeIsUpError:
            why = f"no answer in {allowance_ms} ms"
            raise BotError("timeout", why, allowance_ms, answer.status, answer.body) from None
        except _BROKEN as error:
            kind, why = _fault_of(error, answer)
            raise BotError(kind, why, deadline.spent_ms, answer.status, answer.body) from None
        return Received(answer.body, deadline.spent_ms)

    def _connect(self, connector: aiohttp.BaseConnector) -> Awaitable[Connection]:
        return connector.connect(self._peer, [], _NO_LIMIT)

    def _open(self) -> aiohttp.TCPConnector:
        return guarded_connector(self._guard, self._scheme, self._resolver)


def guarded_connector(guard: Guard, scheme: str, resolver: GuardedResolver) -> aiohttp.TCPConnector:
    """Give a connector that connects to admitted addresses only; needs a running event loop."""
    return aiohttp.TCPConnector(
        resolver=resolver,
        use_dns_cache=False,
        socket_factory=lambda info: _guarded_socket(guard, scheme, info),
        limit=0,
    )


def _guarded_socket(guard: Guard, scheme: str, info: AddrInfoType) -> socket.socket:
    """Make the socket for one address, literal or resolved; the last check before a connect."""
    family, kind, protocol, _, address = info
    peer = ip_address(address[0])
    try:
        if not guard.admits(peer, scheme) or (not guard.allows(peer) and is_own(peer)):
            raise RefusedError
        return socket.socket(family, kind, protocol)
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise NoSocketError(error.strerror) from None
        raise


@cache
def tls_context() -> ssl.SSLContext:
    """The one TLS context: verification on, TLS 1.2 or later; there is no switch per bot."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _fault_of(error: Exception, answer: Answer) -> tuple[FaultKind, str]:
    """Give the kind and detail of a bot's fault that shows as one of the errors `_BROKEN`."""
    match error:
        case _HeadError(kind="status"):
            return "status", f"{error}: {shown(answer.body)}"
        case _HeadError():
            return error.kind, str(error)
        case RefusedError():
            return "refused_address", "the host has no address that we may call"
        case OverrunError():
            return "oversize", str(error)
        case HttpProcessingError():
            return "status", "the answer is not HTTP/1.1"
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError() | ssl.SSLError():
            return "tls", "no valid TLS connection; is the certificate valid?"
        case _:
            return "connect", "no connection, or it broke before the end"


def _check_head(head: RawResponseMessage) -> None:
    """Raise _HeadError for an answer that is not 200, says it is too long, or is not plain JSON."""
    if head.code != 200:
        raise _HeadError("redirect" if 300 <= head.code < 400 else "status", f"status {head.code}")
    fields = head.headers
    announced = fields.get(CONTENT_LENGTH, "")
    types = fields.getall(CONTENT_TYPE, [])
    if len(announced) >= _DIGITS:
        _check_length(announced)
    if CONTENT_ENCODING in fields:
        _check_encoding(fields.getall(CONTENT_ENCODING))
    if types != _USUAL:
        _check_type(types)


def _check_length(announced: str) -> None:
    announced = announced.lstrip("0")  # int() limits the digits
    if announced and int(announced) > MAX_BODY:
        raise _HeadError("oversize", f"{announced} bytes announced")


def _check_encoding(encodings: list[str]) -> None:
    """Check a header that may come twice, and is one list then (RFC 9110, 5.3)."""
    if ", ".join(encodings).lower() != "identity":
        raise _HeadError("content_type", f"Content-Encoding: {_header(encodings)}")


def _check_type(types: list[str]) -> None:
    if not _JSON_TYPE.fullmatch(", ".join(types)):
        raise _HeadError("content_type", f"Content-Type: {_header(types) or 'none'}")


def _header(values: list[str]) -> str:
    return shown(", ".join(values).encode("utf-8", "surrogateescape"))


def shown(data: bytes, most: int = _SHOWN) -> str:
    """Give the beginning of something from outside, escaped, to be shown to its sender."""
    return ascii(data[:most].decode("utf-8", "replace"))[1:-1]
