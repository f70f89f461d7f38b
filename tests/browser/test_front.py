"""The front page: what is on, what to look at, how to take part; it keeps up with what happens."""

from pathlib import Path

from playwright.async_api import Page, expect

from arena.games import GAMES
from arena.service.highlights import Highlight, HighlightsView
from arena.service.ladders import LadderRow
from arena.tournament.config import Config
from arena.web.words import elo
from tests.browser.conftest import PHONE
from tests.browser.hall import hall, told
from tests.browser.show import Place

DUELS = Config(game="sky-5", players=2, rounds=2, mode="off")


async def test_the_front_page_tells_what_is_worth_a_look(page: Page) -> None:
    """What the API tells, each with a way to the match; the head of each ladder; three steps."""
    looks = await shown_looks(page)
    assert looks
    cards = page.locator("#looks article")
    await expect(cards).to_have_count(len(looks))
    for number, each in enumerate(looks):
        card, scores = cards.nth(number), sorted(each.match.outcome.scores, reverse=True)
        await expect(card.get_by_role("heading")).to_contain_text(each.names[each.seat])
        await expect(card.locator("li .number")).to_have_text([str(score) for score in scores])
    for name, game in GAMES.items():
        top = (await told(page, f"/v1/ladders/{name}", list[LadderRow]))[:3]
        rows = page.get_by_role("list", name=f"Top of the {game.title} ladder").get_by_role(
            "listitem"
        )
        await expect(rows).to_have_text([f"{row.name} {elo(row.rating)}?" for row in top])
    await expect(page.locator("#enter + ol > li")).to_have_count(3)

    await cards.first.get_by_role("link", name="Watch this match").click()
    await expect(page).to_have_url(f"/matches/{looks[0].match.id}")


async def test_the_way_to_where_one_is_lies_in_sight_on_a_phone(page: Page) -> None:
    """The head has more of them than a phone is wide; the last is the one to oneself."""
    await page.set_viewport_size(PHONE)
    await page.goto("/sign-in")
    here = page.locator(".top nav [aria-current]")
    await expect(here).to_have_text("Sign in")
    await expect(here).to_be_in_viewport(ratio=0.9)


async def shown_looks(page: Page) -> list[Highlight]:
    """Show the page, and give what it says is worth a look, which is kept for some seconds."""
    before = None
    while True:
        now = (await told(page, "/v1/highlights", HighlightsView)).items
        if now == before:
            return now
        before = now
        await page.goto("/")


async def test_the_front_page_keeps_up(page: Page, place: Place, tmp_path: Path) -> None:
    """A contest comes, is played and goes, with its winner in the end; nobody loads it again."""
    async with hall(place, tmp_path) as own:
        await page.goto("/")
        await expect(page.locator(".live [role=status]")).to_have_text("Live")
        cup = await own.open("Quick cup", DUELS, 2)
        coming = page.locator("#coming article").filter(has_text="Quick cup")
        link = coming.get_by_role("link", name="Enter a bot")
        await expect(link).to_have_attribute("href", f"/tournaments/{cup.id}#enter")

        await own.app.tournaments.start(own.who, cup.id)
        await own.play(cup.id, 1)
        on = page.locator("#on article").filter(has_text="Quick cup")
        bar = on.get_by_role("progressbar", name="Sets played of Quick cup")
        await expect(bar).to_have_attribute("value", "1")
        await expect(bar).to_have_attribute("max", "2")
        await expect(on).to_contain_text("round 2 of 2")
        await expect(coming).to_have_count(0)

        await own.play(cup.id)
        winner = (await own.app.final_standings.read(cup.id)).rows[0].name
        over = page.locator("#over article").filter(has_text="Quick cup")
        await expect(over).to_be_visible()
        await expect(on).to_have_count(0)
        await page.reload()
        await expect(over).to_contain_text(f"Won by {winner}")
