"""Substitution, Assistant and Indians."""

import pytest

from arena.games.sky_heist.events import Arrival, Gave, Lost, Played, Put, RaceStart, Took
from tests.games.sky_heist.scene import Scene


@pytest.mark.rule("SH-15")
def test_a_played_event_card_becomes_loot_after_its_effect() -> None:
    """While it is carried out it is neither hand nor loot."""
    scene = Scene("A {Sub 1 2 3}; B {4 5 6}; out 0")
    scene.do("A substitution B")

    assert scene.position.in_play is not None
    assert not scene.position.loot
    scene.do("A give 1 2")
    assert scene.position.loot == ("Sub",)
    assert scene.position.in_play is None


@pytest.mark.rule("SH-16", "SH-17")
def test_an_assistant_stays_in_front_and_raises_the_limit_at_once() -> None:
    """Two of them raise it by two; a discarded one would be loot."""
    scene = Scene("A {As 1 2 3 4 5 6} As; loot 4*; deck 7 7 ...; out 0")
    scene.do("A assistant")

    assert scene.hand("A") == "1 2 3 4 5 6 7 7"
    assert (scene.position.assistants[0], len(scene.position.loot)) == (2, 4)
    assert scene.happened(Put) == [Put(0, "As", "front")]


@pytest.mark.rule("SH-18")
def test_substitution_takes_two_and_gives_any_two() -> None:
    """The taken ones among them, if one likes; by default they go back."""
    scene = Scene("A {Sub 1 2 2} [4]; B {6 7 W M 2 2}; picks 6 W; out 0")
    scene.do("A substitution B")

    assert scene.asked()["A"] == [
        "give 6 W", "give 1 2", "give 1 6", "give 1 W", "give 2 2", "give 2 6", "give 2 W",
    ]  # fmt: skip
    scene.do("A give 1 W")
    assert scene.happened(Took) == [Took(0, 1, 2, ("6", "W"))]
    assert scene.happened(Gave) == [Gave(0, 1, 2, ("1", "W"))]
    assert scene.hand("B") == "1 2 2 7 W M"


@pytest.mark.rule("SH-19")
def test_a_hand_of_one_card_gives_one_and_gets_one() -> None:
    """Its revolver is out of reach; with nothing else in hand the card goes back unasked."""
    scene = Scene("A {Sub} [1 1]; B {5} [7 7 7]; out 0")
    scene.do("A substitution B")

    assert scene.happened(Took) == [Took(0, 1, 1, ("5",))]
    assert scene.happened(Gave) == [Gave(0, 1, 1, ("5",))]
    assert scene.revolver("B") == "7 7 7"


@pytest.mark.rule("SH-19")
def test_nobody_with_an_empty_hand_can_be_chosen() -> None:
    """Without any target the card can only be discarded; as the only card, it is so unasked."""
    one = Scene("A {Sub 1}; B {} [...]; C {5} [1]; out 0")
    none = Scene("A {Sub 1}; B {} [...]; C {} [...]; out 0")
    only = Scene("A {Sub} [...]; B {} [...]; C {} [...]; out 0")

    assert "substitution C" in one.asked()["A"]
    assert "substitution B" not in one.asked()["A"]
    assert none.asked()["A"] == ["discard 1", "discard Sub", "load 1"]
    assert only.position.loot == ("Sub",)
    assert not only.happened(Played)


@pytest.mark.rule("SH-20", "SH-21")
def test_indians_take_from_each_loaded_revolver_in_turn() -> None:
    """Clockwise from the player; each puts, then draws, before the next; an empty one does not."""
    scene = Scene(
        "active C; A {1 1 1 1} [2 3]; B {2 2 2 2} [4 5]; C {In 1 3 3 4} [6]; D {6 6 6 6 6 7}; "
        "loses A 3 B 4; deck 7 W 5 ...; out 0"
    )
    scene.do("C indians")

    assert scene.happened(Lost) == [Lost(0, "3"), Lost(1, "4")]
    assert (scene.hand("A"), scene.hand("B")) == ("1 1 1 1 7", "2 2 2 2 W")
    assert (scene.revolver("A"), scene.revolver("B"), scene.revolver("C")) == ("2", "5", "6")
    assert (scene.hand("C"), scene.hand("D")) == ("1 3 3 4 5", "6 6 6 6 6 7")
    assert scene.position.deck[-2:] == ["3", "4"]
    assert scene.position.loot == ("In",)


@pytest.mark.rule("SH-21")
def test_indians_against_empty_revolvers_do_nothing() -> None:
    """They can be played all the same."""
    scene = Scene("A {In 1 2 3 4 5}; deck 6 ...; out 0")
    scene.do("A indians")

    assert scene.position.loot == ("In",)
    assert scene.hand("A") == "1 2 3 4 5 6"


@pytest.mark.rule("SH-22")
def test_a_sheriff_met_by_indians_is_turned_and_the_draw_repeated() -> None:
    """The victim still gets a card."""
    scene = Scene("A {In 1 2 3 4 5}; B [5]; out 1; deck S 3 2 ...")
    scene.do("A indians")

    assert scene.position.sheriffs == 2
    assert "3" in scene.hand("B")
    assert scene.hand("A") == "1 2 2 3 4 5"


@pytest.mark.rule("SH-22", "SH-29")
def test_the_fourth_sheriff_stops_indians_at_once() -> None:
    """The first victim keeps what he drew, the second gets nothing, the third loses nothing."""
    scene = Scene(
        "players 4; A {In 1}; B {} [2 2]; C {} [3 3]; D {} [4 4]; out 3; deck 5 S 6 ...; loot 3*"
    )
    events = scene.do("A indians")

    assert [event for event in events if isinstance(event, Lost)] == [Lost(1, "2"), Lost(2, "3")]
    assert scene.hand("B") == "5"
    assert (scene.hand("C"), scene.revolver("C"), scene.revolver("D")) == ("", "3", "4 4")
    assert scene.position.loot[-1] == "In"
    kinds = [type(event) for event in events]
    assert kinds.index(Put) < kinds.index(Arrival) < kinds.index(RaceStart)


@pytest.mark.rule("SH-20", "SH-18")
def test_what_is_written_for_the_second_is_not_used_by_the_first() -> None:
    """The first pick and the second are told apart by how many were played before."""
    scene = Scene(
        "A {Sub In}; B {Sub In}; C {5 6 7} [1 2 3]; picks 5 6 / 6 7; loses C 3 / C 2; out 0; "
        "deck 4 4 4 4 4 4 4 ..."
    )
    scene.do("A substitution C", "A give 5 6", "B substitution C", "B give 6 7")
    assert [event.cards for event in scene.happened(Took)] == [("5", "6"), ("6", "7")]

    again = Scene("A {In 1}; B {In 1}; C {5 6 7} [1 2 3]; loses C 3 / C 2; out 0")
    again.do("A indians", "B indians")
    assert again.happened(Lost) == [Lost(2, "3"), Lost(2, "2")]
