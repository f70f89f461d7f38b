"""Who is asking, and whether their token covers it: known before anything else of the request.

What may live here: from a header to an Identity that may do this. What an operation needs is said
once, by its `security`, where the OpenAPI document says it too; nothing below checks scopes again.
"""

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.spec import SecurityRequirement

from arena.http.clients import caller
from arena.http.problems import ApiRequest
from arena.http.services import services
from arena.service.errors import Unauthorised
from arena.service.owners import Identity
from arena.store.owners import Scope

TOKEN = "token"
"""The name of the security scheme in the OpenAPI document."""
PUBLIC: list[SecurityRequirement] = [{}]
"""Nobody is asked who they are."""
TOKEN_NEEDED: list[SecurityRequirement] = [{TOKEN: []}]
"""Any good token will do."""
TOKEN_OPTIONAL: list[SecurityRequirement] = [{}, {TOKEN: []}]
"""Whoever shows a token, which must be good, may see more."""


def scope_needed(scope: Scope) -> list[SecurityRequirement]:
    """Give the `security` of an operation that takes a token with this scope."""
    return [{TOKEN: [scope]}]


async def identify(
    connection: ASGIConnection[BaseRouteHandler, Identity | None, None, State],
    handler: BaseRouteHandler,
) -> None:
    """Find out who is asking, where the operation wants to know; raise Unauthorised or Forbidden.

    A token that is not known is refused also where none is needed.
    """
    security = handler.resolve_security() if isinstance(handler, HTTPRouteHandler) else []
    wanted = [scope for each in security for scope in each.get(TOKEN, ())]
    connection.scope["user"] = None
    if not any(security):
        return
    header = connection.headers.get("authorization")
    if header is None and {} in security:
        return
    who = await _authenticate(connection, _token(header))
    for scope in wanted:
        who.require(scope)
    connection.scope["user"] = who


async def _authenticate(
    connection: ASGIConnection[BaseRouteHandler, Identity | None, None, State], token: str
) -> Identity:
    """Give who holds this token, counted as a request of theirs, or as a wrong token if nobody."""
    app, client = services(connection.app.state), caller(connection.scope)
    try:
        who = await app.owners.authenticate(token)
    except Unauthorised:
        await app.limits.count_failure(client, token)
        raise
    await app.limits.admit_owner(who, client)
    return who


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
