"""Exhibitions: an owner has one played and goes through it; nobody else is shown any of it."""

import asyncio
import re
from pathlib import Path
from typing import Final

from playwright.async_api import Page, expect

from arena.engine.record import decode_record
from arena.service.exhibitions import ExhibitionView, Wish
from tests.browser.axe import load_axe, violations
from tests.browser.conftest import PHONE
from tests.browser.paths import signing_in
from tests.browser.payloads import PAYLOADS
from tests.browser.show import Place
from tests.browser.test_hostile_text import LISTEN, MADE
from tests.browser.test_owners import broken
from tests.browser.trainer import HOUSE, RIGHT_TO_LEFT, SCRIPT, Trainer, trained

HIDDEN: Final = """is => {
    Object.defineProperty(document, "hidden", { value: is, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Has a page be behind others, or not any more."""


async def sign_in(page: Page, token: str) -> None:
    """Sign in from a page that asks for it."""
    await page.get_by_role("main").get_by_role("link", name="Sign in").click()
    await page.get_by_label("Token").fill(token)
    await page.get_by_role("button", name="Sign in").click()


async def assert_unharmed(page: Page) -> None:
    """Names, versions and words are texts and nothing else, and make no page wider than a phone."""
    assert await page.evaluate("[window.hacked, ...blocked]") == [None]
    assert await page.evaluate(MADE) == []
    size = page.viewport_size
    assert size is not None
    await page.set_viewport_size(PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await page.set_viewport_size(size)


async def test_an_owner_has_one_played_and_goes_through_it(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """From signing in over the form and the list to its theatre, whatever bots are called."""
    async with trained(place, tmp_path) as trainer:
        await page.add_init_script(LISTEN)
        await page.goto("/exhibitions")
        await sign_in(page, trainer.token)
        await expect(page).to_have_url(re.compile("/exhibitions$"))
        await page.get_by_label("Players").select_option("3")
        await page.get_by_label("Seat 1").select_option(trainer.bots[RIGHT_TO_LEFT])
        await page.get_by_label("Seat 2").select_option(HOUSE)
        await page.get_by_role("button", name="Have it played").click()

        line = page.locator("#list > li")
        await expect(line).to_contain_text("queued")
        begun = await trainer.newest()
        assert begun.bots == (*trainer.bots.values(), HOUSE)
        view = await trainer.play(begun)
        await expect(line).to_contain_text("finished")
        assert view.result is not None
        scores = [str(each) for each in view.result.outcome.scores]
        assert await line.locator(".places b").all_inner_texts() == scores
        names = [SCRIPT, RIGHT_TO_LEFT, HOUSE.partition(":")[2]]
        assert await line.locator(".places bdi").all_inner_texts() == names
        await assert_unharmed(page)

        await line.get_by_role("link", name=f"Sky 5 with {SCRIPT}").click()
        await _goes_through(page, trainer, view, names)


async def _goes_through(
    page: Page, trainer: Trainer, view: ExhibitionView, names: list[str]
) -> None:
    """The theatre has all that the API tells: moments, words, options, proof, replay."""
    root = page.locator("#theatre")
    play = await trainer.app.exhibition_plays.play(view.id, "all", trainer.who)
    last = sum(len(beat.events) for beat in play.beats) - 1
    await expect(root).to_have_attribute("data-moment", re.compile("."))
    assert await page.locator("#story [data-moment]").count() == last + 1
    assert PAYLOADS[3] in await page.locator("#story").inner_text()
    assert await page.locator(".points bdi").all_inner_texts() == names
    await expect(page.locator("#table [data-count=deck]")).to_be_visible()
    await page.keyboard.press("End")
    await expect(root).to_have_attribute("data-moment", str(last))
    assert view.result is not None
    scores = [str(each) for each in view.result.outcome.scores]
    assert await page.locator(".points [data-points]").all_inner_texts() == scores
    assert await page.locator("#seats-after .seat-score b").all_inner_texts() == scores

    await page.locator("#seen-by").select_option("1")
    await expect(root).to_have_attribute("data-seen-by", "1")
    await page.keyboard.press("Home")
    await expect(page).to_have_url(re.compile("#moment=-1&seen_by=1$"))
    await page.evaluate("location.hash = 'moment=9&seen_by=all'")
    await expect(root).to_have_attribute("data-moment", "9")
    await page.reload()
    await expect(root).to_have_attribute("data-moment", "9")
    asked = page.locator("#decisions article").first
    await asked.get_by_text(re.compile("All .* options")).click()
    await expect(asked.locator(".is-chosen")).to_have_count(1)

    await page.get_by_role("button", name="Verify now").click()
    await expect(page.locator("#verified")).to_contain_text(f"recorded, {view.result.digest}")
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Download the replay").click()
    file = await download.value
    assert file.suggested_filename == f"{view.id}.json"
    kept = await asyncio.to_thread((await file.path()).read_bytes)
    replay = await trainer.app.exhibitions.replay(trainer.who, view.id)
    assert decode_record(kept) == replay
    await assert_unharmed(page)


async def test_known_cards_are_played_by_whom_one_likes(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """Those of a public match, and of an exhibition; what is refused is told in words."""
    async with trained(place, tmp_path) as trainer:
        match = place.show.sky_heist_match
        await page.goto(f"/matches/{match}")
        await page.get_by_role("link", name="Have it play these cards").click()
        await sign_in(page, trainer.token)
        await expect(page.get_by_label("Players")).to_have_value("4")
        await expect(page.get_by_label("Game")).to_be_disabled()
        await expect(page.get_by_label("Seat 0")).to_have_value(trainer.bots[SCRIPT])
        await trainer.app.bot_life.quarantine(trainer.who, trainer.bots[SCRIPT], "a new disk")
        begin, status = page.locator("#begin"), page.locator("#wish-status")
        await begin.click()
        await expect(status).to_contain_text("Seat 0: expected a bot that is not in quarantine")

        await page.get_by_label("Seat 0").select_option(trainer.bots[RIGHT_TO_LEFT])
        await begin.click()
        await status.get_by_role("link", name="watch it").click()
        await expect(page.locator("#state")).to_contain_text("queued")
        view = await trainer.play(await trainer.newest())
        header = (await trainer.app.exhibitions.replay(trainer.who, view.id)).header
        seed = (await trainer.app.matches.replay(match)).header.seed
        assert (header.seed, header.players) == (seed, 4)
        await page.get_by_role("link", name="Play these cards again").click()
        await expect(page.get_by_label("Seat 0")).to_have_value(trainer.bots[RIGHT_TO_LEFT])
        await begin.click()
        await expect(status).to_contain_text("It is in the queue")
        await trainer.play(await trainer.newest())

        await page.goto(f"/exhibitions?of={place.show.sealed_match}")
        await begin.click()
        await expect(status).to_contain_text("replays are sealed until their round is over")
        await page.goto(f"/exhibitions?with={'0' * 32}")
        await expect(status).to_contain_text("there is no bot")
        await expect(page.get_by_label("Seat 0")).to_have_value(trainer.bots[RIGHT_TO_LEFT])
        box, field = page.get_by_text("With known cards"), page.get_by_label("Seed")
        await box.click()
        await field.fill("no seed")
        await box.click()
        await begin.click()
        await expect(field).to_be_focused()
        assert (await page.request.get("/exhibitions?of=anything")).status == 422
        assert (await page.request.get("/exhibitions?with=anybody")).status == 422
        assert (await page.request.get("/exhibitions/anything")).status == 404


async def test_ways_lead_from_a_bot_to_its_exhibitions_and_back_from_its_faults(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """An own bot takes the first seat, somebody else's that is willing the one opposite."""
    async with trained(place, tmp_path) as trainer:
        willing, mine = trainer.bots[SCRIPT], place.show.bots["Albatross"]
        await page.add_init_script(signing_in(place.show.token))
        await page.goto(f"/bots/{mine}")
        await page.get_by_role("link", name="Have it play").click()
        await expect(page.get_by_label("Seat 0")).to_have_value(mine)
        await page.goto(f"/bots/{willing}")
        await expect(page.get_by_text("Willing: ")).to_have_count(0)
        await trainer.app.bots.change(trainer.who, willing, exhibitions=True)
        await page.reload()
        await page.get_by_role("link", name="have it play in exhibitions").click()
        await expect(page.get_by_label("Seat 1")).to_have_value(willing)
        assert await page.get_by_label("Seat 0").input_value() in place.show.bots.values()

        url = await trainer.loopback.start(broken)
        wrongful = (await trainer.app.bots.register(trainer.who, "Wrongful", url)).id
        wish = Wish(bots=(wrongful, HOUSE), game="sky-5")
        view = await trainer.play(await trainer.app.exhibitions.create(trainer.who, wish))
        await page.add_init_script(signing_in(trainer.token))
        await page.goto(f"/bots/{wrongful}")
        await page.locator(".fault-list").get_by_role("link", name="exhibition").first.click()
        await expect(page).to_have_url(re.compile(f"/exhibitions/{view.id}"))
        await expect(page.locator("#seats-after")).to_contain_text("retired: its strikes")


async def test_a_trouble_is_told_and_waited_out(page: Page, place: Place, tmp_path: Path) -> None:
    """What is not over is looked after until it is, while anybody looks, whatever comes between."""
    async with trained(place, tmp_path) as trainer:
        wish = Wish(bots=(trainer.bots[SCRIPT], HOUSE), game="sky-5")
        view = await trainer.app.exhibitions.create(trainer.who, wish)
        await page.add_init_script(signing_in(trainer.token))
        await page.clock.install()
        await page.goto(f"/exhibitions/{view.id}")
        await expect(page.locator("#state")).to_contain_text("queued")
        await expect(page.locator("#seats-before bdi").first).to_have_text(SCRIPT)
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        await page.evaluate(HIDDEN, True)
        for _ in range(5):
            await page.clock.run_for(1_000)
            await page.evaluate("fetch('/health/live')")
        assert len([url for url in asked if view.id in url]) <= 1
        await page.evaluate(HIDDEN, False)
        every, status = "**/v1/exhibitions/*", page.locator("#status")
        await page.route(every, lambda route: route.fulfill(status=503, body="{}"))
        await page.clock.run_for(1_000)
        await expect(status).to_contain_text("The arena is not ready just now")
        await page.unroute(every)
        await trainer.play(view)
        await page.clock.run_for(5_000)
        await expect(page.locator("#theatre[data-moment]")).to_be_visible()
        await expect(status).to_be_empty()
        await expect(page.locator("#seats-before")).to_be_hidden()
        await page.route("**/events?*", lambda route: route.fulfill(status=503, body="{}"))
        await page.reload()
        await expect(page.locator("#trouble")).to_contain_text("The match cannot be shown")
        await expect(page.locator("#seats-after")).to_be_visible()
        await expect(page.locator(".beside")).to_be_hidden()


async def test_nobody_else_is_shown_any_of_it(page: Page, place: Place, tmp_path: Path) -> None:
    """By no source of a page, and not with another's token; without one nothing is asked for."""
    async with trained(place, tmp_path) as trainer:
        wish = Wish(bots=(trainer.bots[SCRIPT], HOUSE), game="sky-5")
        view = await trainer.play(await trainer.app.exhibitions.create(trainer.who, wish))
        _, eve = await trainer.app.owners.create("Eve", ("contestant",))
    path, nobodys = f"/exhibitions/{view.id}", "0" * 32
    sources = [
        await (await page.request.get(f"/exhibitions/{i}")).text() for i in (view.id, nobodys)
    ]
    assert sources[0].replace(view.id, nobodys) == sources[1]

    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(path)
    await expect(page.get_by_role("heading", name="Sign in to see yours")).to_be_visible()
    assert not any("/v1/" in url for url in asked)
    await load_axe(page)
    assert await violations(page) == []
    await sign_in(page, place.show.stranger)
    await expect(page.locator("#status")).to_contain_text("It needs the scope contestant")
    await page.goto("/sign-in")
    await page.get_by_role("button", name="Sign out").click()
    await page.goto(path)
    await sign_in(page, eve)
    await expect(page.locator("#status")).to_contain_text("or it is somebody else's")
    await expect(page.locator("#over")).to_be_hidden()
    assert view.bots[0] not in await page.content()
    await page.goto("/exhibitions")
    await expect(page.locator("#list-status")).to_have_text("None yet.")
    await expect(page.locator("#wish-status")).to_have_text("None of your bots plays Sky 5.")
    await page.goto("/sign-in?back=//e.example/exhibitions")
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_label("Token").fill(eve)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="You are Eve")).to_be_focused()
