"""`/metrics`: how the arena is, for whoever watches over it."""

from typing import Final

from litestar import get
from litestar.datastructures import Headers
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.response.base import ASGIResponse
from litestar.types import Scope

from arena.api.auth import PUBLIC
from arena.api.metrics import MEDIA_TYPE, RequestMetrics, render
from arena.http.parameters import Services
from arena.http.problems import ApiRequest, problems
from arena.match.guard import Network, is_in, literal

REQUESTS: Final = "request_metrics"
"""Where the application's state has the counts of requests."""
_ANSWER: Final = {
    200: ResponseSpec(str, False, "The metrics, each with what it is.", MediaType.TEXT)
}
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-real-ip")


@get(
    "/metrics",
    summary="Metrics for Prometheus",
    security=PUBLIC,
    responses={**_ANSWER, **problems(404)},
    tags=["health"],
)
async def get_metrics(request: ApiRequest, app: Services) -> ASGIResponse:
    """Gives the metrics of the arena and of this process, in the text format.

    To whoever asks from elsewhere than the operator allows there is nothing here.
    """
    if not _may_ask(request.scope, app.settings.metrics_networks()):
        raise NotFoundException
    requests: RequestMetrics = request.app.state[REQUESTS]
    body = render(await app.metrics.look(), requests)
    return ASGIResponse(body=body, media_type=MEDIA_TYPE)


def _may_ask(scope: Scope, allowed: tuple[Network, ...]) -> bool:
    """Say whether who is connected may be told, and asks for nobody else: a proxy is near to us."""
    headers, client = Headers.from_scope(scope), scope["client"]
    if client is None or any(name in headers for name in _FORWARDED):
        return False
    address = literal(client[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return address is not None and is_in(mapped or address, allowed)
