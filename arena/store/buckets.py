"""Buckets: how often something may be done, whichever process is asked.

Each act takes one from a bucket, which fills up again by one every so many ms. What is limited, and
by how much, the services say.
"""

from collections.abc import Sequence

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client


class Bucket(msgspec.Struct, frozen=True):
    """One limit: the bucket `name` holds so many, and one comes back every `refill_ms`.

    In any time of `refill_ms` there are at most `holds` acts.
    """

    name: str
    holds: int
    refill_ms: float


class BucketRepository:
    """Takes from buckets, and gives back."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def take(self, *buckets: Bucket, unless_empty: Sequence[Bucket] = ()) -> int:
        """Take one from each, or none at all where one of either kind is empty.

        Gives 0, or after how many ms all will hold one.
        """
        values: list[Argument] = [len(buckets)]
        for each in (*buckets, *unless_empty):
            values += [each.holds, _refill_us(each)]
        return await self._client.call(int, "take", _names(*buckets, *unless_empty), values)

    async def take_many(self, bucket: Bucket, wanted: int) -> tuple[int, int]:
        """Take so many from one, or as many as there are.

        Gives how many, and after how many ms it will hold one more than these.
        """
        values: list[Argument] = [bucket.holds, _refill_us(bucket), wanted]
        return await self._client.call(tuple[int, int], "take_many", _names(bucket), values)

    async def give(self, *buckets: Bucket) -> None:
        """Give one back to each: what was taken was not for what they limit."""
        values: list[Argument] = [_refill_us(each) for each in buckets]
        await self._client.call(int, "give", _names(*buckets), values)


def _names(*buckets: Bucket) -> list[str]:
    return [keys.bucket(each.name) for each in buckets]


def _refill_us(bucket: Bucket) -> int:
    return round(bucket.refill_ms * 1_000)
