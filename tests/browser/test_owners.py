"""Owners: they sign in, see what of their bots is for them alone, and sign out."""

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from arena.service.faults import FaultView
from arena.tournament.config import Config
from bots.kit import Ask
from tests.browser.hall import opened
from tests.browser.show import Place
from tests.browser.test_bots import texts
from tests.loopback import Loopback, by_view

DUEL: Final = Config(game="sky-5", players=2, rounds=1, mode="rotation")


def broken(_: Ask) -> int:
    """Answer what is not to be had."""
    return 1_000


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
