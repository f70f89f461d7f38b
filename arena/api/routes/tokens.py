"""`/v1/tokens`: an owner's own tokens."""

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import JSONBody

from arena.api.auth import TOKEN_NEEDED
from arena.http.parameters import Holder, Services, TokenId
from arena.http.problems import problems
from arena.service.bearer import DAYS, MOST_DAYS
from arena.service.tokens import NewToken, TokenView
from arena.store.owners import Scope

Days = Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)]


class TokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to make: what it shall cover, and for how many days it shall be good."""

    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Days = DAYS


class RotationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how many days the token that takes the place of another shall be good."""

    days: Days = DAYS


@get("/", summary="List one's tokens", security=TOKEN_NEEDED, responses=problems(401))
async def list_tokens(who: Holder, app: Services) -> list[TokenView]:
    """Gives the own tokens that are good, the first to expire first; of none its text."""
    return await app.tokens.of(who.owner.id)


@post(
    "/",
    summary="Make a token",
    security=TOKEN_NEEDED,
    responses=problems(401, 403, 408, 409, 413, 415, 422),
)
async def make_token(data: JSONBody[TokenRequest], who: Holder, app: Services) -> NewToken:
    """Makes a further token, with no more scopes than the one shown. An owner may have 20.

    The answer holds its text, which cannot be shown again.
    """
    return await app.tokens.make(who, data.scopes, data.days)


@post(
    "/rotate",
    summary="Rotate the token shown",
    security=TOKEN_NEEDED,
    responses=problems(401, 404, 408, 409, 413, 415, 422),
)
async def rotate_token(data: JSONBody[RotationRequest], who: Holder, app: Services) -> NewToken:
    """Makes a token with the scopes of the one shown, which is good for 24 hours more at most.

    The answer holds its text, which cannot be shown again.
    """
    return await app.tokens.rotate(who.token_id, data.days)


@delete(
    "/{token_id:str}",
    summary="Revoke a token",
    security=TOKEN_NEEDED,
    responses=problems(401, 403, 404),
)
async def revoke_token(token_id: TokenId, who: Holder, app: Services) -> None:
    """Makes an own token good for nothing at once, the one shown and the last included.

    It must cover no more than the one shown.
    """
    await app.tokens.revoke(token_id, who)


router = Router("/tokens", route_handlers=[list_tokens, make_token, rotate_token, revoke_token])
