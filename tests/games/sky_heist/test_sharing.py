"""The sharing: groups, wilds, Missed, shares, and what a round leaves behind."""

import pytest

from arena.games.sky_heist.events import Missed, RoundEnd, Shared, Wilds
from arena.games.sky_heist.sharing import ranks, score
from tests.games.sky_heist.scene import Scene


def arrival(text: str, latency: str = "A 100 B 200 C 300") -> Scene:
    """Give a scene after the sheriff's arrival with empty hands: three players, C is last."""
    return Scene(f"{text}; latency {latency}; out 4; at arrival; rounds 1")


def shares(scene: Scene) -> list[tuple[int, int, str | None, int]]:
    """Give seat, size, value and cards of each share, best first."""
    return [(e.seat, e.size, e.value, e.cards) for e in scene.happened(Shared)]


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

    assert scene.happened(Wilds) == [Wilds(0, 1, "3")]
    assert shares(scene) == [(0, 3, "3", 11), (1, 3, "2", 6)]


@pytest.mark.rule("SH-41", "SH-45")
def test_wilds_without_an_uncancelled_number_are_ignored() -> None:
    """And a wild can neither be cancelled nor be what Missed looks for."""
    scene = arrival("A {} [7 W]; B {} [M M]; C {}; loot 8*")

    assert scene.happened(Wilds) == [Wilds(0, 1, None)]
    assert scene.happened(Missed) == [Missed(1, 0, "7"), Missed(1, None, None)]
    assert shares(scene) == [(0, 0, None, 4), (1, 0, None, 2)]


@pytest.mark.rule("SH-42")
def test_the_starters_wilds_are_ignored_and_the_others_work() -> None:
    """The price of shooting."""
    scene = Scene("A {1} [7 7 W W]; B {} [6 6 W]; C {}; out 2; latency B 1 C 2; loot 8*; rounds 1")
    scene.do("A shoot")

    assert scene.happened(Wilds) == [Wilds(0, 2, None), Wilds(1, 1, "6")]
    assert shares(scene) == [(1, 3, "6", 4), (0, 2, "7", 2)]


@pytest.mark.rule("SH-42")
def test_on_the_sheriffs_arrival_all_wilds_work() -> None:
    """The active player's too."""
    scene = arrival("A {} [7 7 W W]; B {} [6 6 W]; C {}; loot 8*")

    assert shares(scene) == [(0, 4, "7", 4), (1, 3, "6", 2)]


@pytest.mark.rule("SH-43", "SH-44")
def test_missed_cancels_one_of_the_highest_and_its_owner_chooses_whose() -> None:
    """The others clockwise from him first, he himself last; the excluded is left out."""
    scene = Scene(
        "players 5; A {} [7 1]; B {} [7 2]; C {} [7 M]; D {} [6]; E {} [7 7]; out 4; at arrival; "
        "latency A 100 B 200 C 300 D 400 E 500; loot 9*; rounds 1"
    )

    assert scene.asked() == {"C": ["cancel A", "cancel B", "cancel C"]}
    scene.do("C cancel B")
    assert scene.happened(Missed) == [Missed(2, 1, "7")]


@pytest.mark.rule("SH-44")
def test_whoever_alone_holds_the_highest_must_cancel_his_own() -> None:
    """It is done without asking."""
    scene = arrival("A {} [6 6 M]; B {} [5 5 5]; C {} [7]; loot 18*")

    assert scene.happened(Missed) == [Missed(0, 0, "6")]
    assert shares(scene) == [(1, 3, "5", 9), (0, 1, "6", 5)]


@pytest.mark.rule("SH-45", "SH-43")
def test_wilds_set_no_highest_value() -> None:
    """The highest standard card is a 2 here."""
    scene = arrival("A {} [2 W W]; B {} [1 M]; C {}; loot 8*")

    assert scene.happened(Missed) == [Missed(1, 0, "2")]


@pytest.mark.rule("SH-46")
def test_every_missed_is_used_in_order_of_hands_and_the_highest_found_anew() -> None:
    """Even where its owner would rather not: the starter's first, and it works."""
    scene = Scene(
        "A {1} [5 M M]; B {} [7 6 5]; C {} [M]; D {} [7]; out 2; latency B 2 C 1 D 3; loot 8*; "
        "rounds 1"
    )
    scene.do("A shoot")

    assert scene.happened(Missed) == [Missed(0, 1, "7"), Missed(0, 1, "6")]
    assert scene.asked() == {"C": ["cancel A", "cancel B"]}


@pytest.mark.rule("SH-47", "SH-48", "SH-49")
@pytest.mark.parametrize(
    ("loot", "taken", "left"),
    [(23, [12, 6, 3], 2), (1, [1, 0, 0], 0), (0, [0, 0, 0], 0), (10, [5, 3, 1], 1)],
)
def test_each_takes_half_of_what_is_left_rounded_up(loot: int, taken: list[int], left: int) -> None:
    """A card is a point; the rest is nobody's."""
    scene = Scene(
        f"players 4; A {{}} [7]; B {{}} [6]; C {{}} [5]; D {{}} [7]; loot {loot}*; out 4; "
        "at arrival; rounds 1; latency A 1 B 2 C 3 D 4"
    )
    (end,) = scene.happened(RoundEnd)

    assert (end.loot, end.left, list(end.shares)) == (loot, left, [*taken, 0])
    assert scene.position.scores == [*taken, 0]


@pytest.mark.rule("SH-51", "SH-34")
def test_the_excluded_player_moves_first_in_the_next_round() -> None:
    """Though others took less."""
    scene = Scene("A {} [7]; B {} []; C {} [6]; out 4; at arrival; latency A 3 B 2 C 1; loot 5*")

    assert (scene.position.first, scene.position.active) == (0, 0)
    assert scene.happened(RoundEnd)[0].next_first == 0


@pytest.mark.rule("SH-52")
def test_equal_points_share_a_place_and_the_next_is_skipped() -> None:
    """The match is settled by points alone."""
    assert ranks([31, 31, 30, 12, 8]) == (1, 1, 3, 4, 5)
    assert ranks([5, 9, 5]) == (2, 1, 2)
