"""Pages made once for all who ask for one at a time: they are the same for everybody.

What may live here: who may share an answer, and for how long it is kept. Whoever has no copy is
told what is so when he asks or later; who looks whether his copy still holds, as the scripts of
pages do, what was so a moment before. Errors are not shared: each names its own request.
"""

import time
from typing import Final, NamedTuple

from litestar.datastructures import Headers
from litestar.enums import HttpMethod, ScopeType
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPRequestEvent

from arena.service.shared_calls import SharedCalls

KEPT_S: Final = 0.5
"""So old may be what those with a copy are told: less than a script leaves between two looks."""
_COPY: Final = "if-none-match"
_WITH: Final = (_COPY, "accept-encoding")
"""Headers that an answer depends on."""
_MOST: Final = 500
"""Characters of these headers and of the address; whoever sends more is answered on his own."""


class _Answer(NamedTuple):
    """A page as it is sent, and until when it is good enough."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    until: float


class SharedPages:
    """The pages of a route, as all who ask at a time are sent them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept = dict[str, _Answer]()
        self._asked = dict[str, HTTPScope]()
        """By key, one of the requests that wait for the next answer."""
        self._answers = SharedCalls(self._find)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as others are answered who ask the same; else as the route does."""
        answer = None
        if scope["type"] == ScopeType.HTTP and (key := _key(scope)) is not None:
            self._asked[key] = scope
            answer = await self._answers.get(key)
        if answer is None:
            await self._app(scope, receive, send)
        else:
            await _send(answer, send)

    async def _find(self, key: str, _sharers: int) -> _Answer | None:
        scope, now = self._asked.pop(key), time.monotonic()
        kept = self._kept.get(key)
        if kept is None or now >= kept.until:
            kept = await self._make(scope, now + KEPT_S)
            self._kept = {key: each for key, each in self._kept.items() if now < each.until}
            if kept is not None and _COPY in Headers.from_scope(scope):
                self._kept[key] = kept
        return kept

    async def _make(self, scope: HTTPScope, until: float) -> _Answer | None:
        """Have the route answer; give that if it is a page, and no error."""
        status, headers, body = 0, tuple[tuple[bytes, bytes], ...](), b""

        async def take(message: Message) -> None:
            nonlocal status, headers, body
            if message["type"] == "http.response.start":
                status, headers = message["status"], tuple(message["headers"])
            elif message["type"] == "http.response.body":
                body += message["body"]

        await self._app(scope, _nothing, take)
        if status in (HTTP_200_OK, HTTP_304_NOT_MODIFIED):
            return _Answer(status, headers, body, until)
        return None


def _key(scope: HTTPScope) -> str | None:
    """Give all that an answer depends on; None for a request that is answered on its own."""
    headers = Headers.from_scope(scope)
    if scope["method"] != HttpMethod.GET or "authorization" in headers:
        return None
    asked = (",".join(headers.getall(name, [])) for name in _WITH)
    key = "\n".join((scope["path"], scope["query_string"].decode("latin-1"), *asked))
    return key if len(key) <= _MOST else None


async def _nothing() -> HTTPRequestEvent:
    """Give the body of a request that has none."""
    return {"type": "http.request", "body": b"", "more_body": False}


async def _send(answer: _Answer, send: Send) -> None:
    headers = list(answer.headers)
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})
