"""The drawn table of Sky Heist: races, sharings and duels, at moments written by hand."""

from collections.abc import Mapping, Sequence

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.drawn import LAPTOPS, Drawn
from tests.browser.show import Place

Happened = Mapping[str, object]


def hand(seat: int, how: str, latency_ms: int, loaded: int) -> Mapping[str, object]:
    """Give a hand as `hands` tells it."""
    time_us = (latency_ms + 80 * loaded) * 1000
    return {
        "seat": seat, "how": how, "latency_us": latency_ms * 1000, "loaded": loaded,
        "time_us": time_us,
    }  # fmt: skip


SHOOTING: Sequence[Happened] = (
    {"event": "round_start", "round": 1, "first": 0, "deck": 45, "bonus": 0},
    *({"event": "deal", "seat": s, "count": 3, "cards": ["5", "7", "W"]} for s in range(4)),
    {"event": "turn", "seat": 0, "turn": 1},
    {"event": "discard", "seat": 0, "cards": ["7"]},
    {"event": "shoot", "seat": 0, "forced": False},
    {"event": "race", "starter": 0},
    {"event": "load", "seat": 1, "card": "5"},
    {"event": "load", "seat": 1, "card": "W"},
    {"event": "fault", "seat": 3, "ask": "race"},
    {
        "event": "hands",
        "hands": [
            hand(0, "starter", 0, 0), hand(2, "raced", 200, 0), hand(1, "raced", 240, 2),
            hand(3, "fault", 100, 0),
        ],
        "excluded": 3,
    },
    {"event": "revolver", "seat": 0, "cards": []},
    {"event": "revolver", "seat": 2, "cards": []},
    {"event": "revolver", "seat": 1, "cards": ["5", "W"]},
    {"event": "missed", "seat": 2, "on": 1, "card": "5"},
    {"event": "wilds", "seat": 1, "count": 1, "value": None},
    {"event": "share", "seat": 1, "rank": 1, "size": 2, "value": "5", "cards": 1},
    {"event": "round_end", "round": 1, "loot": 1, "left": 0, "shares": [0, 1, 0, 0],
     "scores": [0, 1, 0, 0], "next_first": 3},
)  # fmt: skip
DUEL: Sequence[Happened] = (
    {"event": "round_start", "round": 1, "first": 0, "deck": 54, "bonus": 3},
    {"event": "turn", "seat": 0, "turn": 1},
    {"event": "duel", "seat": 0, "forced": True},
    {"event": "duel_draw", "seat": 0, "card": None},
    {"event": "duel_draw", "seat": 1, "card": None},
    {"event": "reveal", "challenger": 0, "cards": ["2", "As"], "anticipated": [1], "on": False},
    {"event": "hands", "hands": [hand(1, "anticipated", 150, 0), hand(0, "never", 0, 0)],
     "excluded": None},
    {"event": "false_slap", "seat": 1},
    {"event": "bonus", "seat": 0, "cards": ["3", "W", "Sub"]},
    {"event": "round_start", "round": 2, "first": 0, "deck": 54, "bonus": 3},
    {"event": "duel", "seat": 0, "forced": False},
    {"event": "reveal", "challenger": 0, "cards": ["5", "2"], "anticipated": [1], "on": True},
    {"event": "race", "starter": None},
)  # fmt: skip


@pytest.fixture
def heist(page: Page, place: Place) -> Drawn:
    """The table of a match of four, in a page of this test alone."""
    return Drawn(page, place.show.sky_heist_match, "sky-heist", 4)


async def test_hands_come_down_on_one_scale_of_milliseconds(heist: Drawn) -> None:
    """A table that can be read aloud, whose bars end where the scale has their times."""
    await heist.open(SHOOTING)
    race = heist.table.get_by_role("table")
    await heist.at(10)
    await expect(race).to_contain_text("The shooting: the race is on")
    await expect(race.locator('[data-hand="1"]')).to_contain_text("racing, + 2 × 80 ms")
    await expect(race.locator('[data-hand="0"]')).to_contain_text("starter")

    await heist.at(12)
    rows = race.get_by_role("row")
    await expect(rows).to_have_count(5)
    told = (
        ("starter", "–"),
        ("raced", "200.0"),
        ("240.0 + 2 × 80", "400.0"),
        ("after all", "100.0"),
    )
    for place, (words, time) in enumerate(told, 1):
        await expect(rows.nth(place).get_by_role("rowheader")).not_to_be_empty()
        await expect(rows.nth(place)).to_contain_text(words)
        await expect(rows.nth(place).locator("[class=number]")).to_have_text(time)
    await expect(rows.nth(4)).to_contain_text("excluded")

    tick = "ticks => ticks.find((each) => each.textContent === '400').getBoundingClientRect()"
    middle = "({ x, width }) => x + width / 2"
    at_400 = await race.locator(".axis text").evaluate_all(f"ticks => ({middle})(({tick})(ticks))")
    for seat, ms in ((1, 400), (2, 200), (3, 100)):
        end = race.locator(f'[data-hand="{seat}"] .hand')
        start = await race.locator(f'[data-hand="{seat}"] .lag').evaluate(
            "lag => lag.getBoundingClientRect().x"
        )
        x = await end.evaluate(f"hand => ({middle})(hand.getBoundingClientRect())")
        assert (x - start) * 400 == pytest.approx((at_400 - start) * ms, rel=0.02)
    await expect(race.locator('[data-hand="1"] .block')).to_have_count(2)


