"""A client of the REST API, as much of it as the demo needs."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TypeVar

import aiohttp
import msgspec

from arena.cli.failures import AwayError

T = TypeVar("T")

_TRIES = 5
"""How often a request is sent that is refused for there being too many, each time after a wait."""
_WAIT_S = 60
"""The longest wait that we do as we are told."""


class ApiError(AwayError):
    """The API did not do what it was asked; the message holds its problem."""


class Api:
    """Calls the API with one token."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        """Call the API at `url`; the session is the caller's to close."""
        self._session = session
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    async def get(self, kind: type[T], path: str, query: Mapping[str, str] | None = None) -> T:
        """Give what is at `path`; raise ApiError with the problem if it cannot be had."""
        return msgspec.json.decode(await self._call("GET", path, None, query), type=kind)

    async def post(self, kind: type[T], path: str, body: object = None) -> T:
        """Send a body and give the answer; raise ApiError with the problem otherwise."""
        data = None if body is None else msgspec.json.encode(body)
        return msgspec.json.decode(await self._call("POST", path, data, None), type=kind)

    async def _call(
        self, method: str, path: str, data: bytes | None, query: Mapping[str, str] | None
    ) -> bytes:
        """Give the body of a good answer; where there are too many requests, wait as we are told.

        Raises ApiError for any other answer, and where that is of no use.
        """
        for _ in range(_TRIES):
            async with self._send(method, path, data, query) as response:
                body = await response.read()
            wait_s = _told_to_wait(response)
            if wait_s is None:
                break
            await asyncio.sleep(wait_s)
        if response.status >= 400:
            text = body.decode(errors="replace")
            raise ApiError(f"{method} {response.url}: {response.status} {text}")
        return body

    @asynccontextmanager
    async def _send(
        self, method: str, path: str, data: bytes | None, query: Mapping[str, str] | None
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        url = f"{self._url}/v1/{path}"
        try:
            async with self._session.request(
                method, url, data=data, params=query, headers=self._headers
            ) as response:
                yield response
        except aiohttp.ClientError as error:
            raise ApiError(f"{method} {url}: {error}") from error


def _told_to_wait(response: aiohttp.ClientResponse) -> int | None:
    """Give the seconds that a 429 wants us to wait; None for any other answer, and longer waits."""
    told = response.headers.get("Retry-After", "")
    if response.status != HTTPStatus.TOO_MANY_REQUESTS or not told.isdecimal():
        return None
    return int(told) if int(told) <= _WAIT_S else None
