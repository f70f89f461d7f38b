"""Pages of other sites in a browser: what their scripts may read of us.

What may live here: what the Fetch standard calls CORS and CORP, for API, pages and files alike.

Whatever is answered without a token is told to everybody, so a page of anybody's may have it too:
a contest's own site can show our boards, and a frame that is kept apart (`sandbox`), which has no
origin, its table. What a token is shown for is read by our own pages alone. No preflight is
granted: so none of others can send a token, or a body of JSON, in the first place.
"""

from collections.abc import Mapping
from typing import Final

from litestar.enums import HttpMethod, ScopeType
from litestar.types import Scope

READABLE: Final[Mapping[str, str]] = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Last-Event-ID, Link, Retry-After, X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""On what pages of others may read; where cookies or the like are sent, browsers take no `*`."""
_OPEN: Final = ("/v1/", "/schema", "/static/")


def is_for_all(scope: Scope) -> bool:
    """Say whether this asks, without a token, for what programs or pages are to read."""
    if scope["type"] != ScopeType.HTTP or not scope["path"].startswith(_OPEN):
        return False
    if scope["method"] not in (HttpMethod.GET, HttpMethod.HEAD):
        return False
    return all(name != b"authorization" for name, _ in scope["headers"])
