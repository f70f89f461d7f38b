"""Sharings in odd corners, in the form of the cases: wilds, Missed, ties, shares, who is next."""

import pytest

from arena.engine.record import Outcome
from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import Case, parameters, played, sharing
from tests.games.sky_heist.scene import Scene

THREE = "out 4; at arrival; latency A 100 B 200 C 300; "
FIVE = "players 5; out 4; at arrival; latency A 100 B 200 C 300 D 400 E 500; "

CASES = (
    Case(
        "of two equal groups the wilds raise the higher",
        ("SH-38", "SH-40"),
        THREE + "A {} [6 6 6 6]; B {} [3 3 7 7 W W]; C {}; loot 8*",
        (),
        "hands ABC, C excluded; B 4×7 takes 4, A 4×6 takes 2; left 2; next C",
    ),
    Case(
        "of three groups the wild raises the higher of the larger two",
        ("SH-38", "SH-40"),
        THREE + "A {} [4 4 4]; B {} [2 2 5 5 6 W]; C {}; loot 8*",
        (),
        "hands ABC, C excluded; B 3×5 takes 4, A 3×4 takes 2; left 2; next C",
    ),
    Case(
        "wilds may make a tie, which the lower hand wins",
        ("SH-37", "SH-40"),
        THREE + "A {} [5 5 5 W]; B {} [5 5 5 5]; C {}; loot 8*",
        (),
        "hands ABC, C excluded; A 4×5 takes 4, B 4×5 takes 2; left 2; next C",
    ),
    Case(
        "six wilds and a one beat six sevens",
        ("SH-36", "SH-40"),
        THREE + "A {} [7 7 7 7 7 7]; B {} [1 W W W W W W] As; C {}; loot 8*",
        (),
        "hands ABC, C excluded; B 7×1 takes 4, A 6×7 takes 2; left 2; next C",
    ),
    Case(
        "a wild never sets the highest value and does not save the group from Missed",
        ("SH-43", "SH-45"),
        THREE + "A {} [5 5 W W W]; B {} [6 M]; C {} [7]; loot 8*",
        (),
        "hands ABC, C excluded; missed B>B6; A 5×5 takes 4, B 0 takes 2; left 2; next C",
    ),
    Case(
        "a Missed among wilds alone does nothing, and nobody has a group",
        ("SH-39", "SH-41", "SH-45"),
        THREE + "A {} [W W W]; B {} [M M W]; C {} [7]; loot 7*",
        (),
        "hands ABC, C excluded; missed B>nothing B>nothing; A 0 takes 4, B 0 takes 2;"
        " left 1; next C",
    ),
    Case(
        "what is left when all is cancelled is the order of hands",
        ("SH-39", "SH-46"),
        THREE + "A {} [2 M]; B {} [1 M M]; C {}; loot 5*",
        (),
        "hands ABC, C excluded; missed A>A2 B>B1 B>nothing; A 0 takes 3, B 0 takes 1;"
        " left 1; next C",
    ),
    Case(
        "the Missed and wilds of the excluded do nothing",
        ("SH-34", "SH-46"),
        THREE + "A {} [2 2]; B {} [1 1 1]; C {} [M M M W 7]; loot 5*",
        (),
        "hands ABC, C excluded; B 3×1 takes 3, A 2×2 takes 1; left 1; next C",
    ),
    Case(
        "several owners: lowest hand first, one's own one after the other, the highest anew",
        ("SH-43", "SH-44", "SH-46"),
        "players 4; out 4; at arrival; latency A 400 B 200 C 300 D 900;"
        " A {} [7 7 6 M]; B {} [7 5 5 M M]; C {} [6 6 4]; D {} [7 7]; loot 9*",
        ("B cancel A", "B cancel B"),
        "hands BCAD, D excluded; missed B>A7 B>B7 A>A7;"
        " C 2×6 takes 5, B 2×5 takes 2, A 1×6 takes 1; left 1; next D",
    ),
    Case(
        "one may cancel one's own by choice",
        ("SH-44",),
        THREE + "A {} [7 M]; B {} [7]; C {} [7]; loot 5*",
        ("A cancel A",),
        "hands ABC, C excluded; missed A>A7; B 1×7 takes 3, A 0 takes 1; left 1; next C",
    ),
    Case(
        "a fault cancels that of the first other holder clockwise",
        ("SH-44",),
        FIVE + "A {} [7 7]; B {} [7 2 2]; C {} [1]; D {} [7 M]; E {} [7]; loot 20*",
        ("D fault",),
        "hands ABCDE, E excluded; missed D>A7;"
        " B 2×2 takes 10, A 1×7 takes 5, D 1×7 takes 3, C 1×1 takes 1; left 1; next E",
    ),
    Case(
        "cancelled from a group: two of three are left",
        ("SH-43",),
        THREE + "A {} [7 7 7 1 1]; B {} [6 6 M]; C {}; loot 5*",
        (),
        "hands ABC, C excluded; missed B>A7; A 2×7 takes 3, B 2×6 takes 1; left 1; next C",
    ),
    Case(
        "the starter's Missed works, his wilds do not; those of the others do",
        ("SH-42", "SH-46"),
        "out 2; A {1} [6 6 W W M]; B {} [7 5 W]; C {}; loot 6*; latency B 1 C 2",
        ("A shoot",),
        "hands ABC, C excluded; missed A>B7; A 2×6 takes 3, B 2×5 takes 2; left 1; next C",
    ),
    Case(
        "the starter's cards may be cancelled",
        ("SH-43", "SH-44"),
        "out 2; A {1} [7 7]; B {} [M 6]; C {}; loot 6*; latency B 1 C 2",
        ("A shoot",),
        "hands ABC, C excluded; missed B>A7; A 1×7 takes 3, B 1×6 takes 2; left 1; next C",
    ),
    Case(
        "a starter without a group still shares after the others",
        ("SH-35", "SH-39", "SH-42"),
        "out 3; A {1} [W W W]; B {} [1]; C {}; loot 6*; latency B 1 C 2",
        ("A shoot",),
        "hands ABC, C excluded; B 1×1 takes 3, A 0 takes 2; left 1; next C",
    ),
    Case(
        "27 cards for five",
        ("SH-47", "SH-48"),
        FIVE + "A {} [7]; B {} [6]; C {} [5]; D {} [4]; E {} [7 7]; loot 27*",
        (),
        "hands ABCDE, E excluded;"
        " A 1×7 takes 14, B 1×6 takes 7, C 1×5 takes 3, D 1×4 takes 2; left 1; next E",
    ),
    Case(
        "two cards for five",
        ("SH-47",),
        FIVE + "A {} [4]; B {} [5]; C {} [6]; D {} [7]; E {}; loot 2*",
        (),
        "hands ABCDE, E excluded;"
        " D 1×7 takes 1, C 1×6 takes 1, B 1×5 takes 0, A 1×4 takes 0; left 0; next E",
    ),
    Case(
        "special cards in the loot are a point each",
        ("SH-49",),
        THREE + "A {} [2]; B {} [1]; C {}; loot Sub In As M W",
        (),
        "hands ABC, C excluded; A 1×2 takes 3, B 1×1 takes 1; left 1; next C",
    ),
)


