"""HEAD: of whatever there is to GET, the same head, and nothing after it."""

from collections.abc import Mapping
from typing import Final

import aiohttp

from arena.app import App
from tests.api.client import Api, Document
from tests.api.test_feed import held
from tests.api.test_metrics import samples
from tests.api.test_scopes import ABSENT
from tests.api.viewer import FORMS
from tests.loopback import Loopback
from tests.waiting import until

OF_THE_ANSWER: Final = {"date", "x-request-id", "transfer-encoding"}
"""Headers that no two answers have alike; how a body is cut into pieces concerns no head."""
PAGES: Final = (
    "/", "/tournaments", "/tournaments/{cup}/leaderboard", "/bots", "/docs", "/nothing", "/bots/x",
    "/reference", "/static/0/site.css", "/static/0/nothing.css",
)  # fmt: skip


async def head_of(session: aiohttp.ClientSession, method: str, path: str, **more: str) -> object:
    """Give the status and the headers of an answer, which has no body if it is to HEAD."""
    headers = {"Accept-Encoding": "gzip", **more}
    async with session.request(method, path, headers=headers) as answer:
        assert method == "GET" or await answer.read() == b""
        named = {name.lower(): text for name, text in answer.headers.items()}
        return answer.status, {n: named[n] for n in named if n not in OF_THE_ANSWER}


async def test_all_there_is_to_get_answers_it_as_get(
    api: Api, api_url: str, app: App, document: Document, ada: str, loopback: Loopback
) -> None:
    """Operations, their streams among them, pages, files, and what is not there or not for us."""
    cup = await held(api, app, ada, loopback)
    ids = {**ABSENT, "tournament_id": cup.id, "game": "sky-5"}
    gets = [path.format_map(ids) for path, each in document.paths.items() if "get" in each]
    gets.remove("/metrics")  # they count what is asked here, so no two are alike
    paths = [*gets, *(path.format(cup=cup.id) for path in PAGES)]
    known: Mapping[str, str] = {"Authorization": f"Bearer {ada}"}
    async with aiohttp.ClientSession(api_url) as session:
        for path in paths:
            for more in ({}, known):
                told = await head_of(session, "HEAD", path, **more)
                assert told == await head_of(session, "GET", path, **more), path


async def test_what_is_not_to_be_had_refuses_it(api: Api, document: Document) -> None:
    """405 with the methods that there are, where there is no GET; 404 where there is nothing."""
    posts = [path for path, each in document.paths.items() if "get" not in each]
    assert posts
    for path in posts:
        reply = await api.send("HEAD", path.format_map(ABSENT))
        assert (reply.status, reply.body) == (405, b"")
        assert "HEAD" not in reply.headers["Allow"]
    assert (await api.send("HEAD", "/v1/nothing")).status == 404


async def test_no_stream_goes_on_behind_it(api: Api, api_url: str) -> None:
    """A reader of the feed who wants its head alone takes nobody's room."""
    async with aiohttp.ClientSession(api_url) as session:
        for form in 5 * FORMS:
            async with session.head("/v1/feed?since=0", headers={"Accept": form}) as answer:
                assert (answer.status, answer.content_type) == (200, form)

    async def none_reads() -> bool:
        return (await samples(api))["arena_feed_readers", ()] == 0

    await until(none_reads, "somebody is thought to read still")
