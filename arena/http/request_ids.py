"""The id of a request: in its answer, in a problem, and in every line that is logged of it.

What may live here: where such an id comes from and where it goes.
"""

import re
import secrets

from litestar import Litestar
from litestar.types import Receive, Scope, Send
from structlog.contextvars import bound_contextvars

HEADER = "X-Request-Id"
_NAME = HEADER.lower().encode()
_GOOD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_STATE = "request_id"
"""Where a request's state has its id."""
_BYTES = 8


def name_requests(api: Litestar) -> None:
    """Give each request an id before anything else: that of its header if it is good, or a new one.

    So those who call us, and proxies between, may name a request, and find in our log what they
    have in theirs; they choose a value in our lines, and nothing but that.
    """
    answer = api.asgi_handler

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"][_STATE] = request_id = _given(scope) or secrets.token_hex(_BYTES)
        with bound_contextvars(request=request_id):
            await answer(scope, receive, send)

    api.asgi_handler = named


def request_id(scope: Scope) -> str:
    """Give the id of a request."""
    return str(scope["state"][_STATE])


def _given(scope: Scope) -> str | None:
    """Give the id that a request brings with it, if it is good."""
    given = dict(scope["headers"]).get(_NAME, b"").decode("latin-1")
    return given if _GOOD.fullmatch(given) else None
