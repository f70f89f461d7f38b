"""Methods of HTTP that no operation has to think of: HEAD wherever GET is, and what OPTIONS tells.

What may live here: what RFC 9110 says of methods, for API, pages and files alike.
"""

from collections.abc import Iterable, Sequence

from litestar import Litestar
from litestar.enums import HttpMethod, ScopeType
from litestar.routes import BaseRoute
from litestar.types import Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPReceiveMessage, WebSocketReceiveMessage


def allowed(methods: Iterable[str]) -> str:
    """Give the header `Allow` of what has handlers for these methods (RFC 9110, 10.2.1)."""
    every = set(methods)
    if HttpMethod.GET in every:
        every.add(HttpMethod.HEAD.value)
    return ", ".join(sorted(every))


def asked_for(scope: Scope) -> set[str]:
    """Give to OPTIONS the methods of the path: the framework tells those of its first operation."""
    if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.OPTIONS:
        return set()
    routes: Sequence[BaseRoute] = scope["litestar_app"].routes
    path = scope.get("path_template")
    return {method for route in routes if route.path_format == path for method in route.methods}


def answer_heads(api: Litestar) -> None:
    """Have HEAD answered as GET is, without what follows the head (RFC 9110, 9.3.2).

    Whatever is told of a request further in, in counts and limits too, is told of a GET. Who is to
    send on and on is told that nobody is there any more.
    """
    answer = api.asgi_handler

    async def headed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.HEAD:
            await answer(scope, receive, send)
            return
        asked, begun = scope.copy(), False
        asked["method"] = HttpMethod.GET

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def received() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            return {"type": "http.disconnect"} if begun else await receive()

        await answer(asked, received, sent)

    api.asgi_handler = headed
