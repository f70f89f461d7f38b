"""A client of the REST API, as much of it as the demo needs."""

from collections.abc import Mapping
from typing import TypeVar

import aiohttp
import msgspec

from arena.cli.failures import AwayError

T = TypeVar("T")


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
        url = f"{self._url}/v1/{path}"
        try:
            async with self._session.request(
                method, url, data=data, params=query, headers=self._headers
            ) as response:
                body = await response.read()
        except aiohttp.ClientError as error:
            raise ApiError(f"{method} {url}: {error}") from error
        if response.status >= 400:
            raise ApiError(f"{method} {url}: {response.status} {body.decode(errors='replace')}")
        return body
