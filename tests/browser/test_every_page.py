"""What every page is for everybody: for who sees little, has no pointer, or a small screen."""

from typing import Final

import pytest
from playwright.async_api import Page, Request

from tests.browser.axe import load_axe, violations
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.paths import OWNED, PATHS, path_of, signing_in
from tests.browser.show import Place
from tests.sizes import FULL_ACCEPTANCE, size

MOST: Final = 150_000
"""Bytes that are sent for a page at most, with all that it loads by itself."""
SETTLE_MS: Final = 300
"""Time that scripts have to load and draw what they draw."""
SIDEWAYS: Final = "document.documentElement.scrollWidth"
UNSEEN_FOCUS: Final = """
() => [...document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex='0']")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
  .filter((each) => !each.closest("[data-moment][tabindex='-1']"))
  .filter((each) => {
    each.focus();
    const style = getComputedStyle(each);
    const isSeen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return document.activeElement !== each || !isSeen || each.tabIndex < 0;
  })
  .map((each) => each.outerHTML.slice(0, 120))
"""
"""What can be operated but not reached with keys, or does not show that it was. Of the moments of a
story one can be reached, and leads to the others by arrow keys.
"""
OF_LOOKS: Final = (
    () if FULL_ACCEPTANCE else ("color-contrast", "target-size", "scrollable-region-focusable")
)
"""Rules of axe-core by which the same elements, larger and in the dark, may do worse."""
LONG: Final = size(15, 10_000)
"""Items of a list that axe-core is shown: those after them are of the same kinds."""
SHORTEN: Final = """
(most) => {
  for (const list of document.querySelectorAll("main ul, main ol, main dl, main tbody, main nav")) {
    for (const extra of [...list.children].slice(most)) extra.remove();
  }
}
"""


class Weight:
    """What a page loads by itself: bytes as they are sent, and as they are."""

    def __init__(self, page: Page) -> None:
        self.sent = 0
        self.raw = 0
        self._page = page
        self._loaded: list[Request] = []
        page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        self._loaded.append(request)

    async def weigh(self) -> None:
        """Count all that was loaded until now."""
        self._page.remove_listener("requestfinished", self._note)
        for request in self._loaded:
            answer = await request.response()
            assert answer is not None
            self.sent += (await request.sizes())["responseBodySize"]
            self.raw += len(await answer.body())


@pytest.mark.parametrize("name", PATHS)
async def test_a_page_is_for_everybody(page: Page, place: Place, name: str) -> None:
    """Nothing for axe-core to find, small and light as large and dark; all of it by keys alone; no
    page to be scrolled sideways, and none that takes long to load.
    """
    if name in OWNED:
        await page.add_init_script(signing_in(place.show.token))
    weight = Weight(page)
    answer = await page.goto(path_of(name, place.show))
    assert answer is not None
    assert answer.ok
    await page.wait_for_timeout(SETTLE_MS)
    await weight.weigh()
    print(f"{name}: {weight.sent} bytes sent, {weight.raw} raw")
    assert weight.sent < MOST

    await page.keyboard.press("Tab")
    if name != "embed":  # which has nothing before its content
        assert await page.evaluate("document.activeElement.className") == "skip"
    assert await page.evaluate(UNSEEN_FOCUS) == []
    await page.set_viewport_size(PHONE)
    assert await page.evaluate(SIDEWAYS) <= PHONE["width"]

    await load_axe(page)
    await page.evaluate(SHORTEN, LONG)
    assert await violations(page) == []
    await page.set_viewport_size(DESKTOP)
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert await violations(page, *OF_LOOKS) == []
    assert await page.evaluate("document.getAnimations().length") == 0
