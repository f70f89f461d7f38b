"""Shared reads: asked once for many, and nobody is told what was so before he asked."""

import asyncio

import pytest

from arena.service.shared_calls import SharedCalls
from arena.store.errors import StoreAway


class Store:
    """Counts how often it is read; each read waits until it is let go."""

    def __init__(self) -> None:
        self.reads, self.go, self.sharers = 0, asyncio.Event(), list[int]()

    async def read(self, key: str, sharers: int) -> str:
        """Give which read this is."""
        self.reads += 1
        self.sharers.append(sharers)
        number = self.reads
        await self.go.wait()
        if key == "away":
            raise StoreAway(key)
        if key == "broken":
            raise RuntimeError(key)
        return f"{key} {number}"


async def test_who_comes_during_a_read_shares_the_next_one() -> None:
    """What he is told was read after he asked."""
    store = Store()
    calls = SharedCalls(store.read)
    early = asyncio.create_task(calls.get("a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert store.reads == 1
    late = [asyncio.create_task(calls.get("a")) for _ in range(10)]
    await asyncio.sleep(0)
    store.go.set()

    assert await early == "a 1"
    assert set(await asyncio.gather(*late)) == {"a 2"}
    assert await calls.get("a") == "a 3"


async def test_reads_of_different_keys_do_not_wait_for_each_other() -> None:
    """Nor do they share anything."""
    store = Store()
    calls = SharedCalls(store.read)
    both = [asyncio.create_task(calls.get(key)) for key in "ab"]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert store.reads == 2
    store.go.set()

    assert await asyncio.gather(*both) == ["a 1", "b 2"]


async def test_a_read_outlives_who_asked_for_it() -> None:
    """One who goes takes nothing from the others."""
    store = Store()
    calls = SharedCalls(store.read)
    first, second = [asyncio.create_task(calls.get("a")) for _ in range(2)]
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    store.go.set()

    assert await second == "a 1"


async def test_a_read_that_fails_fails_for_all_and_is_made_again() -> None:
    """The next who asks is not told of it."""
    store = Store()
    store.go.set()
    calls = SharedCalls(store.read)
    found = await asyncio.gather(*(calls.get("broken") for _ in range(3)), return_exceptions=True)

    assert [type(each) for each in found] == [RuntimeError] * 3
    assert store.reads == 1
    with pytest.raises(RuntimeError):
        await calls.get("broken")
    assert store.reads == 2


async def test_each_has_a_place_among_those_who_share() -> None:
    """And what is called knows how many they are."""
    store = Store()
    calls = SharedCalls(store.read)
    first = asyncio.create_task(calls.join("a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = [asyncio.create_task(calls.join("a")) for _ in range(3)]
    await asyncio.sleep(0)
    store.go.set()

    assert await first == (0, "a 1")
    assert await asyncio.gather(*others) == [(0, "a 2"), (1, "a 2"), (2, "a 2")]
    assert store.sharers == [1, 3]


async def test_a_store_that_is_away_is_waited_for_once() -> None:
    """Who waits for the next read is told with those who made the one before."""
    store = Store()
    calls = SharedCalls(store.read)
    first = asyncio.create_task(calls.get("away"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    second = asyncio.create_task(calls.get("away"))
    await asyncio.sleep(0)
    store.go.set()
    found = await asyncio.gather(first, second, return_exceptions=True)

    assert [type(each) for each in found] == [StoreAway] * 2
    assert store.reads == 1
    with pytest.raises(StoreAway):
        await calls.get("away")
    assert store.reads == 2
