"""Substitution, Assistant and Indians."""

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import InPlay
from tests.games.sky_heist.outcome import Case, changes, parameters, seats, sharing
from tests.games.sky_heist.scene import Scene

CASES = (
    Case(
        "the default gives the taken cards back",
        ("SH-18",),
        "A {Sub 1 2 3 4 5}; B {6 7 W M 2 2}; picks 7 2; deck 7",
        ("A substitution B", "A fault"),
        "active B; A {1 2 3 4 5 7} []; deck; loot Sub",
    ),
    Case(
        "what was taken and what was held may be mixed",
        ("SH-18",),
        "A {Sub 1 2 3 4 5}; B {6 7 W M 2 2}; picks W M; deck 7",
        ("A substitution B", "A give 5 M"),
        "active B; A {1 2 3 4 7 W} []; B {2 2 5 6 7 M} []; deck; loot Sub",
    ),
    Case(
        "event cards can be taken and given, another Substitution too",
        ("SH-18",),
        "A {Sub 1 2 3 4 5}; C {Sub As In 6 6 6}; picks Sub In; deck 7",
        ("A substitution C", "A give 1 Sub"),
        "active B; A {2 3 4 5 7 In} []; C {1 6 6 6 Sub As} []; deck; loot Sub",
    ),
    Case(
        "from a hand of two both are taken",
        ("SH-19",),
        "A {Sub 1 2 3 4 5}; B {6 7} [5 5 5 5]; deck 7",
        ("A substitution B", "A give 1 2"),
        "active B; A {3 4 5 6 7 7} []; B {1 2} [5 5 5 5]; deck; loot Sub",
    ),
    Case(
        "with an empty hand left all that was taken goes back, unasked",
        ("SH-19",),
        "A {Sub} [1 1 2 2 3]; B {6 7 W M 2 2}; picks W 6; deck 7",
        ("A substitution B",),
        "active B; A {7} [1 1 2 2 3]; deck; loot Sub",
    ),
    Case(
        "equal cards leave nothing to choose",
        ("SH-18",),
        "A {Sub 5 5} [1 2 3]; B {5 5} [7 7 7 7]; deck 7",
        ("A substitution B",),
        "active B; A {5 5 7} [1 2 3]; deck; loot Sub",
    ),
    Case(
        "the second Substitution of the match has its own luck",
        ("SH-18",),
        "A {Sub 1 2 3 4 5}; B {Sub 6 6 7 7 7}; C {1 2 3 4 4 5}; picks 1 2 / 5 4; deck 6 6",
        ("A substitution C", "A give 1 2", "B substitution C", "B give 6 6"),
        "active C; A {1 2 3 4 5 6} []; B {4 5 6 7 7 7} []; C {1 2 3 4 6 6} []; deck; loot Sub Sub",
    ),
    Case(
        "from a hand of three two are taken, and not all of them",
        ("SH-18", "SH-19"),
        "A {Sub 1 2 3 4 5}; B {5 6 7} [5 5 5]; deck 7",
        ("A substitution B", "A give 1 2"),
        "active B; A {3 4 5 5 6 7} []; B {1 2 7} [5 5 5]; deck; loot Sub",
    ),
    Case(
        "the second Indians of the match have their own luck",
        ("SH-20", "SH-21"),
        "A {In 1 1 1 1 2}; B {In} [3 3 3 3 4]; C {7} [4 4 5 5 6]; loses B 4 C 6 / C 5;"
        " deck 1 2 7 6 7",
        ("A indians", "B indians"),
        "active C; A {1 1 1 1 2 7} []; B {1 7} [3 3 3 3]; C {2 6 7} [4 4 5]; deck 4 6 5;"
        " loot In In",
    ),
    Case(
        "an Assistant that is discarded is loot and raises nothing",
        ("SH-11", "SH-14", "SH-16"),
        "A {As 1 2 3 4 5}; deck 7 7",
        ("A discard As",),
        "active B; A {1 2 3 4 5 7} []; deck 7; loot As",
    ),
    Case(
        "two Assistants at once are a discard",
        ("SH-12", "SH-14"),
        "A {As As 2 3 4 5}; deck 7 7 1",
        ("A discard As As",),
        "active B; A {2 3 4 5 7 7} []; deck 1; loot As As",
    ),
    Case(
        "an Assistant counts at the refill of a later turn",
        ("SH-17",),
        "A {1 2 3 4 5 6 7} As; deck 7 7 1",
        ("A discard 7",),
        "active B; deck 7 1; loot 7",
    ),
    Case(
        "one opponent is enough",
        ("SH-20",),
        "players 2; A {In 1 1 1 1 2}; B {1} [5 5 5 6 W]; loses B W; deck 5 4 3",
        ("A indians",),
        "active B; A {1 1 1 1 2 4} []; B {1 5} [5 5 5 6]; deck 3 W; loot In",
    ),
    Case(
        "two sheriffs may be met by one victim",
        ("SH-22", "SH-28"),
        "out 1; A {In 1 1 1 1 2}; B {1} [5 5 5 6 W]; deck S S 5 4 3",
        ("A indians",),
        "active B; A {1 1 1 1 2 4} []; B {1 5} [5 5 6 W]; deck 3 5; out 3; loot In",
    ),
)


