"""Reading the feed: from memory and from the store, however slow a reader or the store is."""

import asyncio
import re
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service import feed
from arena.service.errors import Full, TooMany
from arena.service.feed import Feed, FeedFilter, Reader
from arena.store import keys
from arena.store.client import FILES, Client
from arena.store.epoch import found
from arena.store.errors import StoreAway
from arena.store.feed import GAP, KINDS, place
from tests.mortal import Server

ALL = FeedFilter()
ME = "192.0.2.1"


@pytest.fixture
async def followed(app: App) -> AsyncIterator[Feed]:
    """The feed, with its follower at work."""
    async with app.feed.followed():
        yield app.feed


async def announce(client: Client, times: int, kind: str = "set") -> list[str]:
    """Announce something so often; give the ids."""
    return [
        (await client.run(bytes, "XADD", keys.FEED, "*", "v", "1", "kind", kind)).decode()
        for _ in range(times)
    ]


async def read(reader: Reader, count: int) -> list[str]:
    """Give the ids of so many announcements, and of what else comes with them."""
    came = list[str]()
    while len(came) < count:
        came += [each.id for each in await reader.next() or ()]
    return came


async def test_readers_at_any_place_get_the_same(
    app: App, followed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether what they want is remembered, is the store's to tell, or comes meanwhile."""
    monkeypatch.setattr(feed, "_REMEMBERED", 50)
    monkeypatch.setattr(feed, "PAGE", 7)
    ids = await announce(app.store.client, 100)
    places = {"0": 0, ids[20]: 21, ids[80]: 81, None: 100}
    readers = [await followed.open(ME, ALL, since, follow=True) for since in places]
    reading = [
        asyncio.create_task(read(reader, 200 - start))
        for reader, start in zip(readers, places.values(), strict=True)
    ]
    ids += await announce(app.store.client, 100)

    for task, start in zip(reading, places.values(), strict=True):
        assert await task == ids[start:]


async def test_what_is_remembered_costs_the_store_nothing(
    app: App, followed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who is up to date looks into the store at no time, however many there are."""
    early = await followed.open(ME, ALL, None, follow=True)
    reading = asyncio.create_task(early.next())
    await asyncio.sleep(0.05)
    await announce(app.store.client, 1)
    await reading  # he was waiting for it, so it is remembered by now
    readers = [await followed.open(ME, ALL, None, follow=True) for _ in range(20)]

    async def look_up(_: str) -> None:
        pytest.fail("a reader looked into the store")

    monkeypatch.setattr(followed, "stored", look_up)
    ids = await announce(app.store.client, 5)
    for reader in readers:
        assert await read(reader, 5) == ids


async def test_a_reader_is_told_that_he_is_still_there(
    app: App, followed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where something comes all the time that he does not want."""
    monkeypatch.setattr(feed, "KEEP_ALIVE_S", 0.3)
    reader = await followed.open(ME, FeedFilter(kinds=("start",)), None, follow=True)
    assert await reader.next() == []

    (first,) = await announce(app.store.client, 1)
    reading = asyncio.create_task(reader.next())
    while not reading.done():
        await announce(app.store.client, 1)
        await asyncio.sleep(0.02)
    assert await reading == []
    assert place(reader.at) > place(first)


async def test_a_reader_learns_that_the_store_has_lost_what_he_had(
    app: App, followed: Feed
) -> None:
    """While he reads, as after a power cut; then he goes on with what comes next."""
    ids = await announce(app.store.client, 3)
    reader = await followed.open(ME, ALL, "0", follow=True)
    assert await read(reader, 3) == ids
    await app.store.client.run(int, "XDEL", keys.FEED, ids[-1])
    ids += await announce(app.store.client, 1)

    page = await reader.next() or []
    assert [each.kind for each in page] == [GAP, "set"]
    assert page[-1].id == ids[-1]
    ids += await announce(app.store.client, 1)
    assert await read(reader, 1) == ids[-1:]


async def test_there_is_room_for_so_many_readers(
    followed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At an address, and in all; whoever goes leaves room, and nobody is counted for ever."""
    monkeypatch.setattr(feed, "MOST_OF_CLIENT", 2)
    monkeypatch.setattr(feed, "MOST_READERS", 3)
    first, _, third = [
        await followed.open(client, ALL, "0", follow=True) for client in (ME, ME, "192.0.2.2")
    ]

    with pytest.raises(TooMany, match="at most 2 readers at this address") as refused:
        await followed.open(ME, ALL, "0", follow=True)
    assert refused.type is TooMany
    with pytest.raises(Full, match="no room"):
        await followed.open("192.0.2.3", ALL, "0", follow=True)
    third.close()
    (await followed.open("192.0.2.3", ALL, "0", follow=True)).close()
    first.close()
    await followed.open(ME, ALL, "0", follow=True)


async def test_all_readers_go_when_the_feed_is_closed(followed: Feed) -> None:
    """At once, and nobody is let in any more."""
    readers = [await followed.open(ME, ALL, None, follow=True) for _ in range(3)]
    reading = [asyncio.create_task(each.next()) for each in readers]
    await asyncio.sleep(0)
    followed.close()

    assert await asyncio.gather(*reading) == [None, None, None]
    with pytest.raises(Full):
        await followed.open(ME, ALL, None, follow=True)


async def test_an_outage_of_the_store_ends_all_readers_until_it_is_back(
    mortal: Server, tmp_path: Path
) -> None:
    """Nobody is to think that nothing happens; whoever comes again has missed nothing."""
    settings = Settings(redis_url=mortal.url, data=tmp_path)
    async with open_app(settings) as app, app.feed.followed():
        ids = await announce(app.store.client, 1)
        readers = [await app.feed.open(ME, ALL, since, follow=True) for since in (None, ids[0])]
        reading = [asyncio.create_task(each.next()) for each in readers]
        mortal.stop()
        assert await asyncio.gather(*reading) == [None, None]
        assert app.feed.readers == 0
        for since in (None, ids[0]):
            with pytest.raises(StoreAway):
                await app.feed.open(ME, ALL, since, follow=True)
        mortal.start()
        found(mortal.url, mortal.data)

        ids += await announce(app.store.client, 1)
        came = None
        while came is None:  # a look from before may still find nothing, and end readers once more
            came = await (await app.feed.open(ME, ALL, ids[0], follow=True)).next()
        assert [each.id for each in came] == ids[1:]


def test_every_kind_that_is_announced_is_documented() -> None:
    """Functions announce; whoever adds a kind there says what it means here."""
    folder = files("arena.store").joinpath("functions")
    code = "".join(folder.joinpath(name).read_text() for name in FILES)
    named = set(re.findall(r"announce\(\S+ 'kind', '(\w+)'", code))

    assert named <= KINDS.keys()
    assert {"set", "finish", "bot_released"} <= named
