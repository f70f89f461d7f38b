"""A board while a contest is played: it keeps up, and takes nothing from whoever reads it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from arena.app import App
from arena.service.boards import Row
from arena.service.tournaments import TournamentView
from arena.store.epoch import found
from arena.tournament.config import Config
from tests.api.process import running
from tests.browser.conftest import PHONE
from tests.browser.hall import opened
from tests.browser.show import Place
from tests.loopback import Loopback
from tests.mortal import Server

CUP = Config(game="sky-5", players=2, rounds=3)
NAMES = (
    "W" * 40,
    "\ufdfd" * 40,
    "\u0645\u0631\u062d\u0628\u0627" * 8,
    "e\u0335\u0321" * 12,
    "live 5",
    "live 6",
)
"""Wide, from right to left, and with many marks to a letter."""


class Contest:
    """A contest of its own that is played set by set."""

    def __init__(self, app: App, view: TournamentView) -> None:
        self.path = f"/tournaments/{view.id}/leaderboard"
        self._app = app
        self._view = view

    async def rows(self) -> list[Row]:
        """The board as the API has it."""
        return await self._app.boards.leaderboard(self._view.id)

    async def order(self) -> list[str]:
        """The bots as the API has them, the best first."""
        return [row.bot for row in await self.rows()]

    async def play(self) -> None:
        """Play the next set."""
        view = await self._app.tournaments.get(self._view.id)
        numbers = await self._app.store.sets.open_numbers(view.id)
        await self._app.sets.play(view.id, view.round, [min(numbers)])

    async def play_until_moved(self) -> None:
        """Play until bots stand in another order."""
        before = await self.order()
        while await self.order() == before:
            await self.play()


@asynccontextmanager
async def contest(place: Place, data: Path) -> AsyncIterator[Contest]:
    """A contest that has begun, in the store that the server shows."""
    async with opened(place, data) as app, Loopback() as loopback:
        _, token = await app.owners.create("Kit", ("organiser", "contestant"))
        who = await app.owners.authenticate(token)
        view = await app.tournaments.create(who, "As it goes", CUP)
        await app.tournaments.open(who, view.id)
        for number in range(len(NAMES)):
            bot = await app.bots.register(who, NAMES[number], await loopback.start())
            await app.entries.enter(who, view.id, bot.id)
        yield Contest(app, await app.tournaments.start(who, view.id))


async def shown(page: Page) -> list[str]:
    """The bots of the rows, from above."""
    return [
        await row.get_attribute("data-key") or "" for row in await page.locator("#rows tr").all()
    ]


async def until_shown(page: Page, order: list[str]) -> None:
    """Wait until the rows stand in this order."""
    for number, bot in enumerate(order):
        row = page.locator("#rows tr").nth(number)
        await expect(row).to_have_attribute("data-key", bot)


async def test_a_board_keeps_up_without_moving_under_its_reader(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """Numbers change where they stand; a new order is offered to whoever is at the table.

    However wide names are, the page is not.
    """
    async with contest(place, tmp_path) as cup:
        await page.goto(cup.path)
        await expect(page.locator(".live [role=status]")).to_have_text("Live")
        board, offer = page.locator("#rows"), page.get_by_role("button", name="order has changed")

        await cup.play_until_moved()
        await until_shown(page, await cup.order())
        await expect(offer).to_have_count(0)

        held = await shown(page)
        link = board.get_by_role("link").first
        await link.focus()
        await page.get_by_label("Bot").evaluate("each => (each.value = 'half a wo')")
        await page.locator("details.legend").evaluate("each => (each.open = true)")
        await cup.play_until_moved()
        await expect(offer).to_be_visible()
        assert await shown(page) == held
        await expect(link).to_be_focused()
        await expect(page.get_by_label("Bot")).to_have_value("half a wo")
        await expect(page.locator("details.legend")).to_have_attribute("open", "")
        played = {row.bot: row.sets for row in await cup.rows()}
        for bot in held:
            sets = board.locator(f"[data-key='{bot}'] .wide").first
            await expect(sets).to_have_text(str(played[bot]))

        await offer.click()
        assert await shown(page) == await cup.order()
        await expect(offer).to_have_count(0)
        await expect(page.locator(".scroll")).to_be_focused()

        await page.get_by_label("Bot").focus()
        await board.locator("tr").nth(1).hover()
        held = await shown(page)
        await cup.play_until_moved()
        await expect(offer).to_be_visible()
        assert await shown(page) == held

        await page.set_viewport_size(PHONE)
        assert await page.locator("html").evaluate("each => each.scrollWidth") == PHONE["width"]


async def test_a_board_keeps_up_less_often_where_its_feed_has_no_room(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """It says that it is not told, looks now and then, and is live as soon as there is room."""
    full = {"status": 429, "headers": {"Retry-After": "1"}, "body": "{}"}
    async with contest(place, tmp_path) as cup:
        await page.clock.install()
        await page.route("**/v1/**/feed", lambda route: route.fulfill(**full))
        await page.goto(cup.path)
        status = page.locator(".live [role=status]")
        await expect(status).to_contain_text("interrupted")

        await cup.play()
        first = next(row for row in await cup.rows() if row.sets)
        await page.clock.fast_forward(40_000)
        sets = page.locator(f"#rows [data-key='{first.bot}'] .wide").first
        await expect(sets).to_have_text("1")

        await page.unroute("**/v1/**/feed")
        await page.clock.fast_forward(90_000)
        await expect(status).to_have_text("Live")


async def test_a_board_that_cannot_be_had_anew_is_not_called_live(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """Although the feed tells that there is something new; it comes as soon as it can."""
    async with contest(place, tmp_path) as cup:
        await page.goto(cup.path)
        status = page.locator(".live [role=status]")
        await expect(status).to_have_text("Live")
        await page.route(f"**{cup.path}", lambda route: route.fulfill(status=503))
        await cup.play()
        await expect(status).to_contain_text("interrupted")

        await page.unroute(f"**{cup.path}")
        await expect(status).to_have_text("Live")
        first = next(row for row in await cup.rows() if row.sets)
        await expect(page.locator(f"#rows [data-key='{first.bot}'] .wide").first).to_have_text("1")


async def test_a_page_says_that_it_is_not_told_while_the_store_alone_is_away(
    page: Page, tmp_path: Path
) -> None:
    """The server is there, and knows of nothing: the page does not say that it is live."""
    store = Server(tmp_path / "mortal")
    store.start()
    try:
        found(store.url, store.data)
        with running(store.url) as (_, url):
            await page.goto(url)
            status = page.locator(".live [role=status]")
            await expect(status).to_have_text("Live")
            store.kill()
            await expect(status).to_contain_text("interrupted")
            store.start()
            await expect(status).to_have_text("Live")
    finally:
        store.stop()