@pytest.mark.parametrize("case", parameters(CASES))
def test_sharing(case: Case) -> None:
    """Hands, cancelled cards, scores, shares and who is next are as written, and he moves next."""
    scene = played(case)

    assert sharing(scene) == case.outcome
    assert list(scene.kinds().items()) == [(case.outcome[-1], "turn")]


@pytest.mark.rule("SH-44")
@pytest.mark.parametrize(
    ("owner", "asked"),
    [
        ("A", "A: B C D A"),
        ("B", "B: C D A B"),
        ("C", "C: D A B C"),
        ("D", "D: A B C D"),
    ],
)
def test_whom_a_missed_may_hit(owner: str, asked: str) -> None:
    """The holders clockwise from its owner, he last; E is excluded, though he holds one too."""
    held = "; ".join(f"{seat} {{}} [7 1{' M' if seat == owner else ''}]" for seat in "ABCDE")
    scene = Scene(FIVE + held)

    letter, others = asked.split(": ")
    assert scene.asked() == {letter: [f"cancel {other}" for other in others.split()]}


@pytest.mark.rule("SH-44")
def test_an_owner_without_the_highest_is_not_among_those_he_may_hit() -> None:
    """Nor are those who hold lower cards only."""
    scene = Scene(FIVE + "A {} [6 7]; B {} [6]; C {} [6 M]; D {} [7]; E {} [7]")

    assert scene.asked() == {"C": ["cancel D", "cancel A"]}


