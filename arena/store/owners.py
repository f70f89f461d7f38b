"""Owners and their tokens. Of a token only its SHA-256 is kept."""

from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Client

Scope = Literal["organiser", "contestant", "viewer"]


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """A person: has bots, enters and opens tournaments.

    `verify` is public: a bot's `GET` states it to prove that the endpoint's owner wants it to play.
    """

    id: str
    name: str
    verify: str
    created_ms: int


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a token: whose it is, what it may do, and the hash of its text."""

    owner: str
    scopes: tuple[Scope, ...]
    sha256: bytes


class OwnerRepository:
    """Reads and writes owners and tokens."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, owner: Owner, token_id: str, token: Token) -> None:
        """Store a new owner with a first token."""
        await self._client.put(
            {keys.owner(owner.id): owner, keys.token(token_id): token},
        )

    async def get(self, owner_id: str) -> Owner | None:
        """Give the owner of this id."""
        return await self._client.get(keys.owner(owner_id), Owner)

    async def get_many(self, owner_ids: list[str]) -> list[Owner | None]:
        """Give the owners of these ids, in their order."""
        return await self._client.get_many([keys.owner(each) for each in owner_ids], Owner)

    async def token(self, token_id: str) -> Token | None:
        """Give the token whose public part is `token_id`."""
        return await self._client.get(keys.token(token_id), Token)

    async def organiser(self) -> str | None:
        """Give the id of the first organiser, if there is one who was shown the token."""
        found = await self._client.find(bytes, "GET", keys.ORGANISER)
        return None if found is None else found.decode()

    async def set_organiser(self, owner_id: str) -> None:
        """Keep that the first organiser was shown the token."""
        await self._client.run(bytes, "SET", keys.ORGANISER, owner_id)
