"""What there is to read where no script runs: boards, contests, bots, and matches in words."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.paths import path_of
from tests.browser.show import Place

MOMENTS = 40
"""So many things happen in any match of the show at least."""


@pytest_asyncio.fixture(loop_scope="session")
async def still(browser: Browser, place: Place) -> AsyncIterator[Page]:
    """A page of a browser that runs no scripts."""
    context = await browser.new_context(base_url=place.url, java_script_enabled=False)
    yield await context.new_page()
    await context.close()


async def test_contests_and_bots_are_whole(still: Page, place: Place) -> None:
    """Every name with a way to its bot; search, order and pages are plain links and forms."""
    for name in ("leaderboard", "final", "tournament", "crosstable"):
        await still.goto(path_of(name, place.show))
        for bot, bot_id in place.show.bots.items():
            link = still.locator(f"main a[href^='/bots/{bot_id}']", has_text=bot).first
            await expect(link).to_be_visible()

    await still.goto(f"{path_of('leaderboard', place.show)}?q=heron")
    await expect(still.locator("#rows tr")).to_have_count(1)
    await still.goto("/bots?q=heron")
    await expect(still.locator("main li", has_text="Heron")).to_be_visible()
    await still.goto(path_of("bot", place.show))
    await expect(still.get_by_role("heading", level=1)).to_be_visible()
    assert await still.locator("main svg").count() > 0


@pytest.mark.parametrize("name", ["sky-5", "sky-heist"])
async def test_a_match_is_told_in_words(still: Page, place: Place, name: str) -> None:
    """Event by event, each with its rule; what only a script could do is not shown."""
    await still.goto(path_of(name, place.show))

    rules = still.locator(f"main a[href^='/docs/rules/{name}#']:visible")
    assert await rules.count() > MOMENTS
    await expect(still.get_by_role("button").first).to_be_hidden()
