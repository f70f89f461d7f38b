"""The front page."""

from playwright.async_api import Page, expect


async def test_the_front_page_names_contests(page: Page) -> None:
    """Those that are over, on and to come, each with a way to it."""
    await page.goto("/")

    for name in ("Sky 5 Open", "Sky Heist Open", "Duels of Spring", "Autumn Cup"):
        await expect(page.get_by_role("link", name=name).first).to_be_visible()
