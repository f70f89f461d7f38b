"""Two players: challenges, duels, nerves, bonus cards."""

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import ChallengeNow
from tests.games.sky_heist.outcome import changes, sharing
from tests.games.sky_heist.scene import Scene

STEADY = ("A react", "B react")
TWO = "players 2; out 2; loot 9*; "


def challenge(text: str, *nerves: str) -> Scene:
    """Give a scene after A's challenge, with two sheriffs out, and these nerves."""
    scene = Scene(f"players 2; out 2; {text}")
    scene.do("A duel", *nerves)
    return scene


@pytest.mark.rule("SH-53", "SH-54", "SH-63")
def test_a_challenge_draws_a_card_each_that_nobody_sees() -> None:
    """The initiator first; both are asked for their nerve before the reveal."""
    scene = Scene("players 2; out 2; active B; A {1}; B {1}; deck 3 S 6 ...")
    events = scene.do("B duel")

    assert scene.kinds() == {"A": "nerve", "B": "nerve"}
    assert scene.position.sheriffs == 3
    assert scene.position.challenge is not None
    assert scene.position.challenge.cards == ("6", "3")
    for seat in (0, 1, None):
        heard = [event.seen_by(seat) for event in events]
        assert all("'3'" not in repr(event) and "'6'" not in repr(event) for event in heard)
        assert scene.view(seat).challenge == ChallengeNow(1, None, None)


@pytest.mark.rule("SH-55")
@pytest.mark.parametrize(
    ("deck", "on"),
    [("6 3", True), ("3 6", False), ("4 4", False), ("W M", False), ("1 Sub", True)],
)  # fmt: skip
def test_only_a_strictly_higher_card_of_the_challenger_is_a_duel(deck: str, on: bool) -> None:
    """A special counts 0."""
    scene = challenge(f"A {{1 2}}; B {{1 2}}; deck {deck} ...", *STEADY)

    assert scene.happened(told.Revealed)[0].on == on
    assert bool(scene.happened(told.RaceStart)) == on


@pytest.mark.rule("SH-56", "SH-59")
def test_a_duel_is_raced_and_the_first_hand_takes_the_bonus() -> None:
    """The challenger is not lowest by right; the slower hand is not excluded."""
    scene = challenge(
        "A {1} [5 5]; B {1} [6 6 6]; bonus 1 2 In; deck 7 2 ...; latency A 100 B 200; loot 9*",
        *STEADY, "A hand_down", "B hand_down",
    )  # fmt: skip

    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    assert scene.happened(told.Bonus) == [told.Bonus(0, ("1", "2", "In"))]
    assert scene.position.scores == [0, 9]


@pytest.mark.rule("SH-58", "SH-29")
def test_the_fourth_sheriff_in_a_refill_makes_a_duel_without_cards() -> None:
    """The card drawn before it stays in the hand."""
    scene = Scene("players 2; out 3; A {1 1 2 2}; B {3 3 3 3 4 4}; deck 1 S 6; at refill")

    assert scene.happened(told.Drew) == [told.Drew(0, "1")]
    assert scene.kinds() == {"A": "race", "B": "race"}


@pytest.mark.rule("SH-60")
def test_whoever_anticipates_is_first_where_the_duel_is_on() -> None:
    """Whatever the times; he cannot load any more, the other can."""
    scene = challenge(
        "A {1 2}; B {3 4}; bonus 7 7 7; deck 6 2 ...; latency A 1 B 500000",
        "A react", "B anticipate",
    )  # fmt: skip

    assert scene.kinds() == {"A": "race"}
    scene.do("A load 1", "A hand_down")
    assert scene.hands_down() == "B A"
    assert scene.happened(told.Bonus)[0].seat == 1


@pytest.mark.rule("SH-60")
def test_a_false_slap_gives_the_bonus_to_the_other() -> None:
    """No race; the false hand counts as the first in the sharing."""
    scene = challenge(
        "A {1} [5 5]; B {1} [5 5]; bonus 1 1 2; deck 2 6 ...; loot 9*", "A react", "B anticipate"
    )

    assert scene.happened(told.FalseSlap) == [told.FalseSlap(1)]
    assert not scene.happened(told.RaceStart)
    assert [hand.how for hand in scene.happened(told.Hands)[0].hands] == ["anticipated", "never"]
    assert scene.happened(told.Bonus) == [told.Bonus(0, ("1", "1", "2"))]
    assert scene.happened(told.Shared)[0].seat == 1


@pytest.mark.rule("SH-60")
def test_of_two_false_slaps_the_earlier_lost_its_nerve() -> None:
    """The other takes the bonus."""
    scene = challenge(
        "A {1}; B {1}; deck 4 4 ...; latency A 210000 B 190000", "A anticipate", "B anticipate"
    )

    assert scene.hands_down() == "B A"
    assert scene.happened(told.FalseSlap) == [told.FalseSlap(1)]
    assert scene.happened(told.Bonus)[0].seat == 0
    assert scene.happened(told.Hands)[0].hands[0] == told.Hand(
        1, "anticipated", 190_000, 0, 190_000
    )


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
    assert scene.happened(told.Arrival) == [told.Arrival("fourth_sheriff")]
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    assert not scene.happened(told.Revealed)
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
