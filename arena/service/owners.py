"""Use cases: make an owner with a token, and find out who holds a token."""

import re
import secrets
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from typing import get_args

import msgspec

from arena.service.clock import now_ms
from arena.service.errors import Forbidden, Invalid, Unauthorised
from arena.service.naming import clean_name
from arena.store.owners import Owner, OwnerRepository, Scope, Token

_TOKEN = re.compile(r"arena_([0-9a-f]{16})_[A-Za-z0-9_-]{43}", re.ASCII)


class Identity(msgspec.Struct, frozen=True):
    """Whoever holds a good token, and what the token covers."""

    owner: Owner
    scopes: tuple[Scope, ...]

    def require(self, scope: Scope) -> None:
        """Raise Forbidden unless the token covers `scope`."""
        if scope not in self.scopes:
            had = ", ".join(self.scopes)
            raise Forbidden(f"this needs a token with the scope {scope}; yours covers {had}")


class Owners:
    """Owners and tokens. A token is `arena_<id>_<32 random bytes>`; only its SHA-256 is kept."""

    def __init__(self, repository: OwnerRepository) -> None:
        self._repository = repository

    async def create(self, name: str, scopes: tuple[Scope, ...]) -> tuple[Owner, str]:
        """Make an owner; give it with its token, which cannot be shown again.

        Raises Invalid for a name or scopes that cannot be taken.
        """
        if not scopes:
            raise Invalid("scopes", "expected at least one of organiser, contestant, viewer")
        owner = Owner(
            id=secrets.token_hex(16),
            name=clean_name("name", name),
            verify=secrets.token_hex(16),
            created_ms=now_ms(),
        )
        token_id = secrets.token_hex(8)
        text = f"arena_{token_id}_{secrets.token_urlsafe(32)}"
        token = Token(owner=owner.id, scopes=scopes, sha256=sha256(text.encode()).digest())
        await self._repository.add(owner, token_id, token)
        return owner, text

    async def greet_organiser(self, show: Callable[[str], None]) -> None:
        """Make the first organiser of a store, once, and show the token, which covers everything.

        If that is interrupted, the next call makes and shows another: none is lost unseen.
        """
        if await self._repository.organiser() is None:
            owner, token = await self.create("organiser", get_args(Scope))
            show(token)
            await self._repository.set_organiser(owner.id)

    async def authenticate(self, token: str) -> Identity:
        """Give who holds this token; raise Unauthorised if nobody does."""
        match = _TOKEN.fullmatch(token)
        kept = await self._repository.token(match[1]) if match else None
        if kept is None or not compare_digest(sha256(token.encode()).digest(), kept.sha256):
            raise Unauthorised("token: expected one that was made here, got another")
        owner = await self._repository.get(kept.owner)
        if owner is None:
            raise Unauthorised("token: its owner is no longer here")
        return Identity(owner, kept.scopes)
