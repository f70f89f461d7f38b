"""The API as an ASGI application: what is true of every request, and all operations."""

from functools import partial
from typing import Final

from litestar import Litestar, Router
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.types import Message, Scope

from arena.api.auth import holder, identify
from arena.api.document import describe_exactly, document
from arena.api.problems import MAX_BODY, answer_error
from arena.api.requests import StrictRequest
from arena.api.routes import bots, health, leaderboards, matches, tokens, tournaments
from arena.api.services import opened, services
from arena.app import Settings

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer: nothing here is a page, and all of it is of the moment or its owner's."""


def create_app(settings: Settings) -> Litestar:
    """Give the application; it opens the services when it is started, and not before."""
    resources = [
        bots.router, tournaments.router, matches.router, leaderboards.router, tokens.router,
    ]  # fmt: skip
    api = Litestar(
        route_handlers=[Router("/v1", route_handlers=resources), health.live, health.ready],
        lifespan=[partial(opened, settings)],
        guards=[identify],
        dependencies={
            "app": Provide(services, sync_to_thread=False),
            "who": Provide(holder, sync_to_thread=False),
        },
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY,
        exception_handlers={Exception: answer_error},
        before_send=[_add_headers],
        openapi_config=document(),
        logging_config=None,
        debug=False,
    )
    describe_exactly(api)
    return api


async def _add_headers(message: Message, _scope: Scope) -> None:
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message).update(HEADERS)
