"""Bots behind real HTTP on loopback, served by the test's own event loop."""

import zlib
from contextlib import AsyncExitStack
from types import TracebackType

import msgspec
from aiohttp import web

from arena.protocol.messages import BotInfo
from bots.kit import Ask, Function, application

BOTH_GAMES = BotInfo(protocol=1, games=("sky-5", "sky-heist"), version="1.0")
SKY_5 = BotInfo(protocol=1, games=("sky-5",), version="1.0")
"""Of bots that are registered over the API, where each is checked at once in all of its games:
that would be most of the work of a test."""


def by_view(ask: Ask) -> int:
    """Choose by a checksum of the view: any option, the same whenever the same is asked."""
    return zlib.crc32(msgspec.json.encode(ask.view)) % len(ask.options)


class Loopback:
    """Starts bots; leaving its `async with` stops them all."""

    def __init__(self, host: str = "127.0.0.1", info: BotInfo = BOTH_GAMES) -> None:
        """Serve on this address of this host bots that state `info`, unless they state another."""
        self._host = host
        self._info = info
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> "Loopback":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def start(self, decide: Function = by_view, info: BotInfo | None = None) -> str:
        """Start a bot on a free port; give its URL."""
        return await self.serve(application(decide, info or self._info))

    async def serve(self, app: web.Application) -> str:
        """Start any server on a free port; give its URL."""
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, self._host, 0).start()
        _, port = runner.addresses[0][:2]
        return f"http://{self._host}:{port}"
