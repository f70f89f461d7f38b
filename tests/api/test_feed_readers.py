"""Readers of the feed while a contest is played: cut off, slow, or there when the API stops."""

import asyncio
import random
import signal
import socket
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import msgspec
import pytest
from redis import Redis
from yarl import URL

from arena.app import App
from arena.service.feed import MOST_OF_CLIENT
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.feed import Announcement
from arena.tournament.config import Config
from tests.api.acts import start_cup
from tests.api.client import Api
from tests.api.process import running
from tests.api.viewer import FORMS, Viewer, crowd
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, start_contest
from tests.sizes import size
from tests.waiting import until

VIEWERS = 20
RECONNECTS = size(300, 1_000)
CUP = Config(game="sky-5", players=2, rounds=2, mode="rotation")
BOTS = 7
LONG = 5_000
"""Announcements of 2 KB, for sockets to be full soon: a connection takes 3 MB on loopback."""
STUCK = 10
MOST_GROWTH = 40 << 20
"""Bytes: less than what is left of the feed for those who are stuck."""


async def test_reconnects_at_random_lose_and_double_nothing(
    app: App, api_url: str, ada: str, loopback: Loopback
) -> None:
    """Cut off at any byte or moment while a contest is played, each reader has all of it once."""
    who = await app.owners.authenticate(ada)
    view = await start_contest(app, who, loopback, CUP, BOTS * [by_view])
    viewers = [Viewer(api_url, FORMS[number % 2]) for number in range(VIEWERS)]
    watching = [
        asyncio.create_task(is_cut_off(each, random.Random(number), RECONNECTS // VIEWERS))
        for number, each in enumerate(viewers)
    ]
    await play_all(app, view)
    await asyncio.gather(*watching)

    told = await app.store.feed.read("0", 10_000)
    for viewer in viewers:
        await had(viewer, told[-1].id)
        assert viewer.had == told
    await until(lambda: is_free(api_url), "readers who have gone are still counted")


async def is_free(api_url: str) -> bool:
    """Say whether there is room for as many readers as there ever may be."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(api_url, connector=connector) as session:
        return len(await crowd(session)) == MOST_OF_CLIENT


async def is_cut_off(viewer: Viewer, chance: random.Random, times: int) -> None:
    """Read so often, each time up to some byte or moment."""
    for _ in range(times):
        reading = viewer.read(chance.randrange(3_000))
        try:
            await asyncio.wait_for(reading, chance.random() * 0.3)
        except TimeoutError:
            continue


async def had(viewer: Viewer, last: str) -> None:
    """Read until this has come."""
    there = asyncio.Event()

    def look(told: Announcement) -> None:
        if told.id == last:
            there.set()

    if [each.id for each in viewer.had[-1:]] != [last]:
        reading = asyncio.create_task(viewer.read(on=look))
        await there.wait()
        viewer.cut()
        await reading


async def test_what_is_announced_can_be_read(
    app: App, api: Api, api_url: str, ada: str, loopback: Loopback
) -> None:
    """The moment it comes: entries, rounds, results, the end."""
    cup = await start_cup(api, ada, loopback)
    path = f"/v1/tournaments/{cup.id}"
    seen = []
    async with aiohttp.ClientSession(api_url) as session, session.get(f"{path}/feed") as stream:
        playing = asyncio.create_task(play_all(app, cup))
        async for line in stream.content:
            if line != b"\n":
                told = msgspec.json.decode(line, type=Announcement)
                seen.append(told.kind)
                view = (await api.get(path)).read(TournamentView)
                if told.kind == "set":
                    match = f"{told.tournament}-{told.round}-{told.set}-0"
                    assert (await api.get(f"/v1/matches/{match}")).status == 200
                elif told.kind == "round":
                    assert told.round is not None
                    assert view.round >= told.round
                elif told.kind == "finish":
                    assert view.state == "finished"
                    break
    await playing
    assert seen == [*3 * ["set"], "round", *3 * ["set"], "finish"]


@pytest.mark.usefixtures("store_url")
async def test_readers_who_read_nothing_cost_little_and_hold_up_nobody(server_url: str) -> None:
    """The API keeps a few pages for each, and another reader gets all that he would without."""
    ids = fill(server_url)
    with running(server_url) as (process, url), ExitStack() as open_:
        before = memory(process.pid)
        for _ in range(STUCK):
            open_.enter_context(stuck(url))
        viewer = Viewer(url, FORMS[0])
        await viewer.read(most_bytes=LONG * 1_000)
        await had(viewer, ids[-1])

        assert [each.id for each in viewer.had] == ids
        assert memory(process.pid) - before < MOST_GROWTH


def fill(store_url: str) -> list[str]:
    """Announce a lot; give the ids."""
    with Redis.from_url(store_url) as redis, redis.pipeline(transaction=False) as pipe:
        for _ in range(LONG):
            pipe.xadd(keys.FEED, {"v": 1, "kind": "x" * 2_000})
        return [each.decode() for each in pipe.execute()]


def stuck(url: str) -> socket.socket:
    """Give a connection that asks for all of the feed and takes nothing of it."""
    at = URL(url)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    connection.connect((at.host, at.port))
    connection.sendall(b"GET /v1/feed?since=0 HTTP/1.1\r\nHost: arena\r\n\r\n")
    return connection


def memory(pid: int) -> int:
    """Give the bytes of memory that the worker of a server has."""
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = Path(f"/proc/{child}/statm").read_text().split()[1]
    return int(pages) * 4_096


@pytest.mark.usefixtures("store_url")
async def test_readers_are_let_go_when_the_api_stops(server_url: str) -> None:
    """At once and in order, so that they come again where the feed is; nobody is waited for."""
    with running(server_url) as (process, url):
        async with aiohttp.ClientSession(url) as session:
            streams = [
                await session.get("/v1/feed", headers={"Accept": form}) for form in 3 * FORMS
            ]
            process.send_signal(signal.SIGTERM)
            bodies = await asyncio.gather(*(each.text() for each in streams))
        _, errors = await asyncio.to_thread(process.communicate, timeout=60)

    assert bodies == 3 * ["\n", ":\nid: 0\n\n"]
    assert (process.returncode, errors) == (0, b"")
