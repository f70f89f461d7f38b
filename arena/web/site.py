"""All pages, for the server to put beside the API."""

from typing import Final

from litestar import Router

from arena.web.routes import boards, docs, front, matches, static, tournaments

PAGES: Final = Router(
    "/",
    route_handlers=[
        front.front,
        boards.router,
        docs.router,
        tournaments.router,
        matches.router,
        static.static,
    ],
    include_in_schema=False,
)
