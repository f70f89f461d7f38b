"""The cases of turns, event cards and refills, in the order of RULES.md."""

from random import Random

import pytest

from arena.engine.table import TableError
from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import PACK
from tests.games.sky_heist.outcome import Case, changes, parameters, sharing
from tests.games.sky_heist.scene import Scene

CASES = (
    Case(
        "SH-T04",
        ("SH-10", "SH-13", "SH-27"),
        "A {3 4 7 1 2 W}; deck 5 5 6",
        ("A discard 3 4 7",),
        "active B; A {1 2 5 5 6 W} []; deck; loot 3 4 7",
    ),
    Case(
        "SH-T05",
        ("SH-13",),
        "A {1 1 2 5 6 7}; deck 3 4 4",
        ("A discard 1 1 2",),
        "active B; A {3 4 4 5 6 7} []; deck; loot 1 1 2",
    ),
    Case(
        "SH-T06",
        ("SH-13",),
        "A {6 3 2 1 7 7}; deck 3 4 4 5",
        ("A discard 1 2 3 6",),
        "active B; A {3 4 4 5 7 7} []; deck; loot 1 2 3 6",
    ),
    Case(
        "SH-T13",
        ("SH-11", "SH-14"),
        "A {In 1 2 3 4 5}; B [6 6]; deck 7",
        ("A discard In",),
        "active B; A {1 2 3 4 5 7} []; deck; loot In",
    ),
    Case(
        "SH-T20",
        ("SH-27",),
        "A {2} [5 5 5]; deck 1 4 6; at refill",
        (),
        "active B; A {1 2 4} [5 5 5]; deck 6",
    ),
    Case(
        "SH-T21",
        ("SH-07", "SH-24", "SH-25", "SH-27"),
        "windows B; A {1 4 4 5 5 6}; B {3 3 3 1 2 4}; deck 7 7",
        ("B load 3", "B load 3", "B load 3", "B none", "A discard 1"),
        "active B; A {4 4 5 5 6 7} []; B {1 2 4} [3 3 3]; deck 7; loot 1",
    ),
    Case(
        "SH-T24",
        ("SH-08",),
        "out 1; A {} [1 1 2 2 3 3]; deck 7",
        (),
        "active B",
    ),
    Case(
        "SH-T27",
        ("SH-28",),
        "A {5 5 5}; deck 4 S 6 2 1; at refill",
        (),
        "active B; A {2 4 5 5 5 6} []; deck 1; out 1",
    ),
    Case(
        "SH-T30",
        ("SH-28", "SH-29"),
        "out 3; A {1 2 3 4 6}; deck 5 S 1; at refill",
        (),
        "active B; A {1 2 3 4 5 6} []; deck S 1",
    ),
    Case(
        "SH-T39",
        ("SH-16", "SH-17"),
        "A {As 1 2 3 4 5}; loot 4*; deck 6 7 1",
        ("A assistant",),
        "active B; A {1 2 3 4 5 6 7} [] As; deck 1",
    ),
    Case(
        "SH-T43",
        ("SH-18", "SH-27"),
        "A {Sub 1 2 3} [4 5]; B {6 7 W M 2 2}; picks 6 W; deck 7",
        ("A substitution B", "A give 1 W"),
        "active B; A {2 3 6 7} [4 5]; B {1 2 2 7 W M} []; deck; loot Sub",
    ),
    Case(
        "SH-T51",
        ("SH-20", "SH-21", "SH-27"),
        "A {In 1 2 3 4 5}; B {1 2 3 4} [5 6]; C []; loses B 6; deck 3 4 7 7",
        ("A indians",),
        "active B; A {1 2 3 4 4 5} []; B {1 2 3 3 4} [5]; deck 7 7 6; loot In",
    ),
    Case(
        "SH-T52",
        ("SH-22",),
        "out 1; A {In 1 2 3 4 6}; B {1 4 4 6 6} [5]; C []; deck S 3 2 7",
        ("A indians",),
        "active B; A {1 2 2 3 4 6} []; B {1 3 4 4 6 6} []; deck 7 5; out 2; loot In",
    ),
    Case(
        "SH-T56",
        ("SH-21",),
        "A {In 1 2 3 4 5}; deck 6 7",
        ("A indians",),
        "active B; A {1 2 3 4 5 6} []; deck 7; loot In",
    ),
    Case(
        "SH-T80",
        ("SH-08", "SH-25"),
        "out 1; A {5} [1 1 2 2 3]; deck 7",
        ("A load 5",),
        "active B; A {} [1 1 2 2 3 5]",
    ),
)


