"""The cases of the order of hands with three to five players."""

import pytest

from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import seats, sharing
from tests.games.sky_heist.scene import Scene


@pytest.mark.case("SH-T23")
@pytest.mark.rule("SH-26", "SH-34", "SH-64")
def test_a_load_in_the_race_makes_the_faster_player_last() -> None:
    """Its card takes 80,000 µs; then even four sevens count for nothing."""
    scene = Scene("out 2; A {2} [1]; B {7} [7 7 7]; C {3} [2]; latency B 200000 C 250000; loot 7*")
    scene.do("A shoot", "B load 7", "C hand_down")

    (hands,) = scene.happened(told.Hands)
    assert hands.hands == (
        told.Hand(0, "starter", 0, 0, 0),
        told.Hand(2, "raced", 250_000, 0, 250_000),
        told.Hand(1, "raced", 200_000, 1, 280_000),
    )
    assert sharing(scene) == "hands ACB, B excluded; C 1×2 takes 4, A 1×1 takes 2; left 1; next B"


@pytest.mark.case("SH-T57")
@pytest.mark.rule("SH-32", "SH-34", "SH-51")
def test_hands_after_a_shooting() -> None:
    """The starter lowest, then by time; the last starts the next round."""
    scene = Scene(
        "players 4; active B; out 2; A {1} [1]; B {1} [2]; C {1} [3]; D {1} [4];"
        " latency A 400 C 250 D 310"
    )
    scene.do("B shoot")
    scene.defaults("race")

    (hands,) = scene.happened(told.Hands)
    assert (seats(hand.seat for hand in hands.hands), hands.excluded) == ("BCDA", 0)
    assert scene.kinds() == {"A": "turn"}


@pytest.mark.case("SH-T58")
@pytest.mark.rule("SH-32", "SH-33", "SH-34")
def test_hands_after_the_sheriff() -> None:
    """D before A, clockwise from C; C, though active, is excluded and starts the next round."""
    scene = Scene(
        "players 4; active C; out 4; at arrival; A {} [1]; B {} [2]; C {} [3]; D {} [4];"
        " latency A 300 B 280 C 350 D 300"
    )

    (hands,) = scene.happened(told.Hands)
    assert (seats(hand.seat for hand in hands.hands), hands.excluded) == ("BDAC", 2)
    assert scene.kinds() == {"C": "turn"}


@pytest.mark.case("SH-T79")
@pytest.mark.rule("SH-26", "SH-64")
def test_two_loads_each() -> None:
    """Times of 340,000 and 360,000 µs."""
    scene = Scene(
        "out 2; A {1} [1]; B {2 2 2} [2]; C {3 3 3} [3]; latency B 180000 C 200000; loot 7*"
    )
    scene.do("A shoot", "C load 3", "B load 2")
    scene.do("B load 2", "C load 3", "B hand_down", "C hand_down")

    (hands,) = scene.happened(told.Hands)
    assert hands.hands == (
        told.Hand(0, "starter", 0, 0, 0),
        told.Hand(1, "raced", 180_000, 2, 340_000),
        told.Hand(2, "raced", 200_000, 2, 360_000),
    )
    assert sharing(scene) == "hands ABC, C excluded; B 3×2 takes 4, A 1×1 takes 2; left 1; next C"
