"""What is true of every answer: problems for whatever goes wrong, and careful headers."""

import asyncio

import pytest

from arena.app import App
from arena.http.problems import SHOWN
from arena.store import keys
from tests.api.acts import draft, register
from tests.api.client import Api
from tests.loopback import Loopback


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/health", "/metrics/x", "/schema/x"])
async def test_a_path_that_leads_nowhere_is_a_problem(api: Api, path: str) -> None:
    """404, saying what was sought."""
    assert f"'{path}'" in (await api.get(path)).problem(404).detail


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "A" * 5_000])
async def test_a_method_that_is_not_there_is_a_problem(api: Api, method: str) -> None:
    """405, with those that are; of a long one its beginning is repeated."""
    reply = await api.send(method, "/v1/bots")

    assert f"got '{method[:SHOWN]}" in reply.problem(405).detail
    assert len(reply.body) < 1_000
    assert set(reply.headers["Allow"].split(", ")) == {"GET", "HEAD", "POST", "OPTIONS"}


@pytest.mark.parametrize("path", ["/v1/bots", f"/v1/tournaments/{'0' * 32}/entries"])
async def test_options_tells_all_methods_of_a_path(api: Api, path: str) -> None:
    """Of all its operations, as 405 does."""
    reply = await api.send("OPTIONS", path)

    assert (reply.status, reply.headers["Allow"]) == (204, "GET, HEAD, OPTIONS, POST")


async def test_our_own_defects_tell_nothing_of_themselves(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Here a record that cannot be read: 500 without a word of what it was."""
    bot = await register(api, ada, await loopback.start())
    await app.store.client.run(bytes, "SET", keys.bot(bot.id), b"\xc1 junk")

    detail = (await api.get(f"/v1/bots/{bot.id}")).problem(500).detail
    assert detail == "something went wrong here, not in the request; it has been logged"


async def test_health_needs_no_token(api: Api) -> None:
    """Both questions are answered with 200 while all is well."""
    assert (await api.get("/health/live")).read(dict[str, str]) == {"status": "ok"}
    assert (await api.get("/health/ready")).read(dict[str, str]) == {"status": "ok"}


async def test_many_at_once_are_served(api: Api, ada: str) -> None:
    """More requests than the store has connections wait for one."""
    await draft(api, ada)
    replies = await asyncio.gather(*(api.get("/v1/tournaments") for _ in range(200)))

    assert {reply.status for reply in replies} == {200}