@pytest.mark.parametrize("case", parameters(CASES))
def test_round(case: Case) -> None:
    """The acts change what is written and nothing else, and the next player is to move."""
    scene = Scene(case.text)
    scene.do(*case.acts)

    assert changes(case.text, scene.position) == case.outcome
    assert scene.kinds() == {"B": "turn"}


@pytest.mark.case("SH-T48")
@pytest.mark.rule("SH-14", "SH-19")
def test_substitution_without_a_target_is_discarded() -> None:
    """It becomes loot and moves no card; then B and C pass, and A is to move again."""
    text = "A {Sub 1 2 3 4 5}; B {} [2 3 4 5 6 6]; C {} [5 5 5 3 3 3]; deck 7"
    scene = Scene(text)
    scene.do("A discard Sub")

    assert changes(text, scene.position) == "A {1 2 3 4 5 7} []; deck; loot Sub"


@pytest.mark.case("SH-T49")
@pytest.mark.rule("SH-18", "SH-19")
def test_substitution_on_a_hand_of_one() -> None:
    """The only card can be taken, one is given; the revolver is untouched."""
    text = "A {Sub 2 3 4 5 6}; B {1} [7 7 7 7 7]; deck 2"
    scene = Scene(text)
    scene.do("A substitution B")
    assert scene.asked() == {"A": ["give 1", "give 2", "give 3", "give 4", "give 5", "give 6"]}
    scene.do("A give 4")

    assert changes(text, scene.position) == (
        "active B; A {1 2 2 3 5 6} []; B {4} [7 7 7 7 7]; deck; loot Sub"
    )


@pytest.mark.case("SH-T43")
@pytest.mark.rule("SH-18")
def test_what_can_be_given() -> None:
    """The taken cards first, then every other pair in order."""
    scene = Scene("A {Sub 1 2 3} [4 5]; B {6 7 W M 2 2}; picks W 6; deck 7")
    scene.do("A substitution B")

    pairs = "6 W, 1 2, 1 3, 1 6, 1 W, 2 3, 2 6, 2 W, 3 6, 3 W"
    assert scene.asked() == {"A": [f"give {pair}" for pair in pairs.split(", ")]}


@pytest.mark.case("SH-T28")
@pytest.mark.rule("SH-28", "SH-31")
def test_two_sheriffs_in_one_refill() -> None:
    """Both are laid out, the draw repeated; the next player may shoot."""
    text = "A {1 2 3 4 6}; deck S S 5 7; at refill"
    scene = Scene(text)

    assert changes(text, scene.position) == "active B; A {1 2 3 4 5 6} []; deck 7; out 2"
    assert "shoot" in scene.asked()["B"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param(
            "out 3; A {1 2 3 4 6}; deck S; at refill",
            "deck; out 4",
            marks=pytest.mark.case("SH-T31"),
        ),
        pytest.param(
            "out 2; A {1 2 3 4}; deck S S; at refill",
            "deck; out 4",
            marks=pytest.mark.case("SH-T32"),
        ),
        (
            "out 3; A {1 2 3 4}; deck 5 S 6 7; at refill",
            "A {1 2 3 4 5} []; deck 6 7; out 4",
        ),
    ],
)
@pytest.mark.rule("SH-29", "SH-30", "SH-33")
def test_fourth_sheriff_in_the_refill(text: str, left: str) -> None:
    """Nothing more is drawn; all race, the active player too, and nobody is the starter."""
    scene = Scene(text)

    assert changes(text, scene.position) == left
    assert scene.happened(told.Arrival) == [told.Arrival("fourth_sheriff")]
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    assert scene.kinds() == {"A": "race", "B": "race", "C": "race"}


