"""A table drawn from events that a test has written by hand.

What may live here: how the page of a match is told them in the place of its own, and moved about.
"""

from collections.abc import Mapping, Sequence

import msgspec
from playwright.async_api import Locator, Page, ViewportSize

LAPTOPS: Sequence[ViewportSize] = (
    {"width": 1280, "height": 800},
    {"width": 1366, "height": 768},
)
"""Screens on which all of a table is in sight at once."""


class Drawn:
    """The table of a match, in its page."""

    def __init__(self, page: Page, match: str, game: str, players: int) -> None:
        self._page = page
        self._match = match
        self._game = game
        self._players = players
        self.table = page.locator("#table")

    async def open(self, happened: Sequence[Mapping[str, object]]) -> None:
        """Show the page, to whose script the API tells just this; begins before all."""
        told = [{"event": each, "words": "so", "rule": None} for each in happened]
        play = {
            "match": self._match, "game": self._game, "players": self._players, "rounds": 2,
            "seen_by": "all", "beats": [{"asks": [], "events": told}], "digest": "",
            "outcome": {"ranks": [1] * self._players, "scores": [0] * self._players},
        }  # fmt: skip
        body = msgspec.json.encode(play).decode()
        await self._page.route(
            "**/events?seen_by=*",
            lambda route: route.fulfill(body=body, content_type="application/json"),
        )
        await self._page.goto(f"/matches/{self._match}#moment=-1")
        await self.table.locator("[data-zone]").first.wait_for()

    async def at(self, moment: int) -> None:
        """Go to a moment."""
        await self._page.locator("#scrub").fill(str(moment))

    def seat(self, number: int) -> Locator:
        """Give a seat of the table."""
        return self.table.get_by_role("group", name=f"Seat {number}")

    async def height(self) -> float:
        """Give the height of the table, all seats of which must be above its controls."""
        table = await self.table.bounding_box()
        controls = await self._page.locator(".controls").bounding_box()
        assert table
        assert controls
        for number in range(self._players):
            seat = await self.seat(number).bounding_box()
            assert seat
            assert seat["y"] + seat["height"] <= controls["y"], number
        return table["height"]
