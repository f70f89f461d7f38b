"""Shootings, the sheriff's arrival, and the order of hands."""

import pytest

from arena.games.sky_heist.events import Fault, Hand, Hands, Loaded, RaceStart
from arena.games.sky_heist.words import HeistView
from tests.games.sky_heist.scene import Scene


@pytest.mark.rule("SH-31", "SH-32", "SH-35")
def test_the_starter_is_lowest_whatever_the_times() -> None:
    """He does not race, and there is no refill."""
    scene = Scene("A {} [1]; B {2}; C {} [3]; active B; out 3; latency A 400 B 999 C 250; deck 7 S")
    scene.do("B shoot")

    assert scene.hands_down() == "B C A"
    assert scene.happened(Hands)[0].excluded == 0
    assert scene.happened(Hands)[0].hands[0] == Hand(1, "starter", 0, 0, 0)


@pytest.mark.rule("SH-32", "SH-33")
def test_equal_times_go_clockwise_from_the_active_player() -> None:
    """He first, where he races."""
    text = "active B; A {}; B {}; C {}; out 4; at arrival; latency A 300 B 300 C 300"

    assert Scene(text).hands_down() == "B C A"


@pytest.mark.rule("SH-33")
def test_on_the_sheriffs_arrival_the_active_player_may_be_last() -> None:
    """All race alike."""
    text = "active C; A {}; B {}; C {}; D {}; out 4; at arrival; latency A 300 B 280 C 350 D 300"

    assert Scene(text).hands_down() == "B D A C"


@pytest.mark.rule("SH-26", "SH-64")
def test_each_card_loaded_in_the_race_delays_its_hand() -> None:
    """One card of 80 ms makes the faster of two the last."""
    scene = Scene("A {1}; B {7 2}; C {5}; out 2; latency B 200000 C 250000")
    scene.do("A shoot")
    assert scene.asked() == {"B": ["hand_down", "load 2", "load 7"], "C": ["hand_down", "load 5"]}

    scene.do("B load 7", "C hand_down", "B hand_down")
    assert scene.hands_down() == "A C B"
    assert scene.happened(Hands)[0].hands[2] == Hand(1, "raced", 200_000, 1, 280_000)


@pytest.mark.rule("SH-26")
def test_a_hand_that_is_down_stays_down() -> None:
    """Its owner is not asked again, though others still load."""
    scene = Scene("A {1}; B {7 2}; C {5}; out 2")
    scene.do("A shoot", "B load 7", "C hand_down")

    assert list(scene.asked()) == ["B"]


@pytest.mark.rule("SH-64")
@pytest.mark.parametrize(
    ("acts", "order"),
    [
        (["B load 7", "C fault", "D hand_down", "B fault"], "A D C B"),
        (["B fault", "C fault", "D hand_down"], "A D B C"),
        (["B hand_down", "C fault", "D fault"], "A B C D"),
    ],
)
def test_faults_come_down_after_all_other_hands(acts: list[str], order: str) -> None:
    """Whatever their times; cards already loaded stay and count; among faults time decides."""
    scene = Scene("A {1}; B {7 2}; C {5}; D {3}; out 2; latency B 1 C 50000 D 500000")
    scene.do("A shoot", *acts)

    assert scene.hands_down() == order


@pytest.mark.rule("SH-34")
def test_the_last_hand_is_excluded_and_its_revolver_counts_for_nothing() -> None:
    """Neither his sevens, nor his Missed, nor is it shown."""
    scene = Scene(
        "players 3; A {} [6 6]; B {} [5 5 5]; C {} [7 7 7 M]; out 4; at arrival; loot 18*; "
        "latency A 200 B 300 C 400; rounds 1"
    )
    view = scene.table.view(0)

    assert isinstance(view, HeistView)
    assert scene.position.scores == [5, 9, 0]
    assert view.sharing is not None
    assert view.sharing.revolvers == (("6", "6"), ("5", "5", "5"), None)


@pytest.mark.rule("SH-63", "SH-64")
def test_while_a_race_runs_only_counts_are_told() -> None:
    """Hands down and faults are heard of with the order of hands."""
    scene = Scene("A {1}; B {7 2}; C {5 5}; D {3}; out 2")
    scene.do("A shoot")
    events = scene.do("B load 7", "C fault", "D hand_down")

    assert events == [Loaded(1, "7")]
    assert [event.seen_by(0) for event in events] == [Loaded(1, None)]
    view = scene.table.view(0)
    assert isinstance(view, HeistView)
    assert view.race is not None
    assert (view.race.starter, view.race.loaded) == (0, (0, 1, 0, 0))
    told = scene.do("B hand_down")
    assert told[0] == Fault(2, "race")
    assert isinstance(told[1], Hands)


@pytest.mark.rule("SH-25", "SH-64")
def test_seats_without_windows_are_asked_in_races_and_those_that_cannot_load_are_not() -> None:
    """They race normally."""
    scene = Scene("A {1}; B {In As}; C {5}; out 2; latency B 100 C 200")
    scene.do("A shoot")

    assert list(scene.asked()) == ["C"]
    assert scene.happened(RaceStart) == [RaceStart(0)]
    scene.do("C hand_down")
    assert scene.hands_down() == "A B C"
