"""Bots: what their pages tell everybody, and what they tell their owners alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import pytest
from playwright.async_api import APIRequestContext, BrowserContext, Page, expect

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.bot_lists import PAGE
from arena.service.bots import PublicBot
from arena.service.faults import FaultView
from arena.service.histories import HistoryView, OpponentView
from arena.service.matches import MatchView
from arena.service.paging import Page as Paged
from arena.service.placings import PlacingView
from arena.service.profiles import ProfileView
from arena.tournament.config import Config
from bots.kit import Ask
from tests.browser.show import Place
from tests.loopback import Loopback, by_view

T = TypeVar("T")
DUEL: Final = Config(game="sky-5", players=2, rounds=1, mode="rotation")


async def told(request: APIRequestContext, path: str, expected: type[T]) -> T:
    """Give what the API answers."""
    answer = await request.get(path)
    assert answer.ok, path
    return msgspec.json.decode(await answer.body(), type=expected)


async def texts(page: Page, selector: str) -> list[str]:
    """Give the texts of elements, with single spaces."""
    found = await page.locator(selector).all_inner_texts()
    return [" ".join(each.split()) for each in found]


@asynccontextmanager
async def opened(place: Place, data: Path) -> AsyncIterator[App]:
    """Open the services over the store of the show."""
    settings = Settings(redis_url=place.store_url, data=data, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app:
        yield app


def broken(_: Ask) -> int:
    """Answer what is not to be had."""
    return 1_000


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
    profile = await told(api, f"/v1/bots/{bot}/profile", ProfileView)
    await page.goto(f"/bots/{bot}")

    histories = (await told(api, f"/v1/bots/{bot}/history", Paged[HistoryView])).items
    begun = [each for each in histories if each.points]
    drawn = page.locator('.history:has(h3 a[href^="/tournaments/"])')
    assert await drawn.count() == len(begun) > 1
    for figure, history in zip(await drawn.all(), begun, strict=True):
        dots = await figure.locator(".chart circle title").all_text_contents()
        rounds = [f"Round {p.round}: {p.rating / 1e6:.0f}" for p in history.points]
        assert dots == ["Start: 1500", *rounds]
        assert await figure.locator("tbody tr").count() == len(history.points)
    for placing in await told(api, f"/v1/bots/{bot}/tournaments", list[PlacingView]):
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
    for each in (await told(api, f"/v1/bots/{bot}/opponents", Paged[OpponentView])).items:
        row = page.locator(f"#vs-{each.bot} td.wide")
        assert await row.all_text_contents() == [
            str(n) for n in (each.matches, each.wins, each.ties, each.losses)
        ]
    newest = (await told(api, f"/v1/matches?bot={bot}&limit=4", Paged[MatchView])).items
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
    everybody = (await told(page.request, "/v1/bots?limit=100", Paged[PublicBot])).items
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


async def test_whoever_signs_in_sees_what_is_his(page: Page, place: Place, tmp_path: Path) -> None:
    """His faults, by kind, with a way to the match, and what a check has found; nobody else's bot.

    The token is nowhere but in the memory of the tab and in the header of requests.
    """
    async with opened(place, tmp_path) as app, Loopback() as loopback:
        _, token = await app.owners.create("Grace", ("organiser", "contestant"))
        grace = await app.owners.authenticate(token)
        bots = [
            await app.bots.register(grace, name, await loopback.start(decide))
            for name, decide in (("Wrongful", broken), ("Rightful", by_view))
        ]
        cup = await app.tournaments.create(grace, "Cup of Grace", DUEL)
        await app.tournaments.open(grace, cup.id)
        for bot in bots:
            await app.entries.enter(grace, cup.id, bot.id)
        await app.tournaments.start(grace, cup.id)
        await app.sets.play(cup.id, 1, await app.store.sets.open_numbers(cup.id))
        urls = list[str]()
        page.on("request", lambda request: urls.append(request.url))
        wrongful = bots[0].id

        await page.goto(f"/bots/{wrongful}")
        await expect(page.get_by_text("For you, its owner")).to_be_hidden()
        await _sign_in_wrongly(page, token)
        await page.get_by_label("Token").fill(token)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_role("heading", name="You are Grace")).to_be_focused()
        await expect(page.get_by_role("navigation", name="Site")).to_contain_text("Signed in")
        await expect(page.get_by_text("organiser, contestant")).to_be_visible()
        await page.get_by_role("link", name="Wrongful").click()

        kept = (await app.faults.page(grace, wrongful, None, 20)).items
        await _sees_faults(page, kept)
        await page.get_by_role("button", name="Check again").click()
        await expect(page.get_by_text("It has failed, checked")).to_be_visible()
        findings = (await app.conformance.report(grace, wrongful)).findings
        assert await page.locator(".finding").count() == len(findings)
        assert await page.locator(".finding.failed").count() == sum(
            each.verdict == "failed" for each in findings
        )
        assert await texts(page, ".finding.failed p:nth-child(2)") == [
            each.found for each in findings if each.verdict == "failed"
        ]
        await _keeps_a_secret(page, token, urls)
        async with page.expect_response("**/v1/bots/*"):
            await page.goto(f"/bots/{place.show.bots['Heron']}")
        await expect(page.get_by_text("For you, its owner")).to_be_hidden()
        await page.goto("/sign-in")
        await page.get_by_role("button", name="Sign out").click()
        assert await page.evaluate("sessionStorage.length") == 0
        urls.clear()
        await page.goto(f"/bots/{wrongful}", wait_until="load")
        assert not any("/v1/bots/" in url for url in urls)
        await expect(page.get_by_text("For you, its owner")).to_be_hidden()


async def test_a_page_that_is_brought_back_after_signing_out_shows_nothing_of_the_owner(
    page: Page, place: Place
) -> None:
    """As browsers bring pages back as they were left; one without a window is told that it did."""
    egret = f"/bots/{place.show.bots['Egret']}"
    await page.goto("/sign-in")
    await page.get_by_label("Token").fill(place.show.token)
    await page.get_by_role("button", name="Sign in").click()

    await expect(page.get_by_text("You are Ada")).to_be_visible()
    await page.goto(egret)
    await expect(page.get_by_text("Wants load windows")).to_be_visible()

    await page.evaluate("sessionStorage.clear()")
    back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    left = await page.evaluate(f"{back}; document.querySelector('main').textContent")
    assert left == ""
    await expect(page.get_by_role("heading", level=1)).to_have_text("Egret")
    await expect(page.get_by_text("For you, its owner")).to_be_hidden()


async def test_refusals_are_told_with_what_to_do(page: Page, place: Place, tmp_path: Path) -> None:
    """A token that covers too little, one too many requests, and no network."""
    async with opened(place, tmp_path) as app:
        ada = await app.owners.authenticate(place.show.token)
        token = (await app.tokens.add(ada.owner.id, ("viewer",), 1)).token
    await page.goto("/sign-in")
    await page.route("**/v1/owner", lambda route: route.abort())
    await page.get_by_label("Token").fill(token)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("is the network there?")).to_be_visible()
    await page.unroute("**/v1/owner")
    await page.route(
        "**/v1/owner",
        lambda route: route.fulfill(status=429, headers={"Retry-After": "7"}, body="{}"),
    )
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Try again in 7 s.")).to_be_visible()
    await page.unroute("**/v1/owner")
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("link", name="Egret").click()
    needs = page.get_by_text("It needs the scope contestant: sign in")
    await expect(needs.first).to_be_visible()
    await page.get_by_role("button", name="Check again").click()
    await expect(needs).to_have_count(2)


@pytest.mark.parametrize(
    "unkept",
    [
        "Object.defineProperty(window, '{}', {{ get() {{ throw new DOMException() }} }})",
        "Storage.prototype.setItem = () => {{ throw new DOMException('', 'QuotaExceededError') }}",
    ],
)
async def test_where_a_browser_keeps_nothing_nobody_is_called_signed_in(
    page: Page, place: Place, unkept: str
) -> None:
    """It is said, and nothing else of a page breaks by it."""
    for kind in ("sessionStorage", "localStorage"):
        await page.add_init_script(unkept.format(kind))
    await page.goto("/sign-in")
    await page.get_by_label("Token").fill(place.show.token)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.locator("#status")).to_contain_text("lets the page keep nothing")
    await expect(page.locator("#account")).to_be_empty()
    await page.goto(f"/matches/{place.show.sky_5_match}")
    await expect(page.locator("#theatre[data-moment]")).to_be_visible()
    await page.keyboard.press("?")
    await page.locator("#signs").uncheck()
    await expect(page.locator("#signs")).not_to_be_checked()


async def _sign_in_wrongly(page: Page, token: str) -> None:
    """A token that is mistyped is told of, and not kept."""
    await page.goto("/sign-in")
    await page.get_by_label("Token").fill(token[:-1])
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("a mistyped one. Your token is not good here")).to_be_visible()
    assert await page.evaluate("sessionStorage.length") == 0


async def _sees_faults(page: Page, kept: list[FaultView]) -> None:
    """All of them, the newest first; those of one kind alone; the match that they were made in."""
    faults = page.locator(".fault-list li")
    await expect(faults).to_have_count(len(kept))
    assert await faults.locator(".badge").all_text_contents() == [each.kind for each in kept]
    assert kept[0].ask is not None
    match = f"/matches/{kept[0].ask.match}"
    assert await faults.first.get_by_role("link").get_attribute("href") == match
    await faults.first.get_by_text("Its answer").click()
    await expect(faults.first.locator("pre")).to_have_text(kept[0].body_start)
    await page.get_by_label("Kind").select_option("timeout")
    await expect(page.get_by_text("No fault of the kind timeout")).to_be_visible()
    await page.get_by_label("Kind").select_option("illegal")
    await expect(faults).to_have_count(len(kept))


async def _keeps_a_secret(page: Page, token: str, urls: list[str]) -> None:
    """Neither page nor addresses nor what browsers keep for longer have the token."""
    assert token not in await page.content()
    assert not any(token in url for url in urls)
    assert await page.context.cookies() == []
    assert await page.evaluate("localStorage.length") == 0
    assert await page.evaluate("Object.values({...sessionStorage})") == [token]
    assert token not in await (await page.request.get(page.url)).text()
