"""The theatre: playing, stepping, jumping, whose knowledge it is, what was decided, addresses."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser, Page, expect

from arena.service.matches import MatchView
from arena.service.paging import Page as Paged
from arena.service.plays import OptionsView, PlayView
from arena.tournament.config import Config
from tests.browser.hall import hall, told
from tests.browser.show import Place
from tests.loopback import Loopback

CUP = Config(game="sky-5", players=2, rounds=2)


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
    led = await leaders(page)
    while won != led:
        await page.keyboard.press("ArrowRight")
        assert await theatre.moment() > moment
        moment, led = await theatre.moment(), await leaders(page)
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


async def test_what_a_seat_knew_is_told_and_drawn_in_the_place_of_everything(
    theatre: Theatre,
) -> None:
    """The beat stays; other hands are covered; the story is what the seat was told."""
    play = await theatre.play()
    beat = next(at for at, each in enumerate(play.beats) if at > 5 and len(each.events) > 1)
    last, dealt = last_of(play, beat), last_of(play, 0)
    await theatre.open(f"#moment={last}")
    page = theatre.page
    hand = page.locator("#table [data-zone=hand][data-seat='1'] [data-card]").first

    await page.locator("#seen-by").select_option("2")
    await expect(theatre.root).to_have_attribute("data-seen-by", "2")
    seat = await theatre.play("2")
    await theatre.at(last_of(seat, beat))
    await page.locator("#scrub").fill(str(last_of(seat, 0)))
    await expect(hand).to_have_attribute("data-card", "")
    assert await page.locator("#story [data-moment]").count() == len(words_of(seat))
    asked = sum(len(each.asks) for each in seat.beats)
    assert await page.locator("#story .asked").count() == asked

    await page.locator("#seen-by").select_option("all")
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")
    await theatre.at(dealt)
    await expect(hand).not_to_have_attribute("data-card", "")
    assert await page.locator("#story [data-moment]").count() == len(words_of(play))


def last_of(play: PlayView, beat: int) -> int:
    """Give the last moment of a beat."""
    return sum(len(each.events) for each in play.beats[: beat + 1]) - 1


async def test_decisions_are_shown_with_all_that_could_be_chosen(theatre: Theatre) -> None:
    """Who was asked, what was chosen, how long it took, and on demand all that could be chosen."""
    play = await theatre.play()
    first = {at: each.asks[0].options for at, each in enumerate(play.beats) if each.asks}
    beat = max(first, key=first.__getitem__)
    ask = play.beats[beat].asks[0]
    await theatre.open(f"#moment={sum(len(each.events) for each in play.beats[:beat])}")
    pane = theatre.page.locator("#decisions article").first
    await expect(pane).to_contain_text(f"(asked: {ask.kind})")
    await expect(pane.locator(".chosen .took")).to_have_text(f"{ask.latency_ms} ms")

    await pane.get_by_text(f"All {ask.options} options").click()
    await expect(pane.locator("li")).to_have_count(ask.options)
    every = await told(theatre.page, f"/v1/matches/{theatre.match}/asks/{ask.number}", OptionsView)
    assert ask.choice == every.choice
    chosen = pane.locator("li").nth(ask.choice)
    await expect(chosen).to_contain_text("(chosen)")
    await expect(pane.locator(".is-chosen")).to_have_count(1)


async def test_a_seat_that_is_retired_is_not_called(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """Its faults have their time, its defaults none; the slowest answers are there to go to."""
    async with hall(place, tmp_path) as stage, Loopback() as loopback:
        faulty = await loopback.start(lambda _: 99)
        bot = await stage.app.bots.register(stage.who, "Faulty", faulty)
        config = msgspec.structs.replace(CUP, rounds=1, max_strikes=2)
        cup = await stage.open("Strikes", config, bots=1)
        await stage.app.entries.enter(stage.who, cup.id, bot.id)
        await stage.app.tournaments.start(stage.who, cup.id)
        await stage.play(cup.id)
    theatre = Theatre(page, f"{cup.id}-1-0-0")
    play = await theatre.play()
    first = {
        ask.fault: (ask, sum(len(each.events) for each in play.beats[:at]))
        for at, beat in reversed([*enumerate(play.beats)])
        for ask in beat.asks
        if ask.choice < 0
    }
    fault, failed_at = first["illegal"]
    _, retired_at = first[None]
    pane = page.locator("#decisions article").first

    await theatre.open(f"#moment={failed_at}")
    await expect(pane).to_contain_text(f"No valid answer: illegal{fault.latency_ms} ms")
    await theatre.open(f"#moment={retired_at}")
    await expect(pane).to_contain_text("Not called any more: the default is played.")
    await expect(pane.locator(".took")).to_have_count(0)
    written = await page.locator("#story .asked").all_inner_texts()
    slowest = page.locator("optgroup[label='Slowest answers'] option")
    offered = await slowest.all_inner_texts()
    times = [ask.latency_ms or 0 for beat in play.beats for ask in beat.asks]
    for ms, each in zip(filter(None, sorted(times, reverse=True)[:5]), offered, strict=True):
        assert f" {ms} ms, " in f" {each}"

    await page.locator("#seen-by").select_option("0")
    await expect(theatre.root).to_have_attribute("data-seen-by", "0")
    await page.locator("#seen-by").select_option("all")
    await expect(theatre.root).to_have_attribute("data-seen-by", "all")
    assert await page.locator("#story .asked").all_inner_texts() == written


@pytest.mark.parametrize("of", ["sky_5_match", "sky_heist_match"])
async def test_the_pages_styles_reach_into_a_table_only_by_what_all_share(
    theatre: Theatre, place: Place, of: str
) -> None:
    """No word of a page is by chance one of a drawing: badges, names and marks alone are styled."""
    theatre.match = getattr(place.show, of)
    await theatre.open()
    reaching = await theatre.page.evaluate(_REACHING)
    shared = {"bad", "badge", "gold", "name", "number", "quiet", "seat", "seat-mark", "unseen"}
    assert {re.sub(r"-\d$", "", name) for name in reaching} <= shared


_REACHING = """async () => {
  const table = document.querySelector("#table"), scrub = document.querySelector("#scrub");
  const inner = (one) => [one, ...(one.cssRules ? rules(one) : [])];
  const rules = (of) => [...of.cssRules].flatMap(inner);
  const pages = [...document.styleSheets].filter((sheet) => !sheet.href.endsWith("table.css"));
  const names = pages.flatMap(rules).map((rule) => /^\\.([\\w-]+)$/.exec(rule.selectorText)?.[1]);
  const reaching = new Set();
  for (let at = -1; at <= Number(scrub.max); at += 8) {
    scrub.value = at;
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    const there = names.filter((name) => name && table.getElementsByClassName(name).length);
    there.forEach((name) => reaching.add(name));
  }
  return [...reaching];
}"""


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


async def test_without_scripts_the_story_is_told_whole_and_in_order(
    browser: Browser, place: Place, theatre: Theatre
) -> None:
    """Each event in its words, names for seats, its rule linked; decisions before what they did."""
    context = await browser.new_context(base_url=place.url, java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"/matches/{theatre.match}")
    names = await page.locator(".seat-name bdi").all_inner_texts()
    lines = await page.locator("#story > li").all_text_contents()
    play = await theatre.play()
    expected = [
        line
        for beat in play.beats
        for line in (
            *(
                f"{names[ask.seat]} chooses: {named(ask.chosen, names)} {ask.latency_ms} ms"
                for ask in beat.asks
            ),
            *(f"{named(each.words.lstrip('# '), names)} {each.rule}" for each in beat.events),
        )
    ]
    assert lines == expected
    rule = page.locator("#story a").first
    await expect(rule).to_have_attribute("href", f"/docs/rules/sky-heist#{await rule.inner_text()}")
    await expect(page.locator(".player")).to_be_hidden()
    await context.close()


def named(words: str, names: Sequence[str]) -> str:
    """Give words with names in the places of seats."""
    return re.sub(r"\bseat (\d)\b", lambda found: names[int(found[1])], words)


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
