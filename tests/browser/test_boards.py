"""Leaderboards and final tables: what they show is what the API says, with and without scripts."""

import csv
from io import StringIO

import msgspec
from playwright.async_api import Browser, Locator, Page, expect

from arena.service.boards import Row
from arena.service.final_standings import FinalRow, FinalTable
from arena.service.ladder_strengths import StrengthRow, StrengthTable
from arena.service.ladders import LadderRow
from arena.web import words
from tests.browser.conftest import PHONE
from tests.browser.hall import told
from tests.browser.show import Place


async def cells(row: Locator) -> list[str]:
    """The texts of a row, each in one line."""
    return [" ".join(text.split()) for text in await row.locator("> *").all_inner_texts()]


def interval(fit: FinalRow | StrengthRow) -> str:
    """The interval of a row; of few sets, or with all won, nothing is known of the error."""
    error = "?" if fit.error is None else f"{fit.error:.0f}"
    return f"{fit.elo:.0f} ± {error}"


async def test_a_leaderboard_shows_what_the_api_says(page: Page, place: Place) -> None:
    """Without scripts too: every bot in its order, and the fit's interval as soon as it is made."""
    path = f"/tournaments/{place.show.sky_5}"
    board = await page.request.get(f"/v1{path}/standings")
    rows = msgspec.json.decode(await board.body(), type=list[Row])
    final = await page.request.get(f"/v1{path}/final-standings")
    fits = {row.bot: row for row in msgspec.json.decode(await final.body(), type=FinalTable).rows}
    await page.goto(f"{path}/leaderboard")

    shown = page.locator("#rows tr")
    await expect(shown).to_have_count(len(rows))
    for line, row in zip(await shown.all(), rows, strict=True):
        fit, texts = fits[row.bot], await cells(line)
        assert texts[0] == f"{row.rank} {fit.best}–{fit.worst}"
        assert texts[1] == row.name
        assert texts[2].startswith(f"{words.elo(row.rating)}?")
        assert texts[3] == interval(fit)
        assert texts[4] == "–".join(map(str, sorted({*fit.groups[:1], *fit.groups[-1:]})))
        share = " ".join(words.percent(row.score / row.games).split())
        assert texts[6:] == [str(row.sets), share, str(row.faults)]
        link = line.get_by_role("link", name=row.name)
        await expect(link).to_have_attribute("href", f"/bots/{row.bot}")


async def test_a_ladder_shows_what_the_api_says(page: Page) -> None:
    """In the order of its ratings, each with the interval by the fit of its newest rounds."""
    rows = await told(page, "/v1/ladders/sky-5", list[LadderRow])
    table = await told(page, "/v1/ladders/sky-5/strengths", StrengthTable)
    fits = {row.bot: row for row in table.rows}
    sheet = await page.request.get("/v1/ladders/sky-5/strengths?format=csv")
    lines = csv.DictReader(StringIO(await sheet.text()))
    assert [(line["bot"], line["groups"]) for line in lines] == [
        (row.bot, " ".join(map(str, row.groups))) for row in table.rows
    ]
    await page.goto("/ladders/sky-5")

    await expect(page.get_by_text(f"Intervals are of {table.sets} sets")).to_be_visible()
    shown = page.locator("#rows tr")
    await expect(shown).to_have_count(len(rows))
    for line, row in zip(await shown.all(), rows, strict=True):
        fit, texts = fits[row.bot], await cells(line)
        assert texts[0] == f"{row.rank} {fit.best}–{fit.worst}"
        assert texts[1] == row.name
        assert texts[3] == interval(fit)
        assert texts[-1] == str(row.sets)


async def test_a_final_table_shows_what_the_api_says(page: Page, place: Place) -> None:
    """In order of ranks, with brackets around those who are tied, each with both its ends."""
    path = f"/tournaments/{place.show.sky_5}"
    final = await page.request.get(f"/v1{path}/final-standings")
    table = msgspec.json.decode(await final.body(), type=FinalTable)
    await page.goto(f"{path}/final")

    await expect(page.get_by_text("Final.", exact=True)).to_be_visible()
    for line, row in zip(await page.locator("#rows tr").all(), table.rows, strict=True):
        texts = await cells(line)
        assert texts[0] == f"{row.rank} {row.best}–{row.worst}"
        assert texts[1] == row.name
        assert texts[6] == f"{row.score:.1f} of {row.games}"
        upright = (
            "each => each.filter((one) => one.x1.baseVal.value === one.x2.baseVal.value).length"
        )
        drawn = await line.locator(".tied line").evaluate_all(upright)
        tied = [group for group in row.groups if sum(group in r.groups for r in table.rows) > 1]
        assert drawn == len(tied)


async def test_rows_are_found_and_sorted_without_scripts(browser: Browser, place: Place) -> None:
    """By a form and links; a mistake in the address is told."""
    context = await browser.new_context(base_url=place.url, java_script_enabled=False)
    page = await context.new_page()
    path = f"/tournaments/{place.show.sky_5}/leaderboard"
    await page.goto(path)
    names = page.locator("#rows th a")
    await page.get_by_role("link", name="Bot", exact=True).click()
    assert await names.all_inner_texts() == sorted(place.show.bots)
    await page.get_by_role("link", name="Bot ▴").or_(page.locator("th[aria-sort] a")).first.click()
    assert await names.all_inner_texts() == sorted(place.show.bots, reverse=True)

    await page.get_by_label("Bot").fill("GRET")
    await page.get_by_role("button", name="Find").click()
    assert await names.all_inner_texts() == ["Egret"]
    await page.get_by_label("Bot").fill("<b>nobody</b>")
    await page.get_by_role("button", name="Find").click()
    await expect(page.get_by_text("<b>nobody</b>")).to_be_visible()
    for query in ("sort=luck", "page=0", "page=x", f"q={81 * 'a'}"):
        answer = await page.goto(f"{path}?{query}")
        assert answer is not None
        assert answer.status == 422
    await context.close()


async def test_boards_of_what_has_not_begun_say_so(page: Page, place: Place) -> None:
    """With a way to the entries; a game that nobody has played has an empty ladder."""
    for board in ("leaderboard", "final"):
        await page.goto(f"/tournaments/{place.show.opened}/{board}")
        link = page.locator("#board-part a.button")
        await expect(link).to_have_attribute("href", f"/tournaments/{place.show.opened}")
        await expect(page.locator("table")).to_have_count(0)
    answer = await page.goto("/ladders/sky-5")
    assert answer is not None
    assert answer.ok
    answer = await page.goto("/ladders/chess")
    assert answer is not None
    assert answer.status == 404


async def test_a_board_fits_a_phone(page: Page, place: Place) -> None:
    """Nothing is wider than the screen, and what has no column of its own stands below the name."""
    await page.set_viewport_size(PHONE)
    for board in ("leaderboard", "final"):
        await page.goto(f"/tournaments/{place.show.sky_5}/{board}")
        wide = "each => each.scrollWidth - each.clientWidth"
        assert await page.locator("html").evaluate(wide) == 0
        assert await page.locator(".scroll").evaluate(wide) == 0
        await expect(page.locator("#rows .fold").first).to_contain_text("sets")
