"""A client of the REST API, with one token or none.

What may live here: how a request is sent and its answer read. An answer is a struct; a refusal
becomes an error whose text names what was given and what is expected.
"""

import asyncio
import re
import secrets
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TypeVar

import aiohttp
import msgspec
from yarl import URL

from arena.cli.failures import AwayError, InputError
from arena.service.paging import MAX_PAGE, Page

T = TypeVar("T")

_TRIES = 5
"""How often a request is sent that is refused for there being too many, or whose answer is lost,
each time after a wait."""
_PAUSE_S = 1.0
"""The wait after an answer was lost."""
_SECONDS = re.compile(r"\d{1,9}", re.ASCII)
_WAIT_S = 60
"""The longest wait that we do as we are told."""
_TIME_S = 120
"""Time that a request may take, or each piece of an answer that comes in pieces."""
_CONNECT_S = 10
_TIMEOUT = aiohttp.ClientTimeout(total=_TIME_S, sock_connect=_CONNECT_S)
_MOST_BYTES = 16 * 1024 * 1024
"""Of an answer: larger than any that the API gives."""
_CHUNK = 64 * 1024
_NO_TOKEN = (
    "whoever has the store makes one by `arena token create NAME --scope organiser` (or"
    " contestant); give it as ARENA_TOKEN or --token"
)


class ApiError(AwayError):
    """The API is not there, cannot do it now, or does not speak as this release does."""


class LostError(ApiError):
    """The connection broke before there was an answer: what was asked for may have been done."""


class Refused(InputError):  # noqa: N818 (as the service's own refusals)
    """The API refused a request: nothing was changed. `field` is the place at fault, if any."""

    def __init__(self, status: int, detail: str, field: str | None) -> None:
        hint = f"; {_NO_TOKEN}" if status == HTTPStatus.UNAUTHORIZED else ""
        super().__init__(f"{detail}{hint}")
        self.status = status
        self.field = field


class _Problem(msgspec.Struct):
    """So much of a problem (RFC 9457) as is told."""

    detail: str
    field: str | None = None


