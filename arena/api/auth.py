"""Who is asking: a bearer token, read before anything else of the request.

What may live here: from a header to an Identity. Whether an operation needs a token is said once,
by its `security`, where the OpenAPI document says it too; what a token covers the services check.
"""

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.spec import SecurityRequirement

from arena.api.problems import ApiRequest
from arena.api.services import services
from arena.service.errors import Unauthorised
from arena.service.owners import Identity

TOKEN = "token"
"""The name of the security scheme in the OpenAPI document."""
TOKEN_NEEDED: list[SecurityRequirement] = [{TOKEN: []}]
TOKEN_OPTIONAL: list[SecurityRequirement] = [{}, {TOKEN: []}]


async def identify(
    connection: ASGIConnection[BaseRouteHandler, Identity | None, None, State],
    handler: BaseRouteHandler,
) -> None:
    """Find out who is asking, where the operation wants to know; raise Unauthorised.

    A token that is not known is refused also where none is needed.
    """
    security = handler.resolve_security() if isinstance(handler, HTTPRouteHandler) else []
    connection.scope["user"] = None
    if not security:
        return
    header = connection.headers.get("authorization")
    if header is None and {} in security:
        return
    connection.scope["user"] = await services(connection.app.state).owners.authenticate(
        _token(header)
    )


def holder(request: ApiRequest) -> Identity | None:
    """Give who is asking."""
    return request.user


def _token(header: str | None) -> str:
    expected = "token: expected the header `Authorization: Bearer <token>`"
    if header is None:
        raise Unauthorised(f"{expected}, got none")
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthorised(f"{expected}, got another scheme")
    return token.strip()
