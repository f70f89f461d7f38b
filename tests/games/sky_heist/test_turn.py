"""A turn: one action, no pass with a card in hand, and what an empty hand leads to."""

import pytest

from arena.games.sky_heist.events import Arrival, Challenged, Hands, Passed, RaceStart, Shooting
from tests.games.sky_heist.scene import Scene


@pytest.mark.rule("SH-06", "SH-07")
def test_a_turn_is_one_action_then_the_refill_then_the_next_player() -> None:
    """After the action nothing more is asked of the active player."""
    scene = Scene("A {1 2 3 4 5 6}; out 2; deck 7 ...")
    scene.do("A discard 5")

    assert scene.hand("A") == "1 2 3 4 6 7"
    assert list(scene.asked()) == ["B"]


@pytest.mark.rule("SH-07")
def test_the_window_comes_before_the_action_and_on_every_turn() -> None:
    """Also where the turn will be a pass."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {4 4 4 4 4 4}; C {5 5 5 5 5 5}; windows B C; out 1")

    assert scene.kinds() == {"B": "load", "C": "load"}
    scene.do("B none", "C none")
    assert scene.happened(Passed) == [Passed(0)]


@pytest.mark.rule("SH-08")
def test_with_a_card_in_hand_there_is_no_pass() -> None:
    """Not even with one that nobody wants to part with."""
    scene = Scene("A {7} [1 1 2 2 3]; out 1")

    assert scene.asked() == {"A": ["discard 7", "load 7"]}


@pytest.mark.rule("SH-08")
def test_an_empty_hand_passes_with_fewer_than_two_sheriffs_out() -> None:
    """Nothing is drawn, since hand and revolver are at the limit."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {4 4 4 4 4 4}; out 1; deck 7 ...")

    assert scene.happened(Passed) == [Passed(0)]
    assert scene.position.deck[0] == "7"
    assert list(scene.asked()) == ["B"]


@pytest.mark.rule("SH-08", "SH-42")
def test_an_empty_hand_must_shoot_with_two_sheriffs_out() -> None:
    """It is done without asking, and the starter's wilds are ignored as ever."""
    scene = Scene("A {} [1 2 W W W W]; B {} [3 3]; C {} [4]; out 2")

    assert scene.happened(Shooting) == [Shooting(0, forced=True)]
    assert scene.position.scores == [0, 0, 0]


@pytest.mark.rule("SH-08", "SH-53")
def test_with_two_players_an_empty_hand_must_challenge() -> None:
    """The duel takes the place of the shooting here too."""
    scene = Scene("players 2; A {} [1 1 2 2 3 3]; out 3; deck 5 6 ...")

    assert scene.happened(Challenged) == [Challenged(0, forced=True)]


@pytest.mark.rule("SH-08")
def test_loading_the_last_card_leads_to_what_an_empty_hand_leads_to() -> None:
    """Here to a pass."""
    scene = Scene("A {5} [1 1 2 2 3]; out 1")
    scene.do("A load 5")

    assert scene.happened(Passed) == [Passed(0)]


@pytest.mark.rule("SH-09", "SH-33")
def test_when_all_hands_are_empty_the_sheriff_arrives() -> None:
    """Every hand races, and nobody is the starter."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {} [4 4 5 5 6 6]; C {} [7 7 W W W W]; out 1; loot 8*")

    assert scene.happened(Arrival) == [Arrival("empty_hands")]
    assert scene.happened(RaceStart) == [RaceStart(None)]


@pytest.mark.rule("SH-09")
def test_it_is_tested_after_the_window_and_after_a_load_of_the_active_player() -> None:
    """The last card of all may be loaded by either."""
    window = Scene("A {} [...]; B {} [...]; C {5} [...]; windows C; out 0")
    window.do("C load 5")
    active = Scene("A {5} [...]; B {} [...]; C {} [...]; out 1")
    active.do("A load 5")

    assert window.happened(Arrival) == active.happened(Arrival) == [Arrival("empty_hands")]


@pytest.mark.rule("SH-09", "SH-08")
def test_with_two_sheriffs_out_empty_hands_mean_a_shooting_instead() -> None:
    """The active player starts it, at his price."""
    scene = Scene("A {} [...]; B {} [...]; C {} [...]; out 2")

    assert not scene.happened(Arrival)
    assert scene.happened(Hands)[0].hands[0].how == "starter"


@pytest.mark.rule("SH-06", "SH-31", "SH-53")
@pytest.mark.parametrize(("players", "start"), [(2, "duel"), (3, "shoot")])
@pytest.mark.parametrize(("out", "offered"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_start_is_offered_with_two_or_three_sheriffs_out(
    players: int, start: str, out: int, offered: bool
) -> None:
    """Never as the default."""
    scene = Scene(f"players {players}; A {{1 2}}; out {out}")

    assert (start in scene.asked()["A"]) == offered
    assert scene.asked()["A"][0] == "discard 1"


@pytest.mark.rule("SH-06")
def test_options_come_in_the_order_of_the_decision_table() -> None:
    """Records hold indexes, so the order is part of the format."""
    scene = Scene("A {1 W Sub As In}; B {2}; C {3}; out 2")

    assert scene.asked()["A"] == [
        "discard 1", "discard W", "discard Sub", "discard As", "discard In",
        "substitution B", "substitution C", "assistant", "indians", "shoot", "load 1", "load W",
    ]  # fmt: skip
