"""The id of a request: in the answer, in a problem, and in what is logged of it."""

import re
from pathlib import Path

import pytest
from litestar.testing import AsyncTestClient
from redis import Redis
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from arena.app.settings import Settings
from arena.http.request_ids import HEADER
from arena.server.application import create_app
from arena.store import keys
from tests.api.client import Api

OWN = re.compile(r"[0-9a-f]{16}")


@pytest.mark.parametrize("given", ["a", "A-b_9", "x" * 64])
async def test_a_good_id_is_kept(api: Api, given: str) -> None:
    """Whoever calls us may have a name for it, in an answer of any kind."""
    for path, status in (("/health/live", 200), ("/v1/bots/x", 404), ("/nothing", 404)):
        reply = await api.send("GET", path, more={HEADER: given})

        assert (reply.status, reply.headers[HEADER]) == (status, given)


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "a,b", "ä", '"}', "a;b", "../a"])
async def test_another_is_replaced(api: Api, given: str) -> None:
    """It would stand in our log; each request gets one of its own."""
    replies = [await api.send("GET", "/v1/bots", more={HEADER: given}) for _ in range(2)]

    first, second = [reply.headers[HEADER] for reply in replies]
    assert OWN.fullmatch(first)
    assert OWN.fullmatch(second)
    assert first != second


async def test_a_problem_names_it(api: Api) -> None:
    """So it is in what a contestant shows to the operator."""
    reply = await api.get("/v1/bots?limit=0")

    assert reply.problem(422, "limit").request == reply.headers[HEADER]


async def test_what_is_logged_of_a_request_has_its_id(store_url: str, tmp_path: Path) -> None:
    """And no other's, whichever they are."""
    api = create_app(Settings(redis_url=store_url, data=tmp_path))
    with Redis.from_url(store_url) as redis, capture_logs((merge_contextvars,)) as logs:
        async with AsyncTestClient(api) as client:
            epoch = redis.getdel(keys.EPOCH)
            try:
                for given in ("first", "second"):
                    await client.get("/health/ready", headers={HEADER: given})
            finally:
                redis.set(keys.EPOCH, epoch or b"")

    unfit = [each for each in logs if each["event"] == "store_unfit"]
    assert [each["request"] for each in unfit] == ["first", "second"]
