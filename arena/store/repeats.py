"""What a request with an idempotency key came to, so that it can come again and is done once."""

from secrets import token_hex
from typing import Annotated

import msgspec

from arena.store import keys
from arena.store.client import Client

KEPT_MS = 24 * 60 * 60 * 1_000
"""So long a request is remembered, with its outcome or without."""


class Repeat(msgspec.Struct, frozen=True):
    """A request by its `fingerprint`, the `attempt` that makes it, and what that came to."""

    fingerprint: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    attempt: str
    outcome: bytes | None = None


class RepeatRepository:
    """Keeps outcomes by owner and key."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def begin(self, owner_id: str, key: str, fingerprint: bytes) -> tuple[Repeat, bool]:
        """Give the request under this key, and whether it has just begun and is ours to make."""
        ours = Repeat(fingerprint, token_hex(8))
        name, record = keys.repeat(owner_id, key), msgspec.msgpack.encode(ours)
        await self._client.find(bytes, "SET", name, record, "NX", "PX", KEPT_MS)
        kept = await self._client.get(name, Repeat)
        if kept is None:  # it was given up, or has expired, in between
            return await self.begin(owner_id, key, fingerprint)
        return kept, kept.attempt == ours.attempt

    async def end(self, owner_id: str, key: str, ours: Repeat, outcome: bytes) -> None:
        """Keep the outcome of our request."""
        record = msgspec.msgpack.encode(msgspec.structs.replace(ours, outcome=outcome))
        await self._client.run(bytes, "SET", keys.repeat(owner_id, key), record, "PX", KEPT_MS)

    async def give_up(self, owner_id: str, key: str) -> None:
        """Forget our request: it was refused, and may be made again under the same key."""
        await self._client.run(int, "DEL", keys.repeat(owner_id, key))
