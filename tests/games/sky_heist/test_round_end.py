"""The end of a round and of the match: shares, points, who moves first, places."""

import pytest

from arena.engine.record import Outcome
from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import sharing
from tests.games.sky_heist.scene import Scene

THREE = "out 4; at arrival; latency A 100 B 200 C 300; "


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
    (end,) = scene.happened(told.RoundEnd)

    assert (end.loot, end.left, list(end.shares)) == (loot, left, [*taken, 0])
    assert scene.position.scores == [*taken, 0]


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
