"""Bots: what their pages tell everybody."""

from pathlib import Path

from playwright.async_api import BrowserContext, Page, expect

from arena.service.bot_lists import PAGE
from arena.service.bots import PublicBot
from arena.service.histories import HistoryView, OpponentView
from arena.service.matches import MatchView
from arena.service.paging import Page as Paged
from arena.service.placings import PlacingView
from arena.service.profiles import ProfileView
from tests.browser.hall import opened, told
from tests.browser.show import Place
from tests.loopback import Loopback


async def texts(page: Page, selector: str) -> list[str]:
    """Give the texts of elements, with single spaces."""
    found = await page.locator(selector).all_inner_texts()
    return [" ".join(each.split()) for each in found]


async def test_a_bot_is_told_of_without_scripts_as_the_api_tells(
    context: BrowserContext, place: Place
) -> None:
    """Ratings, contests, results, habits, opponents and matches: the same numbers, in HTML."""
    bot = place.show.bots["Falcon"]
    assert context.browser is not None
    plain = await context.browser.new_context(base_url=place.url, java_script_enabled=False)
    page, api = await plain.new_page(), plain.request
    await api.get(f"/v1/tournaments/{place.show.sky_5}/final-standings")
    await api.get(f"/v1/tournaments/{place.show.sky_heist}/final-standings")
    profile = await told(page, f"/v1/bots/{bot}/profile", ProfileView)
    await page.goto(f"/bots/{bot}")

    histories = (await told(page, f"/v1/bots/{bot}/history", Paged[HistoryView])).items
    begun = [each for each in histories if each.points]
    drawn = page.locator('.history:has(h3 a[href^="/tournaments/"])')
    assert await drawn.count() == len(begun) > 1
    for figure, history in zip(await drawn.all(), begun, strict=True):
        dots = await figure.locator(".chart circle title").all_text_contents()
        rounds = [f"Round {p.round}: {p.rating / 1e6:.0f}" for p in history.points]
        assert dots == ["Start: 1500", *rounds]
        assert await figure.locator("tbody tr").count() == len(history.points)
    for placing in await told(page, f"/v1/bots/{bot}/tournaments", list[PlacingView]):
        row = page.locator("#tournaments-part tr", has_text=placing.name)
        words = " ".join((await row.inner_text()).split())
        error = "" if placing.error is None else f" ± {placing.error:.0f}"
        if placing.rank is not None:
            assert f"{placing.rank} of {placing.entries}" in words
            assert f"{placing.elo:.0f}{error} {'final' if placing.final else 'live'}" in words
        assert placing.final == (placing.state == "finished")
    seats = [each for each in await texts(page, ".results tr") if each.startswith("Seat")]
    assert [row.split()[:3] for row in seats] == [
        ["Seat", str(each.seat), str(each.matches)] for each in profile.results
    ]
    assert profile.answers is not None
    took = (profile.answers.median_ms, profile.answers.p95_ms, profile.answers.worst_ms)
    times = page.locator("#habits-part p", has_text="calls to it took").locator("strong")
    assert await times.all_inner_texts() == [f"{ms} ms" for ms in took]
    shown = [each for game in profile.habits for each in game.habits if each.of]
    counted = await texts(page, ".measures td:last-child")
    between = {"share": "of", "mean": "in"}
    assert counted == [f"{each.times} {between[each.value]} {each.of}" for each in shown]
    for each in (await told(page, f"/v1/bots/{bot}/opponents", Paged[OpponentView])).items:
        row = page.locator(f"#vs-{each.bot} td.wide")
        assert await row.all_text_contents() == [
            str(n) for n in (each.matches, each.wins, each.ties, each.losses)
        ]
    newest = (await told(page, f"/v1/matches?bot={bot}&limit=4", Paged[MatchView])).items
    links = await page.locator(".matches strong").locator("..").all()
    assert [await link.get_attribute("href") for link in links] == [
        f"/matches/{match.id}" for match in newest
    ]
    await page.get_by_role("link", name="Earlier").click()
    assert newest[0].id not in await page.content()
    await plain.close()


async def test_bots_are_looked_for_by_name(page: Page, place: Place) -> None:
    """The list says what is asked of it; what cannot be asked is told in a page."""
    await page.goto("/bots")
    everybody = (await told(page, "/v1/bots?limit=100", Paged[PublicBot])).items
    names = [" ".join(each.name.split()) for each in everybody if not each.deleted]
    names.sort(key=str.casefold)
    assert await texts(page, ".bots h2") == names[:PAGE]
    await page.get_by_label("Name").fill("FALC")
    await page.get_by_role("button", name="Find").click()
    await page.get_by_role("link", name="Falcon").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Falcon")

    falcon = place.show.bots["Falcon"]
    for path, status in (
        ("/bots?page=0", 422), ("/bots?page=9999", 200), (f"/bots?q={'x' * 81}", 422),
        (f"/bots/{falcon}?before=none", 422), (f"/bots/{'0' * 32}", 404), ("/bots/nobody", 404),
    ):  # fmt: skip
        answer = await page.request.get(path)
        assert answer.status == status, path
        assert "<h1>" in await answer.text()


async def test_a_page_says_what_keeps_a_bot_from_play(
    context: BrowserContext, place: Place, tmp_path: Path
) -> None:
    """In quarantine, retired, deleted: what is public of that, and no more of its owner's words."""
    async with opened(place, tmp_path) as app, Loopback() as loopback:
        _, token = await app.owners.create("Linus", ("contestant",))
        linus = await app.owners.authenticate(token)
        bot = await app.bots.register(linus, "Sleepless", await loopback.start())

        async def shown() -> str:
            return await (await context.request.get(f"/bots/{bot.id}")).text()

        await app.bot_life.quarantine(linus, bot.id, "my own reason")
        held = await shown()
        assert "put there by its owner" in held
        assert "my own reason" not in held
        assert bot.url not in held
        await app.bot_life.release(linus, bot.id)
        await app.bot_life.retire(linus, bot.id)
        assert "in quarantine" not in await shown()
        assert '<span class="badge">retired</span>' in await shown()
        await app.bot_life.delete(linus, bot.id)
        gone = await shown()
        assert '<span class="badge">deleted</span>' in gone
        assert "Sleepless" not in gone
