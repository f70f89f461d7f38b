"""All pages, for the server to put beside the API."""

from typing import Final

from litestar import Router

from arena.web.routes import (
    boards,
    bots,
    docs,
    exhibitions,
    front,
    matches,
    sign_in,
    static,
    tournaments,
)
from arena.web.shared import SharedPages

PAGES: Final = Router(
    "/",
    route_handlers=[
        front.front,
        boards.router,
        bots.router,
        docs.router,
        tournaments.router,
        matches.router,
        exhibitions.router,
        sign_in.sign_in,
        static.static,
    ],
    middleware=[SharedPages],
    include_in_schema=False,
)
