"""The theatre as tests go through it, beside what the API tells of its match."""

import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Page, expect

from arena.service.matches import MatchView
from arena.service.plays import PlayView
from tests.browser.hall import told
from tests.browser.show import Place


class Theatre:
    """The page of a match, and what the API tells of it."""

    def __init__(self, page: Page, match: str) -> None:
        self.page = page
        self.match = match
        self.root = page.locator("#theatre")
        self.now = page.locator("#now")

    async def open(self, fragment: str = "", under: str = "") -> None:
        """Open it, and wait until the table stands."""
        await self.page.goto("about:blank")
        await self.page.goto(f"/matches/{self.match}{under}{fragment}")
        await expect(self.root).to_have_attribute("data-moment", re.compile("."))

    async def moment(self) -> int:
        """Give the moment that is shown."""
        return int(str(await self.root.get_attribute("data-moment")))

    async def at(self, moment: int) -> None:
        """Expect a moment to be shown."""
        await expect(self.root).to_have_attribute("data-moment", str(moment))

    async def play(self, seen_by: str = "all") -> PlayView:
        """Give what the API tells."""
        return await told(self.page, f"/v1/matches/{self.match}/events?seen_by={seen_by}", PlayView)

    async def match_view(self) -> MatchView:
        """Give the result, as the API has it."""
        return await told(self.page, f"/v1/matches/{self.match}", MatchView)


@pytest.fixture
def theatre(page: Page, place: Place) -> Theatre:
    """The theatre of a match of Sky Heist."""
    return Theatre(page, place.show.sky_heist_match)


def words_of(play: PlayView) -> Sequence[str]:
    """Give what is told of each moment."""
    return [event.words for beat in play.beats for event in beat.events]
