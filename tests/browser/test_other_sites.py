"""On pages of other sites: a table that is framed there, and boards and the feed that they read."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, expect

from tests.browser.show import Place

FRAME = '<iframe sandbox="{sandbox}" src="{src}"></iframe>'


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere(place: Place) -> AsyncIterator[str]:
    """The address of another site, which has a page of its own and one that frames a table."""
    src = f"{place.url}/matches/{place.show.sky_5_match}/embed?moment=12"

    async def shown(request: web.Request) -> web.Response:
        sandbox = request.query.get("sandbox")
        text = "A forum" if sandbox is None else FRAME.format(sandbox=sandbox, src=src)
        return web.Response(text=f"<!doctype html>{text}", content_type="text/html")

    site = web.Application()
    site.router.add_get("/", shown)
    async with TestServer(site) as server:
        yield str(server.make_url("/"))


@pytest.mark.parametrize("more", ["", " allow-same-origin"])
async def test_a_table_stands_in_a_frame_that_is_kept_apart(
    page: Page, elsewhere: str, more: str
) -> None:
    """As forums frame things: of no origin, and with nothing kept; and where it keeps its own.

    A page that is opened from it is kept apart as well, and shows what it shows to anybody.
    """
    await page.goto(f"{elsewhere}?sandbox=allow-scripts allow-popups{more}")
    frame = page.frame_locator("iframe")
    root = frame.locator("#theatre")
    await expect(root).to_have_attribute("data-moment", "12")
    await expect(frame.locator("#table [data-count=deck]")).to_be_visible()
    has_style = "each => getComputedStyle(each).position === 'sticky'"
    assert await frame.locator(".controls").evaluate(has_style)
    origin = await root.evaluate("() => self.origin")
    assert (origin == "null") == (not more)

    await frame.get_by_role("button", name="On a step").click()
    await expect(root).to_have_attribute("data-moment", "13")
    await frame.get_by_role("button", name="Play").click()
    await expect(root).not_to_have_attribute("data-moment", "13")
    async with page.expect_popup() as opened:
        await frame.get_by_role("link", name="at the Sky Arena").click()
    own = await opened.value
    assert await own.evaluate("self.origin") == origin
    await expect(own.locator("#theatre[data-moment]")).to_be_visible()
    await own.keyboard.press("Home")
    await expect(own.locator("#theatre")).to_have_attribute("data-moment", "-1")


async def test_a_contest_s_own_site_shows_its_board_and_follows_it(
    browser: Browser, elsewhere: str, place: Place
) -> None:
    """What anybody is told; with a token or cookies, and of our pages, the browser gives nothing.

    Of which it complains: so the page is one that is not watched.
    """
    page = await browser.new_page()
    await page.goto(elsewhere)
    board = f"{place.url}/v1/tournaments/{place.show.sky_5}/standings"
    rows = await page.evaluate("async at => (await (await fetch(at)).json()).length", board)
    assert rows == len(place.show.bots)
    matches = f"{place.url}/v1/matches?format=csv&limit=1"
    link = await page.evaluate("async at => (await fetch(at)).headers.get('Link')", matches)
    assert link.endswith('; rel="next"')

    told = """at => new Promise((resolve, reject) => {
        const feed = new EventSource(at);
        feed.onerror = reject;
        feed.addEventListener("finish", (event) => {
            feed.close();
            resolve(event.lastEventId);
        });
    })"""
    last = await page.evaluate(told, f"{place.url}/v1/tournaments/{place.show.sky_5}/feed?since=0")
    assert re.fullmatch(r"\d+-\d+", last)

    refused = "([at, more]) => fetch(at, more).then(() => 'read', error => error.name)"
    token = {"headers": {"Authorization": f"Bearer {place.show.token}"}}
    for path, more in (
        ("/v1/owner", token), ("/v1/bots", token), ("/v1/bots", {"credentials": "include"}),
        ("/", {}), ("/metrics", {}),
    ):  # fmt: skip
        assert await page.evaluate(refused, [f"{place.url}{path}", more]) == "TypeError", path
    await page.close()
