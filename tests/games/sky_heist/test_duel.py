"""Two players: challenges, duels, nerves, bonus cards."""

import pytest

from arena.games.sky_heist.events import (
    Arrival,
    Bonus,
    Drew,
    FalseSlap,
    Hand,
    Hands,
    Missed,
    RaceStart,
    Revealed,
    RoundEnd,
    Shared,
    Wilds,
)
from tests.games.sky_heist.scene import Scene

STEADY = ("A react", "B react")


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
        told = [event.seen_by(seat) for event in events]
        assert all("'3'" not in repr(event) and "'6'" not in repr(event) for event in told)
        assert scene.table.view(seat).challenge.cards is None  # type: ignore[attr-defined]


@pytest.mark.rule("SH-55")
@pytest.mark.parametrize(
    ("deck", "on"),
    [("6 3", True), ("3 6", False), ("4 4", False), ("W M", False), ("1 Sub", True)],
)  # fmt: skip
def test_only_a_strictly_higher_card_of_the_challenger_is_a_duel(deck: str, on: bool) -> None:
    """A special counts 0."""
    scene = challenge(f"A {{1 2}}; B {{1 2}}; deck {deck} ...", *STEADY)

    assert scene.happened(Revealed)[0].on == on
    assert bool(scene.happened(RaceStart)) == on


@pytest.mark.rule("SH-57")
def test_a_cancelled_challenge_sets_the_cards_aside_and_ends_the_turn() -> None:
    """No card changes hands."""
    scene = challenge("A {1 1 1 1 2 2}; B {3 3 3 3 4 4}; deck 5 5 7 ...", *STEADY)

    assert scene.position.aside == ("5", "5")
    assert scene.kinds() == {"B": "turn"}
    assert (scene.hand("A"), scene.position.deck[0]) == ("1 1 1 1 2 2", "7")


@pytest.mark.rule("SH-56", "SH-59")
def test_a_duel_is_raced_and_the_first_hand_takes_the_bonus() -> None:
    """The challenger is not lowest by right; the slower hand is not excluded."""
    scene = challenge(
        "A {1} [5 5]; B {1} [6 6 6]; bonus 1 2 In; deck 7 2 ...; latency A 100 B 200; loot 9*",
        *STEADY, "A hand_down", "B hand_down",
    )  # fmt: skip

    assert scene.happened(RaceStart) == [RaceStart(None)]
    assert scene.happened(Bonus) == [Bonus(0, ("1", "2", "In"))]
    assert scene.position.scores == [0, 9]


@pytest.mark.rule("SH-51", "SH-37")
def test_the_loser_of_the_sharing_moves_first_in_the_next_round() -> None:
    """A tie goes to the lower hand."""
    scene = Scene(
        "players 2; active B; A {} [5 5]; B {} [5 5]; bonus 1 2 In; latency A 300 B 299; loot 9*; "
        "out 4; at arrival"
    )

    assert scene.position.scores == [0, 9]
    assert scene.happened(RoundEnd)[0].next_first == scene.position.first == 0


@pytest.mark.rule("SH-58")
@pytest.mark.parametrize(("deck", "unseen"), [("S 4", ""), ("4 S", "4")])
def test_the_fourth_sheriff_in_the_draw_cuts_the_duel_short(deck: str, unseen: str) -> None:
    """Nothing is compared, nobody is asked for his nerve, and a card drawn stays face down."""
    scene = Scene(
        f"players 2; out 3; A {{As}}; B {{As}}; bonus 7 7 7; deck {deck} ...; rounds 1; "
        "latency A 300 B 200"
    )
    scene.do("A duel")

    assert " ".join(scene.position.unseen) == unseen
    assert scene.happened(Arrival) == [Arrival("fourth_sheriff")]
    assert not scene.happened(Revealed)
    assert scene.happened(Bonus) == [Bonus(1, ("7", "7", "7"))]
    assert scene.table.view(0).aside == ()  # type: ignore[attr-defined]


@pytest.mark.rule("SH-58", "SH-29")
def test_the_fourth_sheriff_in_a_refill_makes_a_duel_without_cards() -> None:
    """The card drawn before it stays in the hand."""
    scene = Scene("players 2; out 3; A {1 1 2 2}; B {3 3 3 3 4 4}; deck 1 S 6; at refill")

    assert scene.happened(Drew) == [Drew(0, "1")]
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
    assert scene.happened(Bonus)[0].seat == 1


@pytest.mark.rule("SH-60", "SH-64")
def test_of_two_who_anticipate_time_decides() -> None:
    """There is nobody left to ask."""
    scene = challenge(
        "A {1}; B {1}; deck 6 2 ...; latency A 210000 B 190000", "A anticipate", "B anticipate"
    )

    assert scene.hands_down() == "B A"
    assert [hand.how for hand in scene.happened(Hands)[0].hands] == ["anticipated"] * 2


@pytest.mark.rule("SH-60")
def test_a_false_slap_gives_the_bonus_to_the_other() -> None:
    """No race; the false hand counts as the first in the sharing."""
    scene = challenge(
        "A {1} [5 5]; B {1} [5 5]; bonus 1 1 2; deck 2 6 ...; loot 9*", "A react", "B anticipate"
    )

    assert scene.happened(FalseSlap) == [FalseSlap(1)]
    assert not scene.happened(RaceStart)
    assert [hand.how for hand in scene.happened(Hands)[0].hands] == ["anticipated", "never"]
    assert scene.happened(Bonus) == [Bonus(0, ("1", "1", "2"))]
    assert scene.happened(Shared)[0].seat == 1


@pytest.mark.rule("SH-60")
def test_of_two_false_slaps_the_earlier_lost_its_nerve() -> None:
    """The other takes the bonus."""
    scene = challenge(
        "A {1}; B {1}; deck 4 4 ...; latency A 210000 B 190000", "A anticipate", "B anticipate"
    )

    assert scene.hands_down() == "B A"
    assert scene.happened(FalseSlap) == [FalseSlap(1)]
    assert scene.happened(Bonus)[0].seat == 0
    assert scene.happened(Hands)[0].hands[0] == Hand(1, "anticipated", 190_000, 0, 190_000)


@pytest.mark.rule("SH-60")
def test_a_fault_reacts() -> None:
    """And does not make the hand late: it is no ask of the race."""
    scene = challenge("A {As}; B {As}; deck 6 2 ...; latency A 1 B 2", "A fault", "B react")

    assert [hand.how for hand in scene.happened(Hands)[0].hands] == ["raced", "raced"]
    assert scene.hands_down() == "A B"


@pytest.mark.rule("SH-61", "SH-62")
def test_the_challengers_wilds_work_and_so_do_standard_cards_and_wilds_of_the_bonus() -> None:
    """Event cards of the bonus do nothing."""
    scene = challenge(
        "A {As} [2 2 W]; B {As} [7 7 7]; bonus W 2 In; deck 6 2 ...; latency A 1 B 2; loot 5*; "
        "rounds 1",
        *STEADY,
    )

    assert scene.happened(Wilds) == [Wilds(0, 2, "2")]
    assert scene.position.scores == [5, 0]


@pytest.mark.rule("SH-46", "SH-62")
def test_a_missed_of_the_bonus_must_be_used() -> None:
    """Here against its new owner."""
    scene = challenge(
        "A {As} [7 7]; B {As} [6]; bonus M In In; deck 6 2 ...; latency A 1 B 2; rounds 1", *STEADY
    )

    assert scene.happened(Missed) == [Missed(0, 0, "7")]
