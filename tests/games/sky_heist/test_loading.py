"""Loading: what, when, and what the others learn of it."""

import pytest

from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.rules import SkyHeist
from tests.games.sky_heist.outcome import changes
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
    assert event.seen_by(0) == told.Loaded(0, "3")
    assert event.seen_by(1) == event.seen_by(None) == told.Loaded(0, None)


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


@pytest.mark.rule("SH-26")
def test_nobody_loads_within_an_effect_or_a_refill() -> None:
    """Between playing Substitution and the next turn the only ask is what to give."""
    scene = Scene("windows B C; A {Sub 1 2}; B {3 4}; C {5}; out 0")
    scene.do("B none", "C none", "A substitution B")

    assert scene.kinds() == {"A": "give"}
    scene.do("A give 1 2")
    assert scene.kinds() == {"C": "load"}


@pytest.mark.rule("SH-25", "SH-07", "SH-24")
def test_loads_of_a_window_are_applied_together_and_loaders_asked_again() -> None:
    """In seat order, whatever the order of the answers; C, who wants none, is not asked again."""
    text = "players 5; windows A B C E; B {1 2 2 3 4 5}; C {1 1 1 2 3 3}; D {In}; E {7 As}"
    scene = Scene(text + "; A {6 6}")
    assert scene.kinds() == {"B": "load", "C": "load", "E": "load"}
    assert scene.asked()["E"] == ["none", "load 7"]
    scene.do("E load 7", "C none")
    assert changes(text + "; A {6 6}", scene.position) == ""
    events = scene.do("B load 2")

    assert events == [told.Loaded(1, "2"), told.NotLoaded(2), told.Loaded(4, "7")]
    assert scene.asked() == {"B": ["none", "load 1", "load 2", "load 3", "load 4", "load 5"]}
    view = scene.view(1)
    assert (view.revolvers, view.revolver) == ((0, 1, 0, 0, 1), ("2",))
    scene.do("B load 2", "B none")
    assert scene.kinds() == {"A": "turn"}
    assert changes(text + "; A {6 6}", scene.position) == "B {1 3 4 5} [2 2]; E {As} [7]"


@pytest.mark.rule("SH-25")
def test_a_fault_in_a_window_loads_nothing_and_closes_it_for_the_seat() -> None:
    """It is told to that seat alone, as is that it loaded nothing."""
    scene = Scene("windows B C; B {1}; C {2 2}")
    events = scene.do("B fault", "C load 2")

    assert events == [told.Fault(1, "load"), told.NotLoaded(1), told.Loaded(2, "2")]
    assert scene.kinds() == {"C": "load"}
    for seat, heard in ((0, 1), (1, 3), (2, 1), (None, 1)):
        assert sum(event.seen_by(seat) is not None for event in events) == heard


@pytest.mark.rule("SH-25", "SH-07")
def test_a_window_comes_before_what_the_active_player_may_do() -> None:
    """B loads his last card, so that there is nobody left for a Substitution."""
    scene = Scene("windows B; A {Sub 1 2 3 4 5}; B {7} [6 6 6 6 6]; C {} [7 7 7 3 3 3]")
    scene.do("B load 7")

    assert scene.kinds() == {"A": "turn"}
    assert not [option for option in scene.asked()["A"] if option.startswith("substitution")]


@pytest.mark.rule("SH-25")
def test_windows_are_off_by_default() -> None:
    """In a whole match nobody but the active player, a giver or a racer is asked anything."""
    game = SkyHeist.new(SKY_HEIST.header(3, "07" * 32))
    game.step([])
    kinds = set()
    while game.asks():
        kinds |= {ask.kind for ask in game.asks()}
        game.step([0] * len(game.asks()))

    assert "turn" in kinds
    assert "race" in kinds
    assert "load" not in kinds


@pytest.mark.rule("SH-25", "SH-07")
def test_the_next_turn_has_its_own_window() -> None:
    """B is asked at T1 of A and of C, and not in his own turn, where he loads at T2."""
    scene = Scene("windows B; A {1}; B {2 3 4}; C {5}; deck 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4")
    scene.do("B none", "A discard 1")
    assert scene.kinds() == {"B": "turn"}
    scene.do("B load 3", "B load 4")
    assert scene.position.revolvers[1] == ("3", "4")
    scene.do("B discard 2")

    assert scene.kinds() == {"B": "load"}


@pytest.mark.rule("SH-24", "SH-04")
def test_a_revolver_is_kept_in_canonical_order() -> None:
    """However it was loaded, since chance picks from it by place; turns are counted."""
    text = "windows B; A {1}; B {2 7 W} [3]; deck 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 ..."
    scene = Scene(text)
    scene.do("B load W", "B load 7", "B load 2", "A discard 1")

    assert scene.position.revolvers[1] == ("2", "3", "7", "W")
    assert scene.happened(told.Turn) == [told.Turn(0, 1), told.Turn(1, 2)]