@pytest.mark.parametrize("case", parameters(CASES))
def test_event_cards(case: Case) -> None:
    """The acts change what is written and nothing else."""
    scene = Scene(case.text)
    scene.do(*case.acts)

    assert changes(case.text, scene.position) == case.outcome


@pytest.mark.rule("SH-16", "SH-17")
def test_an_assistant_stays_in_front_and_raises_the_limit_at_once() -> None:
    """Two of them raise it by two; a discarded one would be loot."""
    scene = Scene("A {As 1 2 3 4 5 6} As; loot 4*; deck 7 7 ...; out 0")
    scene.do("A assistant")

    assert scene.hand("A") == "1 2 3 4 5 6 7 7"
    assert (scene.position.assistants[0], len(scene.position.loot)) == (2, 4)
    assert scene.happened(told.Put) == [told.Put(0, "As", "front")]


@pytest.mark.rule("SH-18")
def test_substitution_takes_two_and_gives_any_two() -> None:
    """The taken ones among them, if one likes; by default they go back."""
    scene = Scene("A {Sub 1 2 2} [4]; B {6 7 W M 2 2}; picks 6 W; out 0")
    scene.do("A substitution B")

    assert scene.asked()["A"] == [
        "give 6 W", "give 1 2", "give 1 6", "give 1 W", "give 2 2", "give 2 6", "give 2 W",
    ]  # fmt: skip
    scene.do("A give 1 W")
    assert scene.happened(told.Took) == [told.Took(0, 1, 2, ("6", "W"))]
    assert scene.happened(told.Gave) == [told.Gave(0, 1, 2, ("1", "W"))]
    assert scene.hand("B") == "1 2 2 7 W M"


@pytest.mark.rule("SH-19")
def test_a_hand_of_one_card_gives_one_and_gets_one() -> None:
    """Its revolver is out of reach; with nothing else in hand the card goes back unasked."""
    scene = Scene("A {Sub} [1 1]; B {5} [7 7 7]; out 0")
    scene.do("A substitution B")

    assert scene.happened(told.Took) == [told.Took(0, 1, 1, ("5",))]
    assert scene.happened(told.Gave) == [told.Gave(0, 1, 1, ("5",))]
    assert scene.revolver("B") == "7 7 7"


@pytest.mark.rule("SH-19")
def test_nobody_with_an_empty_hand_can_be_chosen() -> None:
    """Without any target the card can only be discarded."""
    one = Scene("A {Sub 1}; B {} [...]; C {5} [1]; out 0")
    none = Scene("A {Sub 1}; B {} [...]; C {} [...]; out 0")

    assert "substitution C" in one.asked()["A"]
    assert "substitution B" not in one.asked()["A"]
    assert none.asked()["A"] == ["discard 1", "discard Sub", "load 1"]


@pytest.mark.rule("SH-20", "SH-21")
def test_indians_take_from_each_loaded_revolver_in_turn() -> None:
    """Clockwise from the player; each puts, then draws, before the next; an empty one does not."""
    scene = Scene(
        "active C; A {1 1 1 1} [2 3]; B {2 2 2 2} [4 5]; C {In 1 3 3 4} [6]; D {6 6 6 6 6 7}; "
        "loses A 3 B 4; deck 7 W 5 ...; out 0"
    )
    scene.do("C indians")

    assert scene.happened(told.Lost) == [told.Lost(0, "3"), told.Lost(1, "4")]
    assert (scene.hand("A"), scene.hand("B")) == ("1 1 1 1 7", "2 2 2 2 W")
    assert (scene.revolver("A"), scene.revolver("B"), scene.revolver("C")) == ("2", "5", "6")
    assert (scene.hand("C"), scene.hand("D")) == ("1 3 3 4 5", "6 6 6 6 6 7")
    assert scene.position.deck[-2:] == ["3", "4"]
    assert scene.position.loot == ("In",)


