"""The system's Chromium: where it is, and how it is started here."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, async_playwright

_NAMES: Final = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable", "chrome",
)  # fmt: skip
"""The first that is there is taken: a shell, which can have no window, starts in half the time."""
_OPTIONS: Final = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


def installed() -> str | None:
    """Give the path of the Chromium that is installed, if one is."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


@asynccontextmanager
async def launched(path: str) -> AsyncIterator[Browser]:
    """Run it, without a window."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=_OPTIONS)
        yield browser
        await browser.close()
