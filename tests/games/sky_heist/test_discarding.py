"""Discards: which sets are offered, in which order, and what they do."""

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import in_order
from arena.games.sky_heist.discarding import discards
from tests.games.sky_heist.scene import Scene


def texts(hand: str) -> list[str]:
    """Give the discards of a hand as text."""
    return [" ".join(option.cards) for option in discards(in_order(hand.split()))]


@pytest.mark.rule("SH-10")
def test_discards_come_from_the_hand_onto_the_loot() -> None:
    """In canonical order, on top of what lies there; the revolver is untouched."""
    scene = Scene("A {7 3 4} [7 7]; loot 1 2; out 0")
    scene.do("A discard 3 4 7")

    assert scene.position.loot == ("1", "2", "3", "4", "7")
    assert scene.revolver("A") == "7 7"


@pytest.mark.rule("SH-11", "SH-12")
def test_one_card_of_any_kind_or_several_of_one_kind() -> None:
    """Specials too; wilds and missed are identical among themselves."""
    assert texts("W W M Sub Sub In") == [
        "Sub", "W", "M", "In", "W W", "Sub Sub",
    ]  # fmt: skip


@pytest.mark.rule("SH-13")
def test_three_or_more_standard_cards_of_which_one_is_the_sum() -> None:
    """1 1 2 is one; so is 1 2 3 6, with the four of them."""
    assert texts("1 1 2 3 6 W") == [
        "1", "2", "3", "6", "W", "1 1", "1 1 2", "1 2 3", "1 2 3 6",
    ]  # fmt: skip


@pytest.mark.rule("SH-14")
@pytest.mark.parametrize("hand", ["2 5 1 1 1 1", "2 2 4 4", "7 7 6 1", "3 4 W", "1 2 In"])
def test_other_sets_are_not_offered(hand: str) -> None:
    """Neither is the empty set, nor all of these hands at once."""
    assert hand not in texts(hand)
    assert "" not in texts(hand)


@pytest.mark.rule("SH-14")
def test_a_discarded_special_has_no_effect() -> None:
    """Discarded Indians take no card, a discarded Assistant raises no limit."""
    scene = Scene("A {In As 2 3 4 5}; B [6 6]; out 0; deck 7 1 ...")
    scene.do("A discard In")
    again = Scene("A {As 1}; out 0")
    again.do("A discard As")

    assert scene.revolver("B") == "6 6"
    assert scene.position.loot == ("In",)
    assert again.position.limit(0) == 6


@pytest.mark.rule("SH-08")
@pytest.mark.parametrize(
    ("hand", "default"),
    [
        ("7 W M Sub As In", "7"), ("7 3 W Sub", "3"), ("W M Sub As In", "Sub"), ("W M As In", "In"),
        ("W M As", "As"), ("W M", "M"), ("W W", "W"),
    ],
)  # fmt: skip
def test_what_is_discarded_by_default(hand: str, default: str) -> None:
    """One card, the least useful by the order of the page."""
    scene = Scene(f"A {{{hand}}}; B {{1}}")
    scene.do("A fault")

    assert scene.happened(told.Discarded) == [told.Discarded(0, (default,))]
