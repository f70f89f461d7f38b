"""Use cases: the tokens of an owner: list them, make a further one, rotate one, revoke one.

Who has the store may do so with any; over the API an owner does with his own.
"""

import re

import msgspec

from arena.service.bearer import Drawn, draw
from arena.service.clock import DAY_MS, now_ms
from arena.service.errors import Conflict, NotFound
from arena.service.owners import Identity
from arena.store.owners import MOST_TOKENS, OwnerRepository, Scope, Token

_OWNER_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_TOKEN_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
OVERLAP_MS = DAY_MS
"""For how long a token that was rotated is still good."""


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token as its owner may see it: not its text. From `expires_ms` on it is good no more."""

    id: str
    scopes: tuple[Scope, ...]
    created_ms: int
    expires_ms: int


class NewToken(TokenView, frozen=True, kw_only=True):
    """A token that was just made. `token` is its text, which cannot be shown again."""

    token: str


class Tokens:
    """Tokens of owners. One that has expired or was revoked is not there."""

    def __init__(self, repository: OwnerRepository) -> None:
        self._repository = repository

    async def of(self, owner_id: str) -> list[TokenView]:
        """Give the tokens of an owner, the first to expire first; raise NotFound."""
        await self._check_owner(owner_id)
        return [
            TokenView(
                id=token.id,
                scopes=token.scopes,
                created_ms=token.created_ms,
                expires_ms=expires_ms,
            )
            for token, expires_ms in await self._repository.tokens(owner_id)
        ]

    async def make(self, who: Identity, scopes: tuple[Scope, ...], days: int) -> NewToken:
        """Make a token that covers no more than the one shown; raise Forbidden, Conflict."""
        for scope in scopes:
            who.require(scope)
        return await self.add(who.owner.id, scopes, days)

    async def add(self, owner_id: str, scopes: tuple[Scope, ...], days: int) -> NewToken:
        """Make a token for an owner; raise NotFound, Invalid, and Conflict at `MOST_TOKENS`."""
        await self._check_owner(owner_id)
        drawn = draw(owner_id, scopes, days)
        if not await self._repository.add_token(drawn.kept, drawn.expires_ms):
            raise _too_many()
        return _new(drawn)

    async def rotate(self, token_id: str, days: int) -> NewToken:
        """Make a token with the scopes of this one, which is good for `OVERLAP_MS` more at most.

        Raises NotFound, and Conflict if its owner has `MOST_TOKENS`.
        """
        old = await self._find(token_id)
        drawn = draw(old.owner, old.scopes, days)
        until_ms = now_ms() + OVERLAP_MS
        kept = await self._repository.rotate_token(drawn.kept, drawn.expires_ms, old.id, until_ms)
        if kept == "GONE":
            raise _absent(token_id)
        if kept == "FULL":
            raise _too_many()
        return _new(drawn)

    async def revoke(self, token_id: str, who: Identity | None = None) -> None:
        """Make a token good for nothing, at once and everywhere; raise NotFound.

        With `who`, only an own one, and Forbidden for one that covers more than the one shown; it
        may be that itself, and the last.
        """
        token = await self._find(token_id)
        if who is not None:
            _check_covers(who, token)
        await self._repository.revoke_token(token)

    async def _find(self, token_id: str) -> Token:
        formed = _TOKEN_ID.fullmatch(token_id)
        token = await self._repository.token(token_id) if formed else None
        if token is None:
            raise _absent(token_id)
        return token

    async def _check_owner(self, owner_id: str) -> None:
        formed = _OWNER_ID.fullmatch(owner_id)
        if not formed or await self._repository.get(owner_id) is None:
            raise NotFound(f"there is no owner {owner_id[:80]!a}")


def _check_covers(who: Identity, token: Token) -> None:
    """Raise NotFound for somebody else's token, Forbidden for one that covers more than `who`."""
    if token.owner != who.owner.id:
        raise _absent(token.id)
    for scope in token.scopes:
        if scope != "viewer":  # nothing needs it
            who.require(scope)


def _absent(token_id: str) -> NotFound:
    return NotFound(f"there is no token {token_id[:80]!a}")


def _too_many() -> Conflict:
    return Conflict(
        f"tokens: expected fewer than {MOST_TOKENS} before another is made; revoke one first"
    )


def _new(drawn: Drawn) -> NewToken:
    return NewToken(
        id=drawn.kept.id,
        scopes=drawn.kept.scopes,
        created_ms=drawn.kept.created_ms,
        expires_ms=drawn.expires_ms,
        token=drawn.text,
    )
