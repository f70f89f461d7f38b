"""The sources of all pages, without a browser: what each has, and keeps, and where it leads."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin

import aiohttp
import pytest
import pytest_asyncio

from arena.http.answers import FOR_EVER, REVALIDATE
from arena.web.assets import VERSION
from tests.browser.paths import PATHS, path_of
from tests.browser.show import Place

ALONE: Final = {"embed", "reference"}
"""Pages that are not within the frame of the others."""
LANDMARKS: Final = {"header", "nav", "main", "footer"}
_ID: Final = re.compile("[0-9a-f]{32}")
MINUTES: Final = 5
"""So often a page is asked for again at most: a minute may have begun, by which it is another."""
OF_A_KIND: Final = 2
"""Links of one form that are followed."""


class Source(HTMLParser):
    """What is in a page: elements, title, names to link to, links, and what is not wanted."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags, self.ids = Counter[str](), Counter[str]()
        self.links, self.loaded = list[str](), list[str]()
        self.active = list[str]()
        self.title = ""
        self._is_title = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in a tag."""
        given = {name: value or "" for name, value in attrs}
        self.tags[tag] += 1
        self._is_title = tag == "title"
        if "id" in given:
            self.ids[given["id"]] += 1
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("link", "script", "img"):
            self.loaded.append(given.get("href", given.get("src", "")))
        unwanted = [name for name in given if name == "style" or name.startswith("on")]
        if unwanted or tag == "style" or (tag == "script" and "src" not in given):
            self.active.append(self.get_starttag_text() or tag)

    def handle_data(self, data: str) -> None:
        """Take in a text."""
        if self._is_title:
            self.title += data
            self._is_title = False


@pytest_asyncio.fixture(loop_scope="session")
async def session(place: Place) -> AsyncIterator[aiohttp.ClientSession]:
    """Anybody, who takes gzip and keeps cookies if there are any."""
    async with aiohttp.ClientSession(place.url) as session:
        yield session


async def sources(session: aiohttp.ClientSession, place: Place) -> dict[str, Source]:
    """Give the sources of all pages, by name."""
    found = {}
    for name in PATHS:
        async with session.get(path_of(name, place.show)) as answer:
            assert answer.status == HTTPStatus.OK, name
            found[name] = Source(await answer.text())
    return found


async def test_every_page_has_its_own_title_one_head_and_landmarks(
    session: aiohttp.ClientSession, place: Place
) -> None:
    """And no style or script within itself, nor a name twice."""
    found = await sources(session, place)
    for name, source in found.items():
        assert source.tags["h1"] == 1, name
        assert name in ALONE or source.tags.keys() >= LANDMARKS, name
        assert source.tags["main"] == 1, name
        assert set(source.ids.values()) <= {1}, (name, source.ids.most_common(1))
        assert name == "reference" or source.active == [], name
    titles = Counter(source.title for name, source in found.items() if name not in ALONE)
    assert titles.most_common(1)[0][1] == 1, titles.most_common(3)


async def test_pages_may_be_kept_and_are_asked_again(
    session: aiohttp.ClientSession, place: Place
) -> None:
    """By anybody, since nothing in them is anybody's own: the second time only that it holds."""
    for name in PATHS:
        path = path_of(name, place.show)
        async with session.get(path) as answer:
            headers = answer.headers
            assert headers["Cache-Control"] == REVALIDATE, name
            assert headers["Vary"] == "Accept-Encoding, Authorization", name
            assert headers["Content-Encoding"] == "gzip", name
            assert "Set-Cookie" not in headers, name
            assert "unsafe" not in headers["Content-Security-Policy"], name
        etag = headers["ETag"]
        for _ in range(MINUTES):
            status, etag = await _asked_again(session, path, etag)
            if status == HTTPStatus.NOT_MODIFIED:
                break
        else:
            pytest.fail(f"{name} is another each time")


async def _asked_again(session: aiohttp.ClientSession, path: str, etag: str) -> tuple[int, str]:
    """Ask whether what one has still holds; give the status, and the tag of what does."""
    async with session.get(path, headers={"If-None-Match": etag}) as answer:
        assert answer.headers["Vary"] == "Accept-Encoding, Authorization"
        assert bool(await answer.read()) == (answer.status == HTTPStatus.OK)
        return answer.status, answer.headers["ETag"]


async def test_what_pages_load_is_of_this_release_and_kept_for_ever(
    session: aiohttp.ClientSession, place: Place
) -> None:
    """From our own server alone; under the address of another release it is asked again."""
    loaded = {each for source in (await sources(session, place)).values() for each in source.loaded}
    assert loaded
    for address in loaded:
        assert address.startswith(f"/static/{VERSION}/"), address
        async with session.get(address) as answer:
            assert answer.status == HTTPStatus.OK, address
            assert answer.headers["Cache-Control"] == FOR_EVER
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        async with session.get(address.replace(VERSION, "0" * 12)) as answer:
            assert answer.headers["Cache-Control"] == REVALIDATE


async def test_links_lead_to_what_is_there(session: aiohttp.ClientSession, place: Place) -> None:
    """Within the site: some of each form, to a place within the page where one is named."""
    found = await sources(session, place)
    links = [
        urljoin(path_of(name, place.show), link)
        for name, source in found.items()
        for link in source.links
    ]
    for link in _of_each_kind(links):
        path, _, section = link.partition("#")
        async with session.get(path) as answer:
            assert answer.status == HTTPStatus.OK, link
            if section and answer.content_type == "text/html":
                assert section in Source(await answer.text()).ids, link


def _of_each_kind(links: Iterable[str]) -> Iterator[str]:
    """Give some links of each form: alike are those that differ in ids and numbers alone."""
    seen = Counter[str]()
    for link in dict.fromkeys(links):
        kind = re.sub("[0-9]+", "9", _ID.sub("", link))
        seen[kind] += 1
        if seen[kind] <= OF_A_KIND:
            yield link
