"""What people are told where a page cannot be shown, and programs where an answer cannot."""

import re
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest

from arena.http.problems import MEDIA_TYPE, RETRY_AFTER_S
from arena.service.limits import BURST_S
from arena.store import embedded
from arena.web.assets import address
from arena.web.pages import HTML, OWN
from tests.api.process import running
from tests.browser.show import Place

AT_ONCE = BURST_S
"""Requests that an address may send at once where it may send one a second."""
SPARE = "0" * 32
_TITLE = re.compile("<title>([^<]*) · Sky Arena</title>")


class Told(NamedTuple):
    """An answer: its status, its kind, its headers, and what it is titled where it is a page."""

    status: int
    media_type: str
    retry_after: str | None
    title: str | None


async def told(session: aiohttp.ClientSession, method: str, path: str) -> Told:
    """Give what is answered: a page is whole and lets nothing run; nobody keeps a refusal."""
    async with session.request(method, path) as answer:
        text = await answer.text()
        assert answer.ok or answer.headers["Cache-Control"] == "no-store"
        title = _TITLE.search(text)
        if answer.content_type == HTML and not answer.ok:
            assert text.count("<h1") == text.count("<main") == 1
            assert answer.headers.items() >= OWN.items()
            assert answer.headers["X-Request-Id"] in text
        retry_after = answer.headers.get("Retry-After")
        return Told(answer.status, answer.content_type, retry_after, title and title[1])


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/no-such-page", 404),
        ("GET", "/tournaments/7", 404),
        ("GET", f"/tournaments/{SPARE}", 404),
        ("GET", f"/bots/{SPARE}", 404),
        ("GET", f"/matches/{SPARE}-1-0-0", 404),
        ("GET", f"/matches/{SPARE}-1-0-0/embed", 404),
        ("GET", "/ladders/chess", 404),
        ("GET", "/docs/rules/chess", 404),
        ("GET", "/static/x/no-such.css", 404),
        ("GET", "/tournaments?cursor=x", 422),
        ("GET", "/ladders/sky-5?page=x", 422),
        ("POST", "/tournaments", 405),
        ("DELETE", "/", 405),
    ],
)
async def test_a_person_is_told_by_a_page(
    place: Place, method: str, path: str, status: int
) -> None:
    """Under the name that the status has, with a way on and the id of the request."""
    async with aiohttp.ClientSession(place.url) as session:
        answer = await told(session, method, path)

    assert answer == Told(status, HTML, None, HTTPStatus(status).phrase)


async def test_too_often_and_without_a_store_are_told_as_well(tmp_path: Path) -> None:
    """Before any page is sought; each says when to come back. Programs are told by problems.

    Such a page looks as all others do: what it is drawn with is sent all the same.
    """
    with ExitStack() as stack, ExitStack() as store:
        store_url, _ = store.enter_context(embedded.serve(tmp_path))
        _, url = stack.enter_context(running(store_url, ARENA_REQUESTS_PER_S="1"))
        async with aiohttp.ClientSession(url) as session:
            assert await refused(session, "/docs") == Told(429, HTML, "1", "Too Many Requests")
            assert await refused(session, "/v1/bots") == Told(429, MEDIA_TYPE, "1", None)
            await looks_well(session)

            store.close()
            page = await told(session, "GET", "/")
            assert page == Told(503, HTML, str(RETRY_AFTER_S), "Service Unavailable")
            program = await told(session, "GET", "/v1/bots")
            assert program == Told(503, MEDIA_TYPE, str(RETRY_AFTER_S), None)
            await looks_well(session)


async def refused(session: aiohttp.ClientSession, path: str) -> Told:
    """Ask until that is too often; one more may be asked each second, however slow we are."""
    for _ in range(10 * AT_ONCE):
        answer = await told(session, "GET", path)
        if answer.status == 429:
            return answer
    raise AssertionError(f"{path} may be asked as often as one likes")


async def looks_well(session: aiohttp.ClientSession) -> None:
    """What all pages are drawn with is sent."""
    for name in ("site.css", "site.js", "mark.svg"):
        async with session.get(address(name)) as answer:
            assert answer.status == 200
