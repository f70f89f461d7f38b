"""The theatre beside its table: what an onlooker knew, what was decided, the story in words."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from arena.service.plays import OptionsView, PlayView
from arena.tournament.config import Config
from tests.browser.hall import hall, told
from tests.browser.show import Place
from tests.browser.theatre import Theatre, theatre, words_of
from tests.loopback import Loopback

__all__ = ["theatre"]


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
        config = Config(game="sky-5", players=2, rounds=1, max_strikes=2)
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
