"""The command line's client of the API, where the API says that there is too much of it."""

import time
from collections.abc import Sequence

import aiohttp
import pytest
from aiohttp import web

from arena.cli.rest import Api, ApiError
from tests.loopback import Loopback
from tests.server import loopback

__all__ = ["loopback"]


class Busy:
    """A server that refuses so many requests, each with the next of these waits, before it does."""

    def __init__(self, *waits: str) -> None:
        self._waits = list(waits)
        self.asked = 0

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/v1/bots", self._get)
        return app

    async def _get(self, _: web.Request) -> web.Response:
        self.asked += 1
        if self._waits:
            return web.Response(status=429, headers={"Retry-After": self._waits.pop(0)})
        return web.json_response(["bot"])


async def ask(loopback: Loopback, busy: Busy) -> list[str]:
    """Ask the server for a list."""
    url = await loopback.serve(busy.application())
    async with aiohttp.ClientSession() as session:
        return await Api(session, url, "token").get(list[str], "bots")


async def test_it_waits_as_it_is_told_and_asks_again(loopback: Loopback) -> None:
    """Nobody who runs a contest by a program has to know the limits."""
    busy, began = Busy("0", "1"), time.monotonic()

    assert await ask(loopback, busy) == ["bot"]
    assert time.monotonic() - began >= 1
    assert busy.asked == 3


@pytest.mark.parametrize("waits", [["0"] * 5, ["61"], ["86400"], ["soon"], ["-1"], [""]])
async def test_it_does_not_wait_for_ever(loopback: Loopback, waits: Sequence[str]) -> None:
    """Not again and again, not for long, and not for what is no number: it says what was said."""
    busy = Busy(*waits)

    with pytest.raises(ApiError, match=r"GET .*/v1/bots: 429"):
        await ask(loopback, busy)
    assert busy.asked == len(waits)