class Api:
    """Calls the API with one token."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str | None) -> None:
        """Call the API at `url`; the session is the caller's to close."""
        self._session = session
        self._url = url.rstrip("/")
        self._headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    async def get(self, kind: type[T], path: str, query: Mapping[str, str] | None = None) -> T:
        """Give what is at `path`; raise Refused, or ApiError if it cannot be had."""
        return self._read(await self._call("GET", path, None, query), kind)

    async def text(self, path: str, query: Mapping[str, str] | None = None) -> bytes:
        """Give what is at `path` as it is sent; raise Refused or ApiError."""
        return await self._call("GET", path, None, query)

    async def stream(self, path: str) -> AsyncIterator[bytes]:
        """Give what is at `path` piece by piece, of any length; raise Refused or ApiError."""
        timeout = aiohttp.ClientTimeout(sock_connect=_CONNECT_S, sock_read=_TIME_S)
        async with self._send("GET", path, None, None, timeout) as response:
            if response.status != HTTPStatus.OK:
                answer = await _bounded(response)
                raise _refusal(f"GET {response.url}", response.status, answer)
            async for piece in response.content.iter_chunked(_CHUNK):
                yield piece

    async def pages(
        self,
        kind: type[Page[T]],
        path: str,
        most: int = sys.maxsize,
        wanted: Mapping[str, str] | None = None,
    ) -> AsyncIterator[T]:
        """Give the items of all pages of a list, `most` of them at most, of those `wanted` (by
        filter).
        """
        query = {"limit": str(min(most, MAX_PAGE)), **(wanted or {})}
        while True:
            page = await self.get(kind, path, query)
            for item in page.items[:most]:
                yield item
            most -= len(page.items)
            if page.next is None or most <= 0:
                return
            query["cursor"] = page.next

    async def items(
        self,
        kind: type[Page[T]],
        path: str,
        most: int = sys.maxsize,
        wanted: Mapping[str, str] | None = None,
    ) -> list[T]:
        """Give the same, all at once."""
        return [item async for item in self.pages(kind, path, most, wanted)]

    async def post(self, kind: type[T], path: str, body: object = None) -> T:
        """Send a body and give the answer; raise Refused or ApiError."""
        return self._read(await self._call("POST", path, body, None), kind)

    async def create(self, kind: type[T], path: str, body: object) -> T:
        """Send a body that creates something and give the answer; raise Refused or ApiError.

        Where the answer is lost it is sent again, under a key by which it is done once.
        """
        key, lost, tries = secrets.token_hex(16), False, _TRIES
        while True:
            try:
                answer = await self._call("POST", path, body, None, key)
            except ApiError as error:
                lost, tries = lost or isinstance(error, LostError), tries - 1
                if not (lost and tries):
                    raise
            else:
                return self._read(answer, kind)
            await asyncio.sleep(_PAUSE_S)

    async def patch(self, kind: type[T], path: str, body: object) -> T:
        """Change what is at `path` and give it; raise Refused or ApiError."""
        return self._read(await self._call("PATCH", path, body, None), kind)

    async def delete(self, path: str) -> None:
        """Delete what is at `path`; raise Refused or ApiError."""
        await self._call("DELETE", path, None, None)

    def _read(self, body: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ApiError(
                f"{self._url}: its answer is none of this release's API: {error}"
            ) from error

    async def _call(
        self,
        method: str,
        path: str,
        body: object,
        query: Mapping[str, str] | None,
        key: str | None = None,
    ) -> bytes:
        """Give the body of a good answer; where there are too many requests, wait as we are told.

        Raises Refused where the request is at fault, ApiError where that is of no use.
        """
        data = None if body is None else msgspec.json.encode(body)
        for _ in range(_TRIES):
            async with self._send(method, path, data, query, key=key) as response:
                answer = await _bounded(response)
            wait_s = _told_to_wait(response)
            if wait_s is None:
                break
            await asyncio.sleep(wait_s)
        if response.status >= HTTPStatus.MULTIPLE_CHOICES:
            raise _refusal(f"{method} {response.url}", response.status, answer)
        return answer

    @asynccontextmanager
    async def _send(
        self,
        method: str,
        path: str,
        data: bytes | None,
        query: Mapping[str, str] | None,
        timeout: aiohttp.ClientTimeout = _TIMEOUT,
        key: str | None = None,
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        url = f"{self._url}/v1/{path}"
        headers = self._headers if key is None else {**self._headers, "Idempotency-Key": key}
        try:
            async with self._session.request(
                method,
                url,
                data=data,
                params=query,
                headers=headers,
                timeout=timeout,
                allow_redirects=False,  # a token is shown to nobody else
            ) as response:
                yield response
        except (aiohttp.ClientError, TimeoutError) as error:
            kind = LostError if _is_lost(error) else ApiError
            raise kind(f"{method} {url}: {error or 'no answer in time'}") from error


@asynccontextmanager
async def connected(url: str, token: str | None) -> AsyncIterator[Api]:
    """Give the API at a URL; raise InputError where that, or the token, can be none."""
    try:
        fit = URL(url).scheme in ("http", "https") and bool(URL(url).host)
    except ValueError:
        fit = False
    if not fit:
        raise InputError(f"--url: expected one such as http://127.0.0.1:8000, got {url!a}")
    if token is not None and not (token.isascii() and token.isprintable()):
        raise InputError("--token: expected one as it was printed, got other signs in it")
    # What comes encoded was not asked for, and could be of any size.
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        yield Api(session, url, token)


def _is_lost(error: Exception) -> bool:
    """Say whether a connection broke that had been made."""
    broke = isinstance(error, aiohttp.ClientConnectionError | aiohttp.ClientPayloadError)
    return broke and not isinstance(error, aiohttp.ClientConnectorError | TimeoutError)


async def _bounded(response: aiohttp.ClientResponse) -> bytes:
    """Give the body of an answer; raise ApiError where it is longer than any of the API's."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK):
        body += chunk
        if len(body) > _MOST_BYTES:
            raise ApiError(
                f"{response.method} {response.url}: expected an answer of at most"
                f" {_MOST_BYTES} bytes, got more"
            )
    return bytes(body)


def _refusal(request: str, status: int, answer: bytes) -> Exception:
    """Give the error for an answer that is not good."""
    ours = status in range(HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)
    if ours and status != HTTPStatus.TOO_MANY_REQUESTS:
        try:
            problem = msgspec.json.decode(answer, type=_Problem)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass  # whoever answers there is not the API
        else:
            return Refused(status, problem.detail, problem.field)
    return ApiError(f"{request}: {status} {answer[:1_000].decode(errors='replace')}")


def _told_to_wait(response: aiohttp.ClientResponse) -> int | None:
    """Give the seconds that a 429 wants us to wait; None for any other answer, and longer waits."""
    told = response.headers.get("Retry-After", "")
    if response.status != HTTPStatus.TOO_MANY_REQUESTS or not _SECONDS.fullmatch(told):
        return None
    return int(told) if int(told) <= _WAIT_S else None
