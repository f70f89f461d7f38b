"""Loading: what, when, and what the others learn of it."""

import pytest

from arena.games.sky_heist.events import Fault, Loaded, NotLoaded
from tests.games.sky_heist.scene import Scene


@pytest.mark.rule("SH-23")
def test_event_cards_are_never_offered_for_loading() -> None:
    """Standard cards, wilds and missed are, one option a kind, in canonical order."""
    scene = Scene("A {M W 5 5 In As}; out 0")

    loads = [text for text in scene.asked()["A"] if text.startswith("load")]
    assert loads == ["load 5", "load W", "load M"]


@pytest.mark.rule("SH-24")
def test_a_loaded_card_goes_from_the_hand_to_the_revolver_for_good() -> None:
    """Only its owner is told which it is."""
    scene = Scene("A {5 3 1} [5]; out 0")
    (event,) = scene.do("A load 3")

    assert (scene.hand("A"), scene.revolver("A")) == ("1 5", "3 5")
    assert event.seen_by(0) == Loaded(0, "3")
    assert event.seen_by(1) == event.seen_by(None) == Loaded(0, None)


@pytest.mark.rule("SH-25", "SH-07")
def test_the_active_player_loads_card_by_card_before_his_action() -> None:
    """The ask comes again after every load."""
    scene = Scene("A {1 2 3}; out 0")
    scene.do("A load 1", "A load 2")

    assert scene.asked() == {"A": ["discard 3", "load 3"]}


@pytest.mark.rule("SH-25")
def test_a_window_is_for_those_who_want_it_and_can_load() -> None:
    """Not for the active player, not for seats without the flag or without a loadable card."""
    scene = Scene("players 5; windows A B C; A {1}; B {2}; C {In As}; D {3}; E {4}; out 0")

    assert scene.asked() == {"B": ["none", "load 2"]}


@pytest.mark.rule("SH-25")
def test_whoever_loaded_is_asked_again_and_whoever_did_not_is_not() -> None:
    """Loads of a beat are applied together; then the others' counts are seen."""
    scene = Scene("windows A B C; A {1}; B {3 3 4}; C {5 5}; out 0")
    scene.do("B load 3", "C load 5")
    assert list(scene.asked()) == ["B", "C"]
    assert scene.table.view(1).revolvers == (0, 1, 1)  # type: ignore[attr-defined]

    scene.do("B load 3", "C none")
    assert list(scene.asked()) == ["B"]
    scene.do("B none")
    assert scene.kinds() == {"A": "turn"}


@pytest.mark.rule("SH-25")
def test_nobody_is_told_who_was_asked_at_a_window() -> None:
    """Loading nothing, and a fault there, are told to the seat alone."""
    scene = Scene("windows B C; A {1}; B {3}; C {5}; out 0")
    events = scene.do("B none", "C fault")

    mine = [event for event in events if isinstance(event, NotLoaded | Fault)]
    assert mine == [Fault(2, "load"), NotLoaded(1), NotLoaded(2)]
    assert [event.seen_by(0) for event in mine] == [None] * 3
    assert [event.seen_by(2) for event in mine] == [mine[0], None, mine[2]]


@pytest.mark.rule("SH-26")
def test_nobody_loads_within_an_effect_or_a_refill() -> None:
    """Between playing Substitution and the next turn the only ask is what to give."""
    scene = Scene("windows B C; A {Sub 1 2}; B {3 4}; C {5}; out 0")
    scene.do("B none", "C none", "A substitution B")

    assert scene.kinds() == {"A": "give"}
    scene.do("A give 1 2")
    assert scene.kinds() == {"C": "load"}
