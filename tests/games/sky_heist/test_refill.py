"""Refilling hands, and the sheriffs on the way."""

import pytest

from arena.games.sky_heist.events import Arrival, Drew, RaceStart, SheriffTurned
from tests.games.sky_heist.scene import Scene


@pytest.mark.rule("SH-27")
def test_all_refill_player_by_player_from_the_active_one() -> None:
    """Revolvers count, Assistants raise the limit."""
    scene = Scene(
        "active B; A {1} [1 1 1]; B {2} [2 2 2] As; C {3 3 3 3 3 3}; deck 4 5 6 7 W ...; at refill"
    )

    assert scene.happened(Drew) == [
        Drew(1, "4"), Drew(1, "5"), Drew(1, "6"), Drew(0, "7"), Drew(0, "W"),
    ]  # fmt: skip


@pytest.mark.rule("SH-28")
def test_sheriffs_are_laid_out_and_the_draw_repeated() -> None:
    """None ever enters a hand."""
    scene = Scene("A {1 2 3 4 5}; out 0; deck S S 5 7 ...; at refill")

    assert scene.hand("A") == "1 2 3 4 5 5"
    assert scene.happened(SheriffTurned) == [SheriffTurned(0, 1), SheriffTurned(0, 2)]


@pytest.mark.rule("SH-29")
def test_the_fourth_sheriff_ends_the_refill_of_all() -> None:
    """Whoever has drawn keeps his card; nobody draws any more."""
    scene = Scene("A {1 2 3 4}; B {5 5} []; C {6} []; out 3; deck 7 S 1 ...; at refill")

    assert scene.happened(Drew) == [Drew(0, "7")]
    assert scene.happened(Arrival) == [Arrival("fourth_sheriff")]
    assert scene.happened(RaceStart) == [RaceStart(None)]


@pytest.mark.rule("SH-29")
def test_a_fourth_sheriff_that_nobody_must_draw_waits() -> None:
    """It lies on top of the deck, unseen."""
    scene = Scene("A {1 2 3 4 5}; out 3; deck 5 S 1 ...; at refill")

    assert (scene.position.sheriffs, scene.position.deck[0]) == (3, "S")
    assert scene.kinds() == {"B": "turn"}


@pytest.mark.rule("SH-30")
def test_a_deck_of_sheriffs_alone_still_ends_the_round() -> None:
    """So no draw ever meets an empty deck."""
    scene = Scene("A {1 2 3 4}; out 2; deck S S; at refill")

    assert scene.position.sheriffs == 4
    assert not scene.position.deck
    assert not scene.happened(Drew)
