"""Use cases: make an owner with a token, and find out who holds a token."""

import secrets
from collections.abc import Callable
from typing import get_args

import msgspec

from arena.service.bearer import DAYS, FORM, draw, id_of, proves
from arena.service.clock import now_ms
from arena.service.errors import Forbidden, Unauthorised
from arena.service.naming import clean_name
from arena.store.owners import Owner, OwnerRepository, Scope


class Identity(msgspec.Struct, frozen=True):
    """Whoever holds a good token, what the token covers, and which it is."""

    owner: Owner
    scopes: tuple[Scope, ...]
    token_id: str

    def require(self, scope: str) -> None:
        """Raise Forbidden unless the token covers `scope`."""
        if scope not in self.scopes:
            had = ", ".join(self.scopes)
            raise Forbidden(f"this needs a token with the scope {scope}; yours covers {had}")


class Owners:
    """Owners, and who they are by their tokens; see `arena.service.tokens` for further ones."""

    def __init__(self, repository: OwnerRepository) -> None:
        self._repository = repository

    async def create(
        self, name: str, scopes: tuple[Scope, ...], days: int = DAYS
    ) -> tuple[Owner, str]:
        """Make an owner; give it with its token, which cannot be shown again.

        Raises Invalid for a name or scopes that cannot be taken.
        """
        owner = Owner(
            id=secrets.token_hex(16),
            name=clean_name("name", name),
            verify=secrets.token_hex(16),
            created_ms=now_ms(),
        )
        token = draw(owner.id, scopes, days)
        await self._repository.add(owner, token.kept, token.expires_ms)
        return owner, token.text

    async def greet_organiser(self, show: Callable[[str], None]) -> None:
        """Make the first organiser of a store, once, and show the token, which covers everything.

        If that is interrupted, the next call makes and shows another: none is lost unseen.
        """
        if await self._repository.organiser() is None:
            owner, token = await self.create("organiser", get_args(Scope))
            show(token)
            await self._repository.set_organiser(owner.id)

    async def authenticate(self, token: str) -> Identity:
        """Give who holds this token; raise Unauthorised if nobody does.

        The store is asked each time, so that a token that is revoked is good for nothing at once.
        Whether one is unknown, wrong, expired or revoked, the answer and the work are the same.
        """
        token_id = id_of(token)
        if token_id is None:
            raise Unauthorised(f"token: expected {FORM}, got another text or a mistyped one")
        kept = await self._repository.token(token_id)
        proven = proves(token, kept)
        owner = await self._repository.get(kept.owner) if kept and proven else None
        if kept is None or owner is None:
            raise Unauthorised(
                "token: expected one that is good here, got one that is not, or no longer"
            )
        return Identity(owner, kept.scopes, kept.id)
