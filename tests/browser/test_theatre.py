"""The theatre: playing, stepping, jumping; addresses, embedding, proof, the seal."""

import asyncio
import re
from itertools import accumulate
from pathlib import Path

from playwright.async_api import Page, Route, expect

from arena.service.matches import MatchView
from arena.service.paging import Page as Paged
from arena.tournament.config import Config
from tests.browser.hall import hall, told
from tests.browser.show import Place
from tests.browser.theatre import Theatre, theatre, words_of

__all__ = ["theatre"]

CUP = Config(game="sky-5", players=2, rounds=2)


async def test_a_match_is_stepped_through_by_buttons_keys_slider_and_story(
    theatre: Theatre,
) -> None:
    """Each leads to a moment that all parts show; keys that an input needs are left to it."""
    await theatre.open("#moment=10")
    page, press = theatre.page, theatre.page.keyboard.press
    words = words_of(await theatre.play())
    heads = [at for at, each in enumerate(words) if each.startswith("#")]
    last = len(words) - 1
    await page.click('[data-do="on"]')
    await theatre.at(11)
    for key, moment in (
        ("ArrowRight", 12), ("ArrowLeft", 11), ("End", last), ("Home", -1),
        ("Shift+ArrowRight", heads[0]), ("Shift+ArrowRight", heads[1]),
        ("Shift+ArrowLeft", heads[0]), ("End", last),
    ):  # fmt: skip
        await press(key)
        await theatre.at(moment)
    await press("k")
    assert await theatre.moment() < last
    await press("j")
    await theatre.at(last)

    scrub = page.locator("#scrub")
    await scrub.fill(str(heads[1]))
    await theatre.at(heads[1])
    await expect(scrub).to_have_attribute(
        "aria-valuetext", re.compile(f"^{heads[1] + 1} of {last + 1}: Turn 1: ")
    )
    await expect(page.locator("#story [aria-current]")).to_have_attribute(
        "data-moment", str(heads[1])
    )
    await expect(theatre.now).to_have_text(re.compile("^Round 1: Turn 1: "))
    await page.locator("#speed").focus()
    await press("j")
    await theatre.at(heads[1])

    await page.locator("#story [data-moment='30']").click(position={"x": 8, "y": 8})
    await theatre.at(30)
    await page.locator("#story [data-moment='30']").focus()
    await press("ArrowDown")
    await press("Enter")
    await theatre.at(31)
    await press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await press("ArrowRight")
    await press("Escape")
    await theatre.at(31)


async def test_keys_of_one_sign_can_be_switched_off(theatre: Theatre) -> None:
    """Whoever speaks to a browser presses them unawares: so they stay off; others are as before."""
    await theatre.open("#moment=10")
    page, press = theatre.page, theatre.page.keyboard.press
    keys = page.get_by_role("dialog", name="Keys")
    switch = keys.get_by_role("checkbox", name="Keys of one letter or sign")
    await page.get_by_role("button", name="Keys").click()
    await expect(keys.get_by_role("button", name="Close")).to_be_focused()
    await switch.uncheck()
    await press("Escape")

    async def are_off(moment: int) -> None:
        for sign in "jk[]?":
            await press(sign)
        await press("ArrowRight")
        await theatre.at(moment + 1)
        await expect(keys).to_be_hidden()
        await expect(page.locator("#speed")).to_have_value("1")

    await are_off(10)
    await theatre.open("#moment=20")
    await are_off(20)
    await page.get_by_role("button", name="Keys").click()
    await expect(switch).not_to_be_checked()
    await switch.check()
    await press("Escape")
    await press("]")
    await expect(page.locator("#speed")).to_have_value("2")
    await theatre.open(under="/embed?moment=10")  # where nobody could switch them off
    await are_off(10)


