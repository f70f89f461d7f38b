"""Use cases: make an owner with a token, and find out who holds a token."""

import msgspec

from arena.service.errors import Forbidden
from arena.store.owners import Owner, OwnerRepository, Scope


class Identity(msgspec.Struct, frozen=True):
    """Whoever holds a good token, and what the token covers."""

    owner: Owner
    scopes: tuple[Scope, ...]

    def require(self, scope: Scope) -> None:
        """Raise Forbidden unless the token covers `scope`."""
        if scope not in self.scopes:
            raise Forbidden(f"this needs a token with the scope {scope}; yours has {self.scopes}")


class Owners:
    """Owners and tokens. A token is `arena_<id>_<32 random bytes>`; only its SHA-256 is kept."""

    def __init__(self, repository: OwnerRepository) -> None:
        self._repository = repository

    async def create(self, name: str, scopes: tuple[Scope, ...]) -> tuple[Owner, str]:
        """Make an owner; give it with its token, which cannot be shown again.

        Raises Invalid for a name or scopes that cannot be taken.
        """
        raise NotImplementedError

    async def authenticate(self, token: str) -> Identity:
        """Give who holds this token; raise Unauthorised if nobody does."""
        raise NotImplementedError