@pytest.mark.case("SH-T33")
@pytest.mark.rule("SH-17", "SH-27")
@pytest.mark.parametrize("seed", range(50))
def test_after_a_refill_all_are_at_their_limits(seed: int) -> None:
    """Whoever is short, and by whatever, with any number of Assistants."""
    chance = Random(seed)
    cards = chance.sample(PACK[:49], 18)
    fronts = [" ".join(["As"] * chance.randint(0, int(seat < 2))) for seat in range(3)]
    parts = [
        f"{letter} {{{' '.join(cards[at : at + chance.randint(0, 3)])}}}"
        f" [{' '.join(cards[at + 3 : at + chance.randint(3, 6)])}] {front}"
        for letter, at, front in zip("ABC", (0, 6, 12), fronts, strict=True)
    ]
    scene = Scene("; ".join([*parts, "deck ...; out 1; at refill", f"active {'ABC'[seed % 3]}"]))
    position = scene.position

    assert position.sheriffs == 1  # those in the deck lie at its bottom
    held = [len(h) + len(r) for h, r in zip(position.hands, position.revolvers, strict=True)]
    assert held == [6 + count for count in position.assistants]


@pytest.mark.case("SH-T25")
@pytest.mark.rule("SH-08", "SH-31", "SH-35", "SH-42")
def test_forced_shooting() -> None:
    """With two sheriffs out an empty hand shoots, unasked; its hand is the lowest."""
    scene = Scene("out 2; A {} [1 1 2 2 3 3]; B [5]; C [4 4 4]; loot 8*; latency B 300000 C 100000")

    assert scene.happened(told.Shooting) == [told.Shooting(0, forced=True)]
    assert scene.kinds() == {"B": "race", "C": "race"}
    scene.defaults("race")
    assert sharing(scene) == "hands ACB, B excluded; C 3×4 takes 4, A 2×3 takes 2; left 2; next B"


@pytest.mark.case("SH-T26")
@pytest.mark.rule("SH-09", "SH-33", "SH-42")
def test_all_hands_empty() -> None:
    """The sheriff arrives with one out: all race, all wilds work, the loot is shared as it lies."""
    scene = Scene(
        "out 1; A {} [1 1 2 2 W W]; B {} [4 4 4 4 4 W]; C {} [5 5 5 5 6 7]; loot 7*;"
        " latency A 200000 B 100000 C 300000"
    )

    assert scene.happened(told.Arrival) == [told.Arrival("empty_hands")]
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]
    assert sharing(scene) == "hands BAC, C excluded; B 6×4 takes 4, A 4×2 takes 2; left 1; next C"


@pytest.mark.case("SH-T37")
@pytest.mark.rule("SH-06")
def test_no_second_action() -> None:
    """After a discard the turn is over; nobody asks the player again."""
    text = "out 2; A {1 2 3 4 5 6}; deck 7"
    scene = Scene(text)
    scene.do("A discard 5")

    assert changes(text, scene.position) == "active B; A {1 2 3 4 6 7} []; deck; loot 5"
    assert scene.kinds() == {"B": "turn"}
    with pytest.raises(TableError):
        scene.table.answer(0, 0)


@pytest.mark.case("SH-T38")
@pytest.mark.rule("SH-31", "SH-47", "SH-51")
def test_shooting_over_no_loot() -> None:
    """It is legal: nobody gets anything, the excluded player starts next."""
    scene = Scene(
        "A {As 1 2 3 4 5}; B {As 1 2 3 4 5}; C {6 6 6 6 6 6}; deck S 7 7 S 7 7;"
        " latency A 100000 B 300000"
    )
    scene.do("A assistant", "B assistant", "C shoot")
    scene.defaults("race")

    assert sharing(scene) == "hands CAB, B excluded; C 0 takes 0, A 0 takes 0; left 0; next B"
    assert scene.position.scores == [0, 0, 0]