@pytest.mark.rule("SH-21")
def test_indians_against_empty_revolvers_do_nothing() -> None:
    """They can be played all the same."""
    scene = Scene("A {In 1 2 3 4 5}; deck 6 ...; out 0")
    scene.do("A indians")

    assert scene.position.loot == ("In",)
    assert scene.hand("A") == "1 2 3 4 5 6"


@pytest.mark.rule("SH-22", "SH-29", "SH-15")
@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (
            "players 4; out 3; A {In 1 1 1 1 2}; B {1} [5 5 5]; C {1} [6 6 6]; D {1} [7 7 7];"
            " deck 4 S 4 5",
            "A {1 1 1 1 2} []; B {1 4} [5 5]; C {1} [6 6]; deck 4 5 5 6; out 4; loot In",
        ),
        (
            "players 4; out 3; A {In 1 1 1 1 2}; B {1} []; C {1} []; D {1} [7 7 7]; deck S 4 5",
            "A {1 1 1 1 2} []; D {1} [7 7]; deck 4 5 7; out 4; loot In",
        ),
        (
            "players 4; out 2; A {In 1 1 1 1 2}; B {1} [5 5 5]; C {1} [6 6 6]; D {1} [];"
            " deck S S 5",
            "A {1 1 1 1 2} []; B {1} [5 5]; deck 5 5; out 4; loot In",
        ),
    ],
)
def test_fourth_sheriff_among_indians(text: str, outcome: str) -> None:
    """The victim at work gets no card, later ones keep theirs, nobody refills; Indians is loot."""
    scene = Scene(text)
    events = scene.do("A indians")

    assert changes(text, scene.position) == outcome
    assert [type(event) for event in events][-3:] == [told.Put, told.Arrival, told.RaceStart]
    assert scene.kinds() == dict.fromkeys("ABCD", "race")


@pytest.mark.rule("SH-22", "SH-49", "SH-58")
def test_indians_that_bring_the_sheriff_are_shared_too() -> None:
    """With two players it is a duel without cards."""
    scene = Scene(
        "players 2; out 3; A {In} [2 2]; B {As} [5 5]; bonus 3 4 In; deck S; loot 5*;"
        " latency A 2 B 1"
    )
    scene.do("A indians")

    assert sharing(scene) == "hands BA; bonus B; A 2×2 takes 6, B 1×5 takes 0; left 0; next B"


@pytest.mark.rule("SH-20", "SH-27", "SH-28")
def test_the_order_of_draws() -> None:
    """Indians: put, draw, put, draw; then the refill, clockwise from the active player."""
    scene = Scene(
        "A {In 1 1}; B {2} [5 6]; C {3} [6 7]; loses B 6 C 7; deck 1 2 S 3 4 5 6 7 1 2 3 4 ..."
    )
    events = scene.do("A indians")

    drew = [event for event in events if isinstance(event, told.Drew)]
    assert seats(event.seat for event in drew) == "BC" + "AAAA" + "BBB" + "CCC"
    assert events[1:5] == [
        told.Lost(1, "6"), told.Drew(1, "1"), told.Lost(2, "7"), told.Drew(2, "2"),
    ]  # fmt: skip
    assert events[5:7] == [told.Put(0, "In", "loot"), told.SheriffTurned(0, 1)]


@pytest.mark.rule("SH-15", "SH-63")
def test_an_event_card_is_not_loot_before_its_effect_is_over() -> None:
    """While something is to be given, Substitution lies in play."""
    text = "A {Sub 1 2 3 4 5}; B {6 7 W M 2 2}; picks 6 7; loot 1 1; deck 7"
    scene = Scene(text)
    scene.do("A substitution B")

    assert changes(text, scene.position) == "A {1 2 3 4 5 6 7} []; B {2 2 W M} []"
    assert scene.position.in_play == InPlay("Sub", 0, 1)
    scene.do("A give 6 7")
    assert changes(text, scene.position) == "active B; A {1 2 3 4 5 7} []; deck; loot 1 1 Sub"
    assert scene.position.in_play is None
