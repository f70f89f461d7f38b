"""Buckets: limits that hold whichever process is asked."""

import asyncio

from arena.store.buckets import Bucket
from arena.store.store import Store

DAY_MS = 86_400_000


async def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait(store: Store) -> None:
    """Also when many ask at once: the store counts."""
    bucket = Bucket("calls", 3, DAY_MS)

    waits = await asyncio.gather(*(store.buckets.take(bucket) for _ in range(10)))

    assert sorted(waits)[:3] == [0, 0, 0]
    assert all(DAY_MS - 60_000 < wait <= DAY_MS for wait in sorted(waits)[3:])


async def test_a_bucket_fills_up_again(store: Store) -> None:
    """One comes back after its time, and not before."""
    bucket = Bucket("calls", 1, 300)

    assert await store.buckets.take(bucket) == 0
    wait = await store.buckets.take(bucket)
    assert 0 < wait <= 300
    await asyncio.sleep(wait / 1_000 + 0.01)
    assert await store.buckets.take(bucket) == 0


async def test_nothing_is_taken_where_one_bucket_is_empty(store: Store) -> None:
    """Whoever is refused by one limit has not used up another."""
    empty, other = Bucket("empty", 1, DAY_MS), Bucket("other", 1, DAY_MS)
    await store.buckets.take(empty)

    assert await store.buckets.take(other, empty) > 0
    assert await store.buckets.take(other) == 0


async def test_what_was_taken_for_nothing_is_given_back(store: Store) -> None:
    """One, and never more than the bucket holds."""
    bucket = Bucket("calls", 2, DAY_MS)
    await store.buckets.give(bucket)
    taken = [await store.buckets.take(bucket) for _ in range(3)]
    await store.buckets.give(bucket)

    assert [wait > 0 for wait in taken] == [False, False, True]
    assert await store.buckets.take(bucket) == 0
    assert await store.buckets.take(bucket) > 0


async def test_a_bucket_may_be_looked_at_without_taking_from_it(store: Store) -> None:
    """What depends on another limit is refused while that is used up, and does not use it up."""
    own, other = Bucket("own", 9, DAY_MS), Bucket("other", 1, DAY_MS)

    assert [await store.buckets.take(own, unless_empty=[other]) for _ in range(2)] == [0, 0]
    await store.buckets.take(other)
    assert await store.buckets.take(own, unless_empty=[other]) > 0
    await store.buckets.give(other)
    assert await store.buckets.take(own, unless_empty=[other]) == 0


async def test_as_many_are_taken_at_once_as_there_are(store: Store) -> None:
    """Just as if they had been taken one by one; a wait is told for the next."""
    bucket = Bucket("calls", 5, DAY_MS)

    assert (await store.buckets.take_many(bucket, 3))[0] == 3
    taken, wait = await store.buckets.take_many(bucket, 3)
    assert taken == 2
    assert DAY_MS - 60_000 < wait <= DAY_MS
    assert (await store.buckets.take_many(bucket, 3))[0] == 0
    assert await store.buckets.take(bucket) > 0
    await store.buckets.give(bucket)
    assert (await store.buckets.take_many(bucket, 3))[0] == 1


async def test_a_bucket_fills_by_parts_of_a_millisecond(store: Store) -> None:
    """As where ten thousand a second are allowed."""
    bucket = Bucket("calls", 10, 0.1)

    taken = [await store.buckets.take(bucket) for _ in range(200)]
    assert sum(wait == 0 for wait in taken) > 10
    assert all(wait <= 1 for wait in taken)
