"""Buckets: how often something may be done, whichever process is asked.

Each act takes one from a bucket, which fills up again by one every so many ms. What is limited, and
by how much, the services say.
"""

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client


class Bucket(msgspec.Struct, frozen=True):
    """One limit: the bucket `name` holds so many, and one comes back every `refill_ms`."""

    name: str
    holds: int
    refill_ms: int


class BucketRepository:
    """Takes from buckets, and fills them up."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def take(self, *buckets: Bucket) -> int:
        """Take one from each, or none at all; give 0, or after how many ms all will hold one."""
        names = [keys.bucket(each.name) for each in buckets]
        values: list[Argument] = []
        for each in buckets:
            values += [each.holds, each.refill_ms]
        return await self._client.call(int, "take", names, values)

    async def fill(self, *buckets: Bucket) -> None:
        """Fill these up again."""
        await self._client.run(int, "DEL", *(keys.bucket(each.name) for each in buckets))
