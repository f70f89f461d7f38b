"""Owners and their tokens. Of a token only its SHA-256 is kept, and that only until it expires."""

from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client

MOST_TOKENS = 20
"""Tokens that an owner may have at a time."""
Scope = Literal["organiser", "contestant", "viewer"]
Kept = Literal["OK", "FULL", "GONE"]
_KEPT: dict[bytes, Kept] = {b"OK": "OK", b"FULL": "FULL", b"GONE": "GONE"}


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """A person: has bots, enters and opens tournaments.

    `verify` is public: a bot's `GET` states it to prove that the endpoint's owner wants it to play.
    """

    id: str
    name: str
    verify: str
    created_ms: int


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a token: whose it is, what it may do, and the hash of its text.

    `id` is its public part. When it expires, only the store says.
    """

    id: str
    owner: str
    scopes: tuple[Scope, ...]
    sha256: bytes
    created_ms: int


class OwnerRepository:
    """Reads and writes owners and tokens. Times at which tokens expire are ms since 1970."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, owner: Owner, token: Token, expires_ms: int) -> None:
        """Store a new owner with a first token."""
        names = [keys.owner(owner.id), keys.token(token.id), keys.owner_tokens(owner.id)]
        values = [msgspec.msgpack.encode(owner), *_values(token, expires_ms)]
        await self._client.step(bytes, "add_owner", names, values)

    async def get(self, owner_id: str) -> Owner | None:
        """Give the owner of this id."""
        return await self._client.get(keys.owner(owner_id), Owner)

    async def get_many(self, owner_ids: list[str]) -> list[Owner | None]:
        """Give the owners of these ids, in their order."""
        return await self._client.get_many([keys.owner(each) for each in owner_ids], Owner)

    async def token(self, token_id: str) -> Token | None:
        """Give the token whose public part is `token_id`, unless it has expired."""
        return await self._client.get(keys.token(token_id), Token)

    async def tokens(self, owner_id: str) -> list[tuple[Token, int]]:
        """Give an owner's tokens with the ms at which each expires, the first to do so first."""
        listed = ("ZRANGE", keys.owner_tokens(owner_id), 0, -1, "WITHSCORES")
        flat = [each.decode() for each in await self._client.run(list[bytes], *listed)]
        found = await self._client.get_many([keys.token(each) for each in flat[::2]], Token)
        pairs = zip(found, flat[1::2], strict=True)
        return [(token, int(expires)) for token, expires in pairs if token is not None]

    async def add_token(self, token: Token, expires_ms: int) -> bool:
        """Store a further token; give False, with nothing stored, for one over `MOST_TOKENS`."""
        names = [keys.token(token.id), keys.owner_tokens(token.owner)]
        values = [*_values(token, expires_ms), MOST_TOKENS]
        return await self._client.step(bytes, "add_token", names, values) == b"OK"

    async def rotate_token(self, token: Token, expires_ms: int, old_id: str, until_ms: int) -> Kept:
        """Store a token in place of its owner's `old_id`, which expires at `until_ms` or earlier.

        `FULL` if the owner has `MOST_TOKENS`, `GONE` if the old one has expired or is revoked:
        nothing is stored then.
        """
        names = [keys.token(token.id), keys.owner_tokens(token.owner), keys.token(old_id)]
        values = [*_values(token, expires_ms), MOST_TOKENS, old_id, until_ms]
        return _KEPT[await self._client.step(bytes, "rotate_token", names, values)]

    async def revoke_token(self, token: Token) -> None:
        """Forget a token: it is good for nothing from now on."""
        names = [keys.token(token.id), keys.owner_tokens(token.owner)]
        await self._client.step(bytes, "revoke_token", names, [token.id])

    async def organiser(self) -> str | None:
        """Give the id of the first organiser, if there is one who was shown the token."""
        found = await self._client.find(bytes, "GET", keys.ORGANISER)
        return None if found is None else found.decode()

    async def set_organiser(self, owner_id: str) -> None:
        """Keep that the first organiser was shown the token."""
        await self._client.run(bytes, "SET", keys.ORGANISER, owner_id)


def _values(token: Token, expires_ms: int) -> list[Argument]:
    """Give what all functions that keep a token take of it."""
    return [token.id, msgspec.msgpack.encode(token), expires_ms]
