"""The drawn table of Sky 5: what is said and shown beside the cards, at moments written by hand."""

from collections.abc import Mapping, Sequence

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.drawn import LAPTOPS, Drawn
from tests.browser.show import Place

Happened = Sequence[Mapping[str, object]]

FATAL: Happened = (
    {"event": "turn", "seat": 0, "turn": 1},
    {"event": "draw", "seat": 0, "card": "R3"},
    {"event": "draw", "seat": 1, "card": "*4"},
    {"event": "draw", "seat": 3, "card": "R0"},
    {"event": "roll", "seat": 0, "number": 3},
    {"event": "bust", "seat": 0, "cards": ["R3"]},
    {"event": "take", "seat": 1, "card": "R3", "buster": 0},
)
FIVE: Happened = (
    *({"event": "draw", "seat": 2, "card": card} for card in ("R1", "G2", "B3", "Y4", "P5")),
    {"event": "sky_five", "seat": 2, "cards": ["R1", "G2", "B3", "Y4", "P5"], "points": 15},
    {"event": "fault", "seat": 1, "ask": "turn"},
)
LAST: Happened = (
    {"event": "turn", "seat": 1, "turn": 9},
    {"event": "final_round", "order": [2, 3, 0, 1]},
    {"event": "turn", "seat": 3, "turn": 11},
    {"event": "end", "points": [7, 0, 7, 2], "cards": [1, 0, 1, 2], "ranks": [1, 4, 1, 3]},
)


@pytest.fixture
def shown(page: Page, place: Place) -> Drawn:
    """The table, in a page of this test alone."""
    return Drawn(page, place.show.sky_5_match, "sky-5", 4)


async def test_a_bust_is_told_by_the_die_the_card_and_each_seat(shown: Drawn) -> None:
    """What fell, which card it met, who busts, who may take now, who later, and who does."""
    await shown.open(FATAL)
    await expect(shown.table.get_by_role("img", name="die, not rolled yet")).to_be_visible()

    await shown.at(4)
    await expect(shown.table.get_by_role("img", name="die: 3")).to_be_visible()
    await expect(shown.table.locator(".rolled")).to_have_text("0 bust")
    await expect(shown.seat(0)).to_contain_text("rolls 3")
    await expect(shown.table.locator(".fatal")).to_have_attribute("data-card", "R3")
    for seat, card in ((0, "red 3"), (1, "star 4"), (3, "red 0")):
        await expect(shown.seat(seat).get_by_role("img", name=card)).to_be_visible()

    await shown.at(5)
    for seat, words in ((0, "busts"), (1, "may take a card"), (2, "may take after that")):
        await expect(shown.seat(seat)).to_contain_text(words)
    await expect(shown.seat(3)).not_to_contain_text("may take")

    await shown.at(6)
    await expect(shown.seat(1)).to_contain_text("takes red 3")
    await expect(shown.table.locator(".fresh")).to_have_attribute("data-card", "R3")
    await shown.at(0)
    await expect(shown.seat(0)).to_have_attribute("aria-current", "true")
    await expect(shown.seat(0)).to_contain_text("to move")
    await expect(shown.seat(1)).to_have_attribute("aria-current", "false")


async def test_a_bank_is_spread_out_by_keyboard_and_stays_so(shown: Drawn) -> None:
    """A Sky Five is announced; its cards can be read, at this moment and the next."""
    await shown.open(FIVE)
    await shown.at(5)
    await expect(shown.table.get_by_text("Sky Five!", exact=True)).to_be_visible()
    await expect(shown.seat(2)).to_contain_text("Sky Five! 15 points")

    button = shown.table.get_by_role("button", name="Bank of seat 2: 5 cards")
    await button.press("Enter")
    await expect(button).to_have_attribute("aria-expanded", "true")
    await expect(shown.seat(2).get_by_text("P", exact=True)).to_be_visible()
    await shown.at(6)
    await expect(button).to_have_attribute("aria-expanded", "true")
    await expect(shown.seat(2).get_by_text("P", exact=True)).to_be_visible()
    await expect(shown.seat(1)).to_contain_text("gives no valid answer")
    await button.press("Enter")
    await expect(shown.seat(2).get_by_text("P", exact=True)).to_be_hidden()


async def test_the_final_round_says_whose_turns_are_taken_and_who_wins(shown: Drawn) -> None:
    """In the middle and at each seat; equals share the win."""
    await shown.open(LAST)
    await shown.at(2)
    await expect(shown.table.get_by_text("Final round", exact=True)).to_be_visible()
    order = shown.table.get_by_role("list", name="Order of the final round").get_by_role("listitem")
    await expect(order).to_have_text(["2taken", "3now", "0to come", "1to come"])
    for seat, words in enumerate(
        ("final turn to come", "final turn to come", "final turn taken", "final turn")
    ):
        await expect(shown.seat(seat).locator(".sign")).to_have_text(words)

    await shown.at(3)
    await expect(shown.table.get_by_text("The end", exact=True)).to_be_visible()
    for seat, words in enumerate(("shares the win", "place 4", "shares the win", "place 3")):
        await expect(shown.seat(seat).locator(".sign")).to_have_text(words)


async def test_cards_can_be_read_on_a_phone_and_fly_only_where_motion_is_wanted(
    shown: Drawn, page: Page
) -> None:
    """At 360 px a card is 28 px wide at least, and nothing is wider than the screen."""
    await page.set_viewport_size(PHONE)
    await shown.open(FIVE)
    await shown.at(4)
    widths = await shown.table.locator('[data-zone="front"] svg').evaluate_all(
        "cards => cards.map((card) => card.getBoundingClientRect().width)"
    )
    assert len(widths) == 5
    assert min(widths) >= 28
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    flying = "document.querySelector('.fresh').getAnimations().length"
    assert await page.evaluate(flying) == 1

    await page.set_viewport_size(DESKTOP)
    await page.emulate_media(reduced_motion="reduce")
    await shown.at(3)
    await expect(shown.table.locator(".fresh")).to_have_attribute("data-card", "Y4")
    assert await page.evaluate(flying) == 0


@pytest.mark.parametrize("size", LAPTOPS)
async def test_on_a_laptop_all_seats_of_the_round_table_are_in_sight(
    shown: Drawn, page: Page, size: ViewportSize
) -> None:
    """Above the controls, whatever lies before them."""
    await page.set_viewport_size(size)
    await shown.open((*FATAL, *FIVE, *LAST))
    for moment in (2, len(FATAL), len(FATAL) + len(FIVE)):
        await shown.at(moment)
        await shown.height()
