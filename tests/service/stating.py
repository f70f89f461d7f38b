"""A server that says who plays there, and has nothing else."""

import msgspec
from aiohttp import web

from arena.protocol.messages import BotInfo


class Stating:
    """What its `GET` states can be changed; where it has `gone` it answers that, as a 404."""

    def __init__(self, info: BotInfo) -> None:
        self.info = info
        self.gone: bytes | None = None

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/", self._get)
        return app

    async def _get(self, _: web.Request) -> web.Response:
        if self.gone is not None:
            return web.Response(body=self.gone, status=404, content_type="text/html")
        body = msgspec.json.encode(self.info)
        return web.Response(body=body, content_type="application/json")