@pytest.mark.rule("SH-49", "SH-50", "SH-51", "SH-04")
def test_points_are_added_and_nothing_else_is_kept() -> None:
    """The excluded player moves first, the turn then goes clockwise from him."""
    scene = Scene(
        "round 2; scores 10 20 30; A {} [1] As; B {} [2]; C {} [3 3]; loot 9*; out 4; at arrival;"
        " latency A 100 B 300 C 200"
    )
    position = scene.position

    assert position.scores == [12, 20, 35]
    assert (position.round, position.turn, position.first, position.active) == (3, 1, 1, 1)
    assert (position.loot, position.sheriffs, position.assistants) == ((), 0, [0, 0, 0])
    assert position.revolvers == [(), (), ()]
    assert scene.happened(told.RoundStart) == [told.RoundStart(3, 1, 51, 0)]
    scene.do(f"B {scene.asked()['B'][0]}")
    assert scene.kinds() == {"C": "turn"}


@pytest.mark.rule("SH-51")
def test_of_two_the_loser_of_the_sharing_moves_first() -> None:
    """Whoever was the faster, or the challenger."""
    scene = Scene(
        "players 2; out 4; at arrival; active B; A {} [1]; B {} [2 2]; bonus 3 4 In;"
        " latency A 100 B 300; loot 0*"
    )

    assert sharing(scene) == "hands AB; bonus A; B 2×2 takes 0, A 1×4 takes 0; left 0; next A"
    assert scene.kinds() == {"A": "turn"}


@pytest.mark.rule("SH-52")
@pytest.mark.parametrize(
    ("scores", "ranks"),
    [("5 9 5", (2, 1, 2)), ("7 7 7", (1, 1, 1)), ("1 2 3", (3, 2, 1)), ("0 8 8", (3, 1, 1))],
)
def test_places_at_the_end(scores: str, ranks: tuple[int, ...]) -> None:
    """By points alone; equals share a place and the next is skipped."""
    scene = Scene(f"round 2; rounds 2; scores {scores}; {THREE} A {{}} [1]; B {{}} [2]; C {{}} [3]")
    points = tuple(map(int, scores.split()))

    assert scene.table.over
    assert scene.table.outcome() == Outcome(ranks=ranks, scores=points)


@pytest.mark.rule("SH-52")
def test_the_last_loot_counts_for_the_places() -> None:
    """B draws level with it."""
    scene = Scene(f"round 6; scores 20 17 0; {THREE} A {{}} [1]; B {{}} [2]; C {{}} [3]; loot 11*")

    assert scene.table.outcome() == Outcome(ranks=(1, 1, 3), scores=(23, 23, 0))


@pytest.mark.rule("SH-40", "SH-41", "SH-42")
def test_it_is_told_what_wilds_count_as() -> None:
    """Nothing for the starter's and for those without a number; in the order of hands."""
    scene = Scene(
        "players 4; out 2; A {1} [7 W]; B {} [W W]; C {} [3 3 5 W]; D {} [1 W]; latency B 1 C 2 D 3"
    )
    scene.do("A shoot")

    assert scene.happened(told.Wilds) == [
        told.Wilds(0, 1, None), told.Wilds(1, 2, None), told.Wilds(2, 1, "3"),
    ]  # fmt: skip
