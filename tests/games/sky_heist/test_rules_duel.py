"""Challenges, nerves and bonus cards in odd corners."""

import pytest

from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import changes, sharing
from tests.games.sky_heist.scene import Scene

TWO = "players 2; out 2; loot 9*; "


@pytest.mark.rule("SH-60", "SH-64", "SH-51", "SH-56")
@pytest.mark.parametrize(
    ("text", "acts", "outcome"),
    [
        pytest.param(
            "A {1} [5 5]; B {1} [6]; bonus 2 3 In; deck 6 2; latency A 300 B 200",
            ("A duel", "A anticipate", "B anticipate"),
            "hands BA; bonus B; A 2×5 takes 9, B 1×6 takes 0; left 0; next B",
            id="both anticipate, on: by time, nobody is asked in the race",
        ),
        pytest.param(
            "A {1} [5]; B {1} [5]; bonus 2 3 In; deck 2 6; active B",
            ("B duel", "A anticipate", "B anticipate"),
            "hands BA; false slap B; bonus A; B 1×5 takes 9, A 1×5 takes 0; left 0; next A",
            id="both anticipate, cancelled, equal times: the challenger's hand is the earlier",
        ),
        pytest.param(
            "A {1} [5]; B {1} [5]; bonus 2 3 In; deck 6 2; active B",
            ("B duel", "A anticipate", "B anticipate"),
            "hands BA; bonus B; B 1×5 takes 9, A 1×5 takes 0; left 0; next A",
            id="both anticipate, on, equal times: the challenger's hand is the earlier",
        ),
        pytest.param(
            "A {1} [5]; B {1} [5]; bonus 2 3 In; deck 2 6; latency A 300 B 200",
            ("A duel", "A anticipate", "B react"),
            "hands AB; false slap A; bonus B; A 1×5 takes 9, B 1×5 takes 0; left 0; next B",
            id="the challenger's false slap: his hand is the first, and wins the tie",
        ),
        pytest.param(
            "A {1} [5]; B {1} [5]; bonus 5 3 In; deck 2 6; latency A 100 B 200",
            ("A duel", "A react", "B anticipate"),
            "hands BA; false slap B; bonus A; A 2×5 takes 9, B 1×5 takes 0; left 0; next B",
            id="the opponent's false slap: the bonus decides",
        ),
        pytest.param(
            "A {1} [6 5 5 M]; B {1} [6 6 W]; bonus M W 5; deck 2 6",
            ("A duel", "A anticipate", "B react", "A cancel A"),
            "hands AB; false slap A; bonus B; missed A>A6 B>B6;"
            " B 3×6 takes 9, A 2×5 takes 0; left 0; next A",
            id="after a false slap: Missed in the order of hands, that of the bonus too",
        ),
        pytest.param(
            "A {1} [5 W W]; B {1} [6 6]; bonus 2 3 In; deck 2 6",
            ("A duel", "A anticipate", "B react"),
            "hands AB; false slap A; bonus B; A 3×5 takes 9, B 2×6 takes 0; left 0; next B",
            id="the challenger's wilds work after his false slap too",
        ),
        pytest.param(
            "A {As} [5]; B {7} [4 4]; bonus 2 3 In; deck 6 2; latency A 599999 B 100000",
            ("A duel", "A anticipate", "B react", "B fault"),
            "hands AB; bonus A; B 2×4 takes 9, A 1×5 takes 0; left 0; next A",
            id="anticipated, then a fault",
        ),
        pytest.param(
            "A {7} [5]; B {7} [4 4]; bonus 2 3 In; deck 6 2; latency A 500000 B 100000",
            ("A duel", "A fault", "B react", "A hand_down", "B fault"),
            "hands AB; bonus A; B 2×4 takes 9, A 1×5 takes 0; left 0; next A",
            id="a fault at nerve reacts and does not make late, one in the race does",
        ),
    ],
)
def test_nerve(text: str, acts: tuple[str, ...], outcome: str) -> None:
    """Hands, bonus and sharing are as written."""
    scene = Scene(TWO + text)
    scene.do(*acts)

    assert sharing(scene) == outcome
    assert list(scene.kinds().items()) == [(outcome[-1], "turn")]


@pytest.mark.rule("SH-60", "SH-57")
@pytest.mark.parametrize("acts", [("A fault", "B react"), ("B fault", "A fault")])
def test_a_fault_at_nerve_is_no_false_slap(acts: tuple[str, ...]) -> None:
    """The duel is cancelled, the turn is over."""
    text = "players 2; out 2; A; B; deck 2 6 7"
    scene = Scene(text)
    scene.do("A duel", *acts)

    assert changes(text, scene.position) == "active B; deck 7; aside 2 6"
    faults = [told.Fault("AB".index(a[0]), "nerve") for a in sorted(acts) if "fault" in a]
    assert scene.happened(told.Fault) == faults