async def test_a_match_plays_by_itself_to_its_end(theatre: Theatre) -> None:
    """At the speed of choice, and read aloud step by step only while it does not."""
    words = words_of(await theatre.play())
    await theatre.open(f"#moment={len(words) - 8}&speed=4")
    page = theatre.page
    await expect(theatre.now).to_have_attribute("aria-live", "polite")

    await page.keyboard.press("]")
    await expect(page.locator("#speed")).to_have_value("8")
    await page.keyboard.press(" ")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(theatre.now).to_have_attribute("aria-live", "off")

    await theatre.at(len(words) - 1)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    await expect(theatre.now).to_have_attribute("aria-live", "polite")
    points = await page.locator(".points [data-points]").all_inner_texts()
    assert points == [str(each) for each in (await theatre.match_view()).outcome.scores]


async def test_jumps_lead_to_what_is_of_note(theatre: Theatre, place: Place) -> None:
    """Rounds, what the game names, and the decision that changed the winner."""
    theatre.match = await won_by_some(theatre.page, place.show.sky_heist)
    await theatre.open()
    page, words = theatre.page, words_of(await theatre.play())
    jump = page.locator("#jump")
    groups = await jump.locator("optgroup").evaluate_all("all => all.map(each => each.label)")
    assert {"Chapters", "Turns", "The decision that changed the winner"} <= set(groups)
    rounds = [at for at, each in enumerate(words) if each.startswith("# ")]
    offered = await jump.locator("optgroup[label=Chapters] option").evaluate_all(
        "all => all.map(each => Number(each.value))"
    )
    assert offered == rounds

    turning = jump.locator("optgroup[label='The decision that changed the winner'] option")
    await jump.select_option(str(await turning.get_attribute("value")))
    moment = int(str(await turning.get_attribute("value")))
    await theatre.at(moment)
    await expect(page.locator("#decisions article").first).to_be_visible()
    ranks = (await theatre.match_view()).outcome.ranks
    won = [seat for seat, rank in enumerate(ranks) if rank == 1]
    beats = (await theatre.play()).beats
    ends = list(accumulate(len(beat.events) for beat in beats))
    end = next(end for end in ends if end > moment)
    await page.keyboard.press("ArrowLeft")
    assert await leaders(page) != won
    while await theatre.moment() < end - 1:
        await page.keyboard.press("ArrowRight")
    assert await leaders(page) == won
    await page.keyboard.press("End")
    assert await leaders(page) == won


async def won_by_some(page: Page, contest: str) -> str:
    """Give a match of a contest whose winners have not led all along, as all do at its begin."""
    matches = await told(page, f"/v1/tournaments/{contest}/matches", Paged[MatchView])
    return next(each.id for each in matches.items if set(each.outcome.ranks) > {1})


async def leaders(page: Page) -> list[int]:
    """Give the seats that lead by points at the moment shown."""
    points = [int(each) for each in await page.locator(".points b").all_inner_texts()]
    return [seat for seat, each in enumerate(points) if each == max(points)]


async def test_an_address_leads_to_a_moment_and_keeps_up_with_it(theatre: Theatre) -> None:
    """Moment, onlooker and speed are read from it and written to it, and are there to be copied."""
    await theatre.open("#moment=12&seen_by=spectator&speed=2")
    page = theatre.page
    await theatre.at(12)
    await expect(page.locator("#seen-by")).to_have_value("spectator")
    await expect(page.locator("#speed")).to_have_value("2")

    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(re.compile("#moment=13&seen_by=spectator&speed=2$"))
    assert await page.locator("#link").input_value() == page.url
    assert "moment=13&amp;seat=spectator&amp;speed=2" in await page.locator("#frame").input_value()
    await page.evaluate("location.hash = 'moment=3&seen_by=spectator'")
    await theatre.at(3)
    await page.evaluate("location.hash = 'moment=4'")  # as links to what everybody may know are
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")
    await theatre.at(4)
    await theatre.open("#moment=1e9&seen_by=<b>&speed=-3")
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")
    await theatre.open("#moment=9999999&seen_by=9")
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")
    await theatre.at(len(words_of(await theatre.play())) - 1)


