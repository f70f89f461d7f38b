"""The API while its store is killed, frozen or emptied under it, and when it is back."""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import msgspec
import pytest
from litestar.testing import AsyncTestClient
from redis import Redis
from structlog.testing import capture_logs

from arena.app import open_app
from arena.app.settings import Settings
from arena.server.application import create_app
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.epoch import found
from tests.api.acts import DUEL, draft
from tests.api.client import Api, Document, Reply
from tests.api.process import running
from tests.mortal import Server

ID = "0" * 32
DEADLINE_S = 15.0
"""A client's; 5 s are the store's to answer, whether the machine is busy or not."""
BODIES: dict[str, object] = {
    "post /v1/bots": {"name": "mine", "url": "https://bots.example"},
    "patch /v1/bots/{bot_id}": {"name": "mine"},
    "post /v1/bots/{bot_id}/quarantine": {"reason": "a new disk"},
    "post /v1/tournaments/{tournament_id}/quarantine": {"bot": ID, "reason": "too slow"},
    "post /v1/tournaments/{tournament_id}/release": {"bot": ID},
    "post /v1/tournaments/{tournament_id}/void": {"round": 1, "reason": "why"},
    "post /v1/tournaments/{tournament_id}/withdraw": {"bot": ID, "reason": "why"},
    "post /v1/exhibitions": {"bots": [ID, "house:sky5-simple"], "game": "sky-5"},
    "post /v1/tournaments": {"name": "Cup", "config": DUEL},
    "post /v1/tournaments/{tournament_id}/entries": {"bot": ID},
    "post /v1/tokens": {"scopes": ["viewer"]},
    "post /v1/tokens/rotate": {},
}


@dataclass(frozen=True)
class Arena:
    """A store that can be harmed, and the API on it."""

    server: Server
    url: str


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """One for all tests here; each leaves it well. Killed, it has all that it acknowledged."""
    server = Server(tmp_path_factory.mktemp("arena") / "data")
    server.start()
    try:
        found(server.url, server.data)
        with running(server.url) as (_, url):
            yield Arena(server, url)
    finally:
        server.stop()


@pytest.fixture
async def api(arena: Arena, document: Document) -> AsyncIterator[Api]:
    """A client of it."""
    timeout = aiohttp.ClientTimeout(total=DEADLINE_S)
    async with aiohttp.ClientSession(arena.url, timeout=timeout) as session:
        yield Api(session, document)


@pytest.fixture
async def ada(arena: Arena, tmp_path: Path) -> str:
    """The token of somebody who may do everything."""
    async with open_app(Settings(redis_url=arena.server.url, data=tmp_path)) as app:
        return (await app.owners.create("Ada", ("organiser", "contestant", "viewer")))[1]


async def everything(api: Api, document: Document, token: str, cup: str) -> dict[str, Reply]:
    """Send every request that there is at once; give the answers of those that need a store."""
    whats = [f"{method} {path}" for path, methods in document.paths.items() for method in methods]
    ids = {
        "bot_id": ID, "other_id": ID, "tournament_id": cup, "match_id": f"{cup}-1-0-0",
        "game": "sky-5", "token_id": ID[:16], "exhibition_id": ID, "number": "0",
    }  # fmt: skip

    async def ask(what: str) -> Reply:
        method, _, path = what.format(**ids).partition(" ")
        body = msgspec.json.encode(BODIES[what]) if what in BODIES else None
        return await api.send(method.upper(), path, body, token)

    replies = dict(zip(whats, await asyncio.gather(*map(ask, whats)), strict=True))
    assert replies.pop("get /health/live").status == 200
    return replies


def assert_unavailable(replies: dict[str, Reply], detail: str) -> None:
    """All are 503 with Retry-After, and tell no more than this."""
    for what, reply in replies.items():
        assert detail == reply.problem(503).detail, what
        assert int(reply.headers["Retry-After"]) > 0


async def test_a_killed_store_is_waited_for(
    arena: Arena, api: Api, document: Document, ada: str
) -> None:
    """503 on every route; when it is back all is as it was, without a restart of the API."""
    cup = await draft(api, ada)
    arena.server.kill()
    try:
        assert_unavailable(
            await everything(api, document, ada, cup.id),
            "the store does not answer; try again in 2 s",
        )
    finally:
        arena.server.start()

    assert (await api.get("/health/ready")).status == 200
    assert (await api.get(f"/v1/tournaments/{cup.id}")).read(TournamentView) == cup
    assert (await api.post(f"/v1/tournaments/{cup.id}/open", token=ada)).status == 200


async def test_a_store_that_came_back_empty_is_not_served(
    arena: Arena, api: Api, document: Document, ada: str, tmp_path: Path
) -> None:
    """Neither 404 nor an empty list, as if nothing had ever been; and nothing is written to it."""
    cup = await draft(api, ada)
    kept = arena.server.data / "appendonlydir"
    arena.server.kill()
    shutil.move(kept, tmp_path / "kept")
    arena.server.start()
    try:
        assert_unavailable(
            await everything(api, document, ada, cup.id), "the store is not usable now"
        )
        with Redis.from_url(arena.server.url) as redis:
            assert redis.keys("*") == []
    finally:
        arena.server.kill()
        shutil.rmtree(kept)
        shutil.move(tmp_path / "kept", kept)
        arena.server.start()

    assert (await api.get("/health/ready")).status == 200
    assert (await api.get(f"/v1/tournaments/{cup.id}")).read(TournamentView) == cup


async def test_a_frozen_store_is_given_up_after_one_timeout(
    arena: Arena, api: Api, document: Document, ada: str
) -> None:
    """However many ask at once, over old connections and new ones."""
    cup = await draft(api, ada)
    assert arena.server.pid is not None
    os.kill(arena.server.pid, signal.SIGSTOP)
    try:
        assert_unavailable(
            await everything(api, document, ada, cup.id),
            "the store does not answer; try again in 2 s",
        )
    finally:
        os.kill(arena.server.pid, signal.SIGCONT)

    assert (await api.get(f"/v1/tournaments/{cup.id}")).read(TournamentView) == cup


async def test_what_is_wrong_with_the_store_is_in_the_log_alone(
    store_url: str, tmp_path: Path
) -> None:
    """At level error, with the advice for the operator."""
    api = create_app(Settings(redis_url=store_url, data=tmp_path))
    with Redis.from_url(store_url) as redis, capture_logs() as logs:
        async with AsyncTestClient(api) as client:
            epoch = redis.getdel(keys.EPOCH)
            try:
                answer = await client.get("/health/ready")
            finally:
                redis.set(keys.EPOCH, epoch or b"")

    assert (answer.status_code, b"restore" in answer.content) == (503, False)
    (entry,) = [each for each in logs if each["event"] == "store_unfit"]
    assert entry["log_level"] == "error"
    assert "restore its append-only file" in entry["why"]