@pytest.mark.rule("SH-60", "SH-54")
def test_what_can_be_answered_to_a_challenge() -> None:
    """Both are asked at once, react is the default."""
    scene = Scene("players 2; out 3; active B; A {1}; B {1}; deck 2 6 7")
    scene.do("B duel")

    assert scene.asked() == {seat: ["react", "anticipate"] for seat in "AB"}
    assert scene.happened(told.DuelDrew) == [told.DuelDrew(1, "2"), told.DuelDrew(0, "6")]
    scene.do("B anticipate", "A react")
    assert scene.happened(told.Revealed) == [told.Revealed(1, ("6", "2"), (1,), on=False)]


@pytest.mark.rule("SH-58", "SH-54", "SH-28")
@pytest.mark.parametrize(
    ("out", "deck", "drew", "unseen", "left"),
    [
        (2, "S S 5 6", [], (), ["5", "6"]),
        (2, "S 4 S 6", [(0, "4")], ("4",), ["6"]),
        (2, "4 S S 6", [(0, "4")], ("4",), ["6"]),
        (3, "S 5 6", [], (), ["5", "6"]),
        (3, "4 S 5", [(0, "4")], ("4",), ["5"]),
    ],
)
def test_third_and_fourth_sheriff_in_the_draw(
    out: int, deck: str, drew: list[tuple[int, str]], unseen: tuple[str, ...], left: list[str]
) -> None:
    """No card more is drawn; no nerve, no comparison; what was drawn is aside, never shown."""
    text = "A {1} [7 7]; B {1} [6 6 6]; bonus 2 3 In; latency A 300 B 200"
    scene = Scene(f"players 2; out {out}; loot 9*; deck {deck}; rounds 1; {text}")
    scene.do("A duel")

    assert scene.kinds() == {"A": "race", "B": "race"}
    assert scene.happened(told.DuelDrew) == [told.DuelDrew(*card) for card in drew]
    assert scene.position.unseen == unseen
    assert (scene.position.aside, scene.position.deck) == ((), left)
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    scene.defaults("race")
    assert sharing(scene) == "hands BA; bonus B; B 3×6 takes 9, A 2×7 takes 0; left 0; next A"


@pytest.mark.rule("SH-40", "SH-46", "SH-56", "SH-61", "SH-62")
@pytest.mark.parametrize(
    ("seats", "acts", "outcome"),
    [
        pytest.param(
            "A {As} [6 6 W]; B {As} [7 7]; bonus W W W",
            (),
            "A 6×6 takes 9, B 2×7 takes 0; left 0; next B",
            id="wilds of the bonus and of the challenger",
        ),
        pytest.param(
            "A {As} []; B {As} [1]; bonus W W W",
            (),
            "B 1×1 takes 9, A 0 takes 0; left 0; next A",
            id="wilds of the bonus without a number",
        ),
        pytest.param(
            "A {As} [W]; B {As} [1]; bonus 3 Sub In",
            (),
            "A 2×3 takes 9, B 1×1 takes 0; left 0; next B",
            id="a number of the bonus for a wild of the revolver; events do nothing",
        ),
        pytest.param(
            "A {As} [7]; B {As} [7 7 2 M]; bonus M M 5",
            ("A cancel B", "A cancel B"),
            "missed A>B7 A>B7 B>A7; A 1×5 takes 9, B 1×2 takes 0; left 0; next B",
            id="Missed of the bonus first, as the hand is; then that of the other",
        ),
    ],
)
def test_bonus(seats: str, acts: tuple[str, ...], outcome: str) -> None:
    """A's hand is the first of a duel that is on."""
    scene = Scene(f"{TWO}{seats}; deck 5 2 ...; latency A 100 B 200")
    scene.do("A duel", "A react", "B react", *acts)

    assert sharing(scene) == f"hands AB; bonus A; {outcome}"


@pytest.mark.rule("SH-57")
def test_cards_of_challenges_stay_aside_through_the_round() -> None:
    """Each costs two cards of the deck and no more; in the next round they are in the pack."""
    text = "players 2; out 2; A {1 1 1 1 1 1}; B {2 2 2 2 2 2}; deck 3 3 4 5 6 7 7"
    scene = Scene(text)
    for challenger in "ABA":
        scene.do(f"{challenger} duel", "A react", "B react")

    assert changes(text, scene.position) == "active B; deck 7; aside 3 3 5 4 6 7"


@pytest.mark.rule("SH-53")
def test_no_shooting_with_two_players_and_no_duel_with_three() -> None:
    """Each number of players has its own."""
    assert "shoot" not in Scene("players 2; out 3; A {1}").asked()["A"]
    assert "duel" not in Scene("players 3; out 3; A {1}").asked()["A"]