async def test_what_is_asked_for_last_is_shown_however_long_the_rest_takes(
    theatre: Theatre,
) -> None:
    """Whoever goes back before an answer has come stays there; without one nothing changes."""
    await theatre.open("#moment=12")
    page, slow, late = theatre.page, "**/events?seen_by=1", asyncio.Event()

    async def held(route: Route) -> None:
        await late.wait()
        await route.fallback()

    await page.route(slow, held)
    async with page.expect_response(slow) as answered:
        async with page.expect_request(slow):
            await page.evaluate("location.hash = 'moment=5&seen_by=1'")
        await page.evaluate("location.hash = 'moment=7'")
        await theatre.at(7)
        late.set()
    await (await answered.value).finished()
    await page.keyboard.press("ArrowRight")
    await theatre.at(8)
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")

    await page.route(slow, lambda route: route.fulfill(status=503, body="{}"))
    await page.locator("#seen-by").select_option("1")
    await expect(page.locator("#trouble")).to_contain_text("The match cannot be shown")
    await expect(page.locator("#seen-by")).to_have_value("all")
    await theatre.at(8)


async def test_the_table_stands_in_the_page_of_somebody_else(theatre: Theatre) -> None:
    """At the moment, seat and speed that the address names; table and controls alone."""
    await theatre.open(under="/embed?moment=25&seat=1&speed=4&play=true")
    page = theatre.page
    await expect(theatre.root).to_have_attribute("data-seen-by", "1")
    await expect(page.locator("#speed")).to_have_value("4")
    await expect(theatre.root).not_to_have_attribute("data-moment", "25")  # it plays
    back = page.get_by_role("link", name="Sky Heist at the Sky Arena")
    await expect(back).to_have_attribute("href", f"/matches/{theatre.match}")
    assert await page.locator("nav, #story").count() == 0

    reply = await page.request.get(f"/matches/{theatre.match}/embed")
    assert "frame-ancestors *" in reply.headers["content-security-policy"]
    assert "x-frame-options" not in reply.headers
    own = await page.request.get(f"/matches/{theatre.match}")
    assert "frame-ancestors 'none'" in own.headers["content-security-policy"]
    for wrong in ("moment=-2", "moment=x", "speed=3", "seat=4", "seat=nobody", "play=perhaps"):
        reply = await page.request.get(f"/matches/{theatre.match}/embed?{wrong}")
        assert reply.status == 422, wrong


async def test_a_match_is_verified_and_its_replay_had(theatre: Theatre) -> None:
    """The digest that the arena computes anew is told in words; the file is the API's."""
    await theatre.open()
    page, digest = theatre.page, (await theatre.match_view()).digest

    await page.get_by_role("button", name="Verify now").click()
    await expect(page.locator("#verified")).to_contain_text(
        f"verified. The digest came out as recorded, {digest}"
    )
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download the replay").click()
    assert (await download.value).suggested_filename == f"{theatre.match}.json"


async def test_a_sealed_match_shows_its_result_and_opens_by_itself(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """Nothing of the play before the round is over, and all of it then."""
    async with hall(place, tmp_path) as stage:
        cup = await stage.start("Sealed", CUP, bots=3)
        await stage.play(cup.id, sets=1)
        theatre = Theatre(page, f"{cup.id}-1-0-0")
        await page.goto(f"/matches/{theatre.match}")
        await expect(page.get_by_text("open when round 1 is over")).to_be_visible()
        scores = (await theatre.match_view()).outcome.scores
        assert await page.locator(".seat-score b").all_inner_texts() == [str(s) for s in scores]
        source = await page.content()
        for word in ("draws", "S5-", 'id="theatre"', "/events", "/replay"):
            assert word not in source
        await page.goto(f"/matches/{theatre.match}/embed")
        await expect(page.get_by_text("sealed until round 1 is over")).to_be_visible()

        await page.goto(f"/matches/{theatre.match}")
        await stage.play(cup.id, sets=2)
        await expect(page.locator("#theatre[data-moment]")).to_be_visible()
        await expect(page.locator("#table [data-count=deck]")).to_be_visible()
