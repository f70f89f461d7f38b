"""The cases of challenges and duels between two players, in the order of RULES.md."""

import pytest

from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import changes, sharing
from tests.games.sky_heist.scene import Scene


@pytest.mark.parametrize(
    ("text", "seat", "outcome"),
    [
        pytest.param(
            "players 2; out 2; A; B; deck W M 7",
            "A",
            "active B; deck 7; aside W M",
            marks=[pytest.mark.case("SH-T63"), pytest.mark.rule("SH-55")],
        ),
        pytest.param(
            "players 2; out 2; active B; A; B; deck 3 6 7",
            "B",
            "active A; deck 7; aside 6 3",
            marks=[pytest.mark.case("SH-T66"), pytest.mark.rule("SH-54", "SH-55")],
        ),
        pytest.param(
            "players 2; out 2; A; B; deck 4 4 7",
            "A",
            "active B; deck 7; aside 4 4",
            marks=[pytest.mark.case("SH-T71"), pytest.mark.rule("SH-57", "SH-60")],
        ),
        ("players 2; out 2; A; B; deck Sub 1 7", "A", "active B; deck 7; aside Sub 1"),
        ("players 2; out 2; A; B; deck S 4 5 7", "A", "active B; deck 7; out 3; aside 4 5"),
        ("players 2; out 2; A; B; deck 4 S 5 7", "A", "active B; deck 7; out 3; aside 4 5"),
        ("players 2; out 3; A; B; aside 1 2; deck 4 5 7", "A", "active B; deck 7; aside 1 2 4 5"),
    ],
)
@pytest.mark.rule("SH-57")
def test_cancelled(text: str, seat: str, outcome: str) -> None:
    """Both react: no race, no slap; the cards lie aside, the bonus stays, nobody draws."""
    scene = Scene(text)
    scene.do(f"{seat} duel", "A react", "B react")

    assert changes(text, scene.position) == outcome
    assert scene.kinds() == {"AB"[seat == "A"]: "turn"}
    assert scene.happened(told.RaceStart) == []
    (revealed,) = scene.happened(told.Revealed)
    assert (revealed.anticipated, revealed.on) == ((), False)


@pytest.mark.parametrize(
    ("deck", "out"),
    [
        pytest.param(
            "1 Sub", 2, marks=[pytest.mark.case("SH-T64"), pytest.mark.rule("SH-55", "SH-56")]
        ),
        pytest.param(
            "S 4 2", 3, marks=[pytest.mark.case("SH-T67"), pytest.mark.rule("SH-28", "SH-54")]
        ),
        ("7 6", 2),
        ("7 W", 2),
    ],
)
def test_on(deck: str, out: int) -> None:
    """Strictly higher than the opponent's card: both race, nobody is lowest by right."""
    text = f"players 2; out 2; A {{1}} [3]; B {{1}} [3]; deck {deck} 5"
    scene = Scene(text)
    scene.do("A duel", "A react", "B react")

    assert scene.position.sheriffs == out
    assert scene.position.deck == ["5"]
    assert scene.position.aside == tuple(deck.split()[-2:])
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    assert scene.kinds() == {"A": "race", "B": "race"}


@pytest.mark.case("SH-T68")
@pytest.mark.rule("SH-58")
def test_fourth_sheriff_in_the_draw_for_a_duel() -> None:
    """The card already drawn is set aside uncompared and unseen; the faster takes the bonus."""
    scene = Scene(
        "players 2; out 3; A {As} [1 1 1 1 1]; B {In} [2 3]; bonus 3 4 In; deck 4 S 7; loot 5*;"
        " latency A 300 B 200"
    )
    scene.do("A duel")

    assert scene.happened(told.Revealed) == []
    assert scene.happened(told.DuelDrew) == [told.DuelDrew(0, "4")]
    assert scene.happened(told.Arrival) == [told.Arrival("fourth_sheriff")]
    assert sharing(scene) == "hands BA; bonus B; A 5×1 takes 5, B 2×3 takes 0; left 0; next B"


@pytest.mark.case("SH-T69")
@pytest.mark.rule("SH-58", "SH-59")
def test_fourth_sheriff_in_the_refill_of_two() -> None:
    """Nothing is drawn for a duel; race, bonus to the faster, both revolvers compare."""
    text = "players 2; out 3; A {} [4 4 4 4]; B {As} [3 3 3 2 2]; bonus 3 2 In; deck 1 S 6; loot 5*"
    scene = Scene(f"{text}; at refill; latency A 300 B 200")

    assert scene.happened(told.Drew) == [told.Drew(0, "1")]
    assert changes(text, scene.position) == "A {1} [4 4 4 4]; deck 6; out 4"
    assert scene.kinds() == {"A": "race"}
    scene.do("A hand_down")
    assert scene.happened(told.DuelDrew) == []
    assert sharing(scene) == "hands BA; bonus B; A 4×4 takes 5, B 4×3 takes 0; left 0; next B"


@pytest.mark.case("SH-T72")
@pytest.mark.rule("SH-56", "SH-62")
def test_event_cards_in_the_bonus_are_inert() -> None:
    """A revolver of nine cards: the seven joins its like, the rest does nothing."""
    scene = Scene(
        "players 2; out 2; A {As} [1 1 1]; B {} [7 1 2 3 4 5]; bonus In Sub 7; deck 6 2 ...;"
        " loot 5*; latency A 300 B 200"
    )
    scene.do("A duel", "A react", "B react")

    assert scene.happened(told.Bonus) == [told.Bonus(1, ("7", "Sub", "In"))]
    assert sharing(scene) == "hands BA; bonus B; A 3×1 takes 5, B 2×7 takes 0; left 0; next B"


@pytest.mark.case("SH-T76")
@pytest.mark.rule("SH-26", "SH-60", "SH-64")
def test_one_anticipates_and_the_duel_is_on() -> None:
    """His hand is first whatever the latencies; the other may load at no further loss."""
    scene = Scene(
        "players 2; out 2; A {3} [3]; B {1} [2 2]; bonus 4 5 In; deck 6 2 ...; loot 5*;"
        " latency A 100000 B 599999"
    )
    scene.do("A duel", "A react", "B anticipate")
    assert scene.asked() == {"A": ["hand_down", "load 3"]}
    scene.do("A load 3")

    (hands,) = scene.happened(told.Hands)
    assert hands.hands == (
        told.Hand(1, "anticipated", 599_999, 0, 599_999),
        told.Hand(0, "raced", 100_000, 1, 180_000),
    )
    assert sharing(scene) == "hands BA; bonus B; A 2×3 takes 5, B 2×2 takes 0; left 0; next B"


@pytest.mark.case("SH-T77")
@pytest.mark.rule("SH-60", "SH-64")
def test_both_anticipate_and_the_duel_is_cancelled() -> None:
    """The earlier hand lost its nerve; the other takes the bonus; nobody races or loads."""
    scene = Scene(
        "players 2; out 2; A {3} [3 1]; B {1} [3 1]; bonus 4 5 In; deck 4 4 ...; loot 5*;"
        " latency A 210000 B 190000"
    )
    scene.do("A duel", "A anticipate", "B anticipate")

    assert scene.happened(told.RaceStart) == []
    assert sharing(scene) == (
        "hands BA; false slap B; bonus A; A 1×5 takes 5, B 1×3 takes 0; left 0; next B"
    )
