"""What is true of every answer: problems for whatever goes wrong, and careful headers."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import pytest

from arena.app import App, Settings, open_app
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.embedded import serve
from tests.api.acts import DUEL, draft, register
from tests.api.client import Api, Document
from tests.api.process import running
from tests.loopback import Loopback


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/nothing", "/health", "/metrics", "/v2/bots"])
async def test_a_path_that_leads_nowhere_is_a_problem(api: Api, path: str) -> None:
    """404, saying what was sought."""
    assert f"'{path}'" in (await api.get(path)).problem(404).detail


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
async def test_a_method_that_is_not_there_is_a_problem(api: Api, method: str) -> None:
    """405, with those that are."""
    reply = await api.send(method, "/v1/bots")

    assert f"got {method}" in reply.problem(405).detail
    assert set(reply.headers["Allow"].split(", ")) == {"GET", "POST", "OPTIONS"}


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


async def test_while_the_store_is_away_answers_say_so_and_then_all_is_well_again(
    tmp_path: Path, document: Document
) -> None:
    """503 with Retry-After; the process stays alive, and serves what was stored when it is back."""
    with ExitStack() as store:
        url = store.enter_context(serve(tmp_path))
        async with open_app(Settings(redis_url=url, data=tmp_path)) as app:
            _, token = await app.owners.create("Ada", ("organiser",))
        with running(url) as (_, api_url):
            async with aiohttp.ClientSession(api_url) as session:
                api = Api(session, document)
                cup = await draft(api, token)
                path = f"/v1/tournaments/{cup.id}"
                store.close()

                for reply in (
                    await api.get("/health/ready"),
                    await api.get(path),
                    await api.post("/v1/tournaments", {"name": "Cup", "config": DUEL}, token),
                ):
                    assert "the store does not answer" in reply.problem(503).detail
                    assert str(tmp_path) not in reply.body.decode()
                    assert int(reply.headers["Retry-After"]) > 0
                assert (await api.get("/health/live")).status == 200

                store.enter_context(serve(tmp_path))
                assert (await api.get("/health/ready")).status == 200
                assert (await api.get(path)).read(TournamentView) == cup
                assert (await api.post(f"{path}/open", token=token)).status == 200


async def test_many_at_once_are_served(api: Api, ada: str) -> None:
    """More requests than the store has connections wait for one."""
    await draft(api, ada)
    replies = await asyncio.gather(*(api.get("/v1/tournaments") for _ in range(200)))

    assert {reply.status for reply in replies} == {200}
