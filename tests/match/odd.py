"""Bots that are odd in one way each, and well otherwise: what goes wrong only in real life."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from arena.protocol.messages import BotInfo

ONE_GAME = BotInfo(protocol=1, games=("sky-5",))
GOOD = b'{"choice": 0}'


class Seen(msgspec.Struct):
    """What the bots of these tests look at."""

    ask_id: str
    kind: str
    clock: dict[str, int]


Answer = Callable[[bytes, Seen], Awaitable[int]]
"""Gives the status of the answer to an ask."""


class Odd:
    """A bot of Sky 5 that chooses the default, and answers with what status it is told to."""

    def __init__(self, answer: Answer, info: BotInfo = ONE_GAME) -> None:
        self.kinds: list[str] = []
        self._answer = answer
        self._info = info

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/", self._get)
        app.router.add_post("/decide", self._decide)
        return app

    async def _get(self, _: web.Request) -> web.Response:
        body = msgspec.json.encode(self._info)
        return web.Response(body=body, content_type="application/json")

    async def _decide(self, request: web.Request) -> web.Response:
        body = await request.read()
        ask = msgspec.json.decode(body, type=Seen)
        self.kinds.append(ask.kind)
        status = await self._answer(body, ask)
        return web.Response(body=GOOD, status=status, content_type="application/json")


async def ok(_: bytes, __: Seen) -> int:
    """Answer well."""
    return 200


async def strict(body: bytes, _: Seen) -> int:
    """Refuse what is not known."""
    return 422 if b"not_yet_known" in body else 200


def once() -> Answer:
    """Refuse an ask that was seen before."""
    seen: set[str] = set()

    async def answer(_: bytes, ask: Seen) -> int:
        new = ask.ask_id not in seen
        seen.add(ask.ask_id)
        return 200 if new else 409

    return answer


def one_at_a_time() -> Answer:
    """Refuse an ask while there is another."""
    busy = asyncio.Lock()

    async def answer(_: bytes, __: Seen) -> int:
        if busy.locked():
            return 503
        async with busy:
            await asyncio.sleep(0.002)
        return 200

    return answer


async def comfortable(_: bytes, ask: Seen) -> int:
    """Take more time than `move_ms`, whether there is a bank or not."""
    if not ask.clock["bank_ms"]:
        await asyncio.sleep(30)
    return 200