async def test_the_sharing_is_told_step_by_step(heist: Drawn) -> None:
    """What Missed cancels is struck out; then groups, wilds, shares, and what is left."""
    await heist.open(SHOOTING)
    revolver = heist.table.locator('[data-zone="revolver"][data-seat="1"]')
    await heist.at(15)
    await expect(revolver.get_by_role("img", name="value 5", exact=True)).to_be_visible()
    await expect(heist.seat(3)).to_contain_text("excluded")

    await heist.at(16)
    await expect(revolver.get_by_role("img", name="value 5, cancelled")).to_be_visible()
    await expect(heist.table.get_by_text("Missed of 2 cancels 5 of 1")).to_be_visible()
    row = heist.table.locator('[data-hand="1"] .takes')
    await expect(row).to_be_empty()
    await heist.at(17)
    await expect(row).to_have_text("1 wild ignored")
    await heist.at(18)
    await expect(row).to_contain_text("+1 2 × 5")
    await expect(heist.seat(1).locator('[data-count="points"]')).to_have_text("1")
    await expect(heist.seat(1)).to_contain_text("takes 1")
    await heist.at(19)
    await expect(heist.table.locator(".ending")).to_have_text(
        "0 left to nobody. In round 2 seat 3 moves first."
    )


async def test_a_challenge_is_told_up_to_the_false_slap(page: Page, place: Place) -> None:
    """Both cards face down, then open; who anticipated, and who got the bonus cards for it."""
    duel = Drawn(page, place.show.sky_heist_match, "sky-heist", 2)
    await duel.open(DUEL)
    challenge = duel.table.locator(".challenge")
    await duel.at(4)
    await expect(challenge.get_by_role("img", name="unknown card")).to_have_count(2)
    await expect(challenge).to_contain_text("who keeps his nerve?")

    await duel.at(5)
    await expect(challenge.get_by_role("img", name="value 2")).to_be_visible()
    await expect(challenge.get_by_role("img", name="Assistant")).to_be_visible()
    await expect(challenge).to_contain_text("The duel is cancelled: 2 against As")
    await expect(challenge.get_by_text("anticipated", exact=True)).to_be_visible()

    await duel.at(8)
    await expect(challenge.get_by_text("false slap", exact=True)).to_be_visible()
    rows = duel.table.get_by_role("table").get_by_role("row")
    await expect(rows.nth(1)).to_contain_text("a false slap")
    await expect(rows.nth(2)).to_contain_text("no hand came down")
    await expect(rows.nth(2)).to_contain_text("bonus 3WSub")

    await duel.at(len(DUEL) - 1)
    await expect(rows.nth(1)).to_contain_text("racing")
    await expect(rows.nth(2)).to_contain_text("anticipated")


async def test_cards_of_the_heist_fit_a_phone_and_rest_where_motion_is_not_wanted(
    heist: Drawn, page: Page
) -> None:
    """At 360 px a card is 28 px wide at least, and nothing is wider than the screen."""
    await page.set_viewport_size(PHONE)
    await heist.open(SHOOTING)
    await heist.at(12)
    widths = await heist.table.locator(".picture").evaluate_all(
        "cards => cards.map((card) => card.getBoundingClientRect().width)"
    )
    assert min(widths) >= 28
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    moving = "document.querySelector('.held.moved > svg').getAnimations().length"
    await heist.at(6)
    assert await page.evaluate(moving) == 1
    await page.set_viewport_size(DESKTOP)
    await page.emulate_media(reduced_motion="reduce")
    await heist.at(10)
    assert await page.evaluate(moving) == 0


@pytest.mark.parametrize("size", LAPTOPS)
async def test_on_a_laptop_the_whole_table_is_in_sight_and_keeps_its_height(
    heist: Drawn, page: Page, size: ViewportSize
) -> None:
    """In a turn, a race and the sharing the controls begin at one place, below all the seats."""
    await page.set_viewport_size(size)
    await heist.open(SHOOTING)
    heights = set()
    for moment in (6, 10, 12, len(SHOOTING) - 1):
        await heist.at(moment)
        heights.add(await heist.height())
        middle = heist.table.get_by_role("group", name="Middle of the table")
        assert await middle.evaluate("box => box.scrollHeight <= box.clientHeight")
    assert len(heights) == 1
