"""The sharing: groups, wilds and Missed."""

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.sharing import score
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


def arrival(text: str, latency: str = "A 100 B 200 C 300") -> Scene:
    """Give a scene after the sheriff's arrival with empty hands: three players, C is last."""
    return Scene(f"{text}; latency {latency}; out 4; at arrival; rounds 1")


def shares(scene: Scene) -> list[tuple[int, int, str | None, int]]:
    """Give seat, size, value and cards of each share, best first."""
    return [(e.seat, e.size, e.value, e.cards) for e in scene.happened(told.Shared)]


@pytest.mark.rule("SH-36", "SH-38")
@pytest.mark.parametrize(
    ("revolver", "best"),
    [("2 2 2 2 7 7", (4, 2)), ("3 3 6 6", (2, 6)), ("1 7", (1, 7)), ("W M", (0, 0)), ("", (0, 0))],
)  # fmt: skip
def test_the_score_is_the_largest_group_then_the_higher_value(
    revolver: str, best: tuple[int, int]
) -> None:
    """Nothing else counts."""
    assert score(tuple(revolver.split()), 0) == best


@pytest.mark.rule("SH-37", "SH-38")
def test_of_equal_groups_the_lower_hand_is_better() -> None:
    """Second groups are not looked at."""
    scene = arrival("A {} [6 6]; B {} [6 6 5 5]; C {}; loot 8*")

    assert shares(scene) == [(0, 2, "6", 4), (1, 2, "6", 2)]


@pytest.mark.rule("SH-39")
def test_without_a_group_one_ranks_last_and_still_shares() -> None:
    """Several of them by order of hands."""
    scene = Scene(
        "players 4; A {} [W W]; B {} [1]; C {} []; D {}; loot 13*; out 4; at arrival; rounds 1; "
        "latency A 200 B 300 C 100 D 900"
    )

    assert shares(scene) == [(1, 1, "1", 7), (2, 0, None, 3), (0, 0, None, 2)]


@pytest.mark.rule("SH-40")
@pytest.mark.parametrize(
    ("revolver", "best"),
    [("3 3 7 W", (3, 3)), ("2 6 W", (2, 6)), ("1 1 W W", (4, 1)), ("3 3 7 7 W", (3, 7))],
)  # fmt: skip
def test_wilds_join_the_group_where_they_do_most(revolver: str, best: tuple[int, int]) -> None:
    """That is the largest, and of two the higher."""
    cards = tuple(revolver.split())

    assert score(cards, cards.count("W")) == best


@pytest.mark.rule("SH-40", "SH-43")
def test_wilds_are_assigned_after_all_missed() -> None:
    """A cancelled seven sends the wild to the threes."""
    scene = arrival("A {} [7 7 3 3 W]; B {} [2 2 2 M]; C {}; loot 22*")

    assert scene.happened(told.Wilds) == [told.Wilds(0, 1, "3")]
    assert shares(scene) == [(0, 3, "3", 11), (1, 3, "2", 6)]


@pytest.mark.rule("SH-41", "SH-45")
def test_wilds_without_an_uncancelled_number_are_ignored() -> None:
    """And a wild can neither be cancelled nor be what Missed looks for."""
    scene = arrival("A {} [7 W]; B {} [M M]; C {}; loot 8*")

    assert scene.happened(told.Wilds) == [told.Wilds(0, 1, None)]
    assert scene.happened(told.Missed) == [told.Missed(1, 0, "7"), told.Missed(1, None, None)]
    assert shares(scene) == [(0, 0, None, 4), (1, 0, None, 2)]


@pytest.mark.rule("SH-42")
def test_the_starters_wilds_are_ignored_and_the_others_work() -> None:
    """The price of shooting."""
    scene = Scene("A {1} [7 7 W W]; B {} [6 6 W]; C {}; out 2; latency B 1 C 2; loot 8*; rounds 1")
    scene.do("A shoot")

    assert scene.happened(told.Wilds) == [told.Wilds(0, 2, None), told.Wilds(1, 1, "6")]
    assert shares(scene) == [(1, 3, "6", 4), (0, 2, "7", 2)]


@pytest.mark.rule("SH-42")
def test_on_the_sheriffs_arrival_all_wilds_work() -> None:
    """The active player's too."""
    scene = arrival("A {} [7 7 W W]; B {} [6 6 W]; C {}; loot 8*")

    assert shares(scene) == [(0, 4, "7", 4), (1, 3, "6", 2)]


@pytest.mark.rule("SH-44")
def test_whoever_alone_holds_the_highest_must_cancel_his_own() -> None:
    """It is done without asking."""
    scene = arrival("A {} [6 6 M]; B {} [5 5 5]; C {} [7]; loot 18*")

    assert scene.happened(told.Missed) == [told.Missed(0, 0, "6")]
    assert shares(scene) == [(1, 3, "5", 9), (0, 1, "6", 5)]


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
