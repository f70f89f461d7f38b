"""API and pages as one ASGI application: what is true of every request, all operations and pages.

What may live here: which answers with problems and which with pages, and the headers of both.
"""

from functools import partial
from typing import Final

from litestar import Litestar, Response, Router
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.types import Message, Scope

from arena.api.auth import holder, identify
from arena.api.boards import share_boards
from arena.api.document import describe_exactly, document
from arena.api.metrics import count_requests
from arena.api.queries import PARAMETERS, check_query, query_parameters
from arena.api.reference import page
from arena.api.requests import StrictRequest
from arena.api.routes import (
    bots,
    bundles,
    direction,
    exhibitions,
    faults,
    feed,
    health,
    histories,
    ladders,
    leaderboards,
    matches,
    metrics,
    owner,
    plays,
    profiles,
    schedules,
    tokens,
    tournaments,
)
from arena.api.routes.reference import PAGE, reference
from arena.app.settings import Settings
from arena.http.clients import limit_requests
from arena.http.methods import allowed, answer_heads, asked_for
from arena.http.origins import READABLE, is_for_all
from arena.http.problems import MAX_BODY, ApiRequest, Problem, answer_error
from arena.http.request_ids import HEADER, name_requests, request_id
from arena.http.services import opened, services
from arena.web.errors import answer_error_page
from arena.web.site import PAGES

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer that has none of its own: all of it is of the moment, or its owner's."""

_POLICY: Final = b"content-security-policy"
_FRAMES: Final = b"x-frame-options"
_FOR_PROGRAMS: Final = ("/v1", "/health", "/metrics", "/schema")
_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_READABLE: Final = [(name.lower().encode(), value.encode()) for name, value in READABLE.items()]
_ID: Final = HEADER.lower().encode()


def create_app(settings: Settings) -> Litestar:
    """Give the application; it opens the services when it is started, and not before."""
    resources = [
        bots.router, tournaments.router, direction.router, matches.router, plays.router,
        leaderboards.router, ladders.router, tokens.router, feed.router, histories.router,
        exhibitions.router, faults.router, bundles.router, schedules.router,
        profiles.router, owner.router,
    ]  # fmt: skip
    api = Litestar(
        route_handlers=[
            Router("/v1", route_handlers=resources, guards=[check_query]),
            health.live,
            health.ready,
            metrics.get_metrics,
            reference,
            PAGES,
        ],
        lifespan=[partial(opened, settings)],
        guards=[identify],
        dependencies={
            "app": Provide(services, sync_to_thread=False),
            "who": Provide(holder, sync_to_thread=False),
        },
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY,
        exception_handlers={Exception: _answer},
        before_send=[_add_headers],
        openapi_config=document(),
        logging_config=None,
        debug=False,
    )
    describe_exactly(api)
    api.state[PARAMETERS] = query_parameters(api)
    api.state[PAGE] = page(api.openapi_schema.to_schema())
    share_boards(api)
    limit_requests(api, settings.proxies())
    name_requests(api)
    api.state[metrics.REQUESTS] = count_requests(api)
    answer_heads(api)
    return api


def _answer(request: ApiRequest, error: Exception) -> Response[Problem] | Response[bytes]:
    """Answer an error: programs with a problem, people with a page."""
    path = request.scope["path"]
    if path.startswith(_FOR_PROGRAMS):
        return answer_error(request, error)
    return answer_error_page(request, error)


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        there = {name for name, _ in headers}
        if _POLICY in there:  # what has a policy of its own says itself who may frame it
            there.add(_FRAMES)
        if is_for_all(scope):
            headers += _READABLE
            there |= {name for name, _ in _READABLE}
        headers += [(name, value) for name, value in _HEADERS if name not in there]
        headers.append((_ID, request_id(scope).encode()))
        message["headers"] = headers
        if methods := asked_for(scope):
            MutableScopeHeaders.from_message(message)["Allow"] = allowed(methods)
