"""A browser for each test process, a page of its own for each test, and a server to look at.

Each page is watched: what it logs as an error, a dialog that it opens, and what its policy has
blocked, fail the test at its end.
"""

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from tests.browser.chromium import installed, launched
from tests.browser.show import BUILD_S, Place, served

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
WAIT_MS: Final = 30_000
"""So long is waited for what a page will show; on a busy machine its first one takes seconds."""

expect.set_options(timeout=WAIT_MS)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Have these tests share an event loop, since they share a browser, and wait for the show."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.timeout(2 * BUILD_S))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    """The server, and what it shows. Tests change nothing of that; what they need, they add."""
    own = tmp_path_factory.mktemp("browser")
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "show"
    async with served(shared, own / "store") as place:
        yield place


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's Chromium; without one these tests are skipped, but where CI is set they fail."""
    found = installed()
    if found is None:
        assert "CI" not in os.environ, "no Chromium is installed"
        pytest.skip("no Chromium is installed: the pages are not tested")
    async with launched(found) as browser:
        yield browser


class Watched:
    """What has gone wrong in the pages of a context."""

    def __init__(self, context: BrowserContext) -> None:
        self.wrong: list[str] = []
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))

    def _hear(self, message: ConsoleMessage) -> None:
        # Answers that are no success are told by the browser; tests of these say so themselves.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.wrong.append(message.text)


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser, place: Place) -> AsyncIterator[BrowserContext]:
    """A context of this test alone, with the server as its base; nothing may go wrong in it."""
    context = await browser.new_context(base_url=place.url, viewport=DESKTOP)
    watched = Watched(context)
    yield context
    await context.close()
    assert watched.wrong == []


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> Page:
    """A page of this test alone."""
    return await context.new_page()
