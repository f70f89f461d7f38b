"""The circle method: steps, byes, rounds of steps, and the doubled steps of field mode."""

from itertools import combinations

import pytest

from arena.tournament.circle import Circle
from arena.tournament.config import KSchedule

K_10: KSchedule = ((None, 10),)


def circle(
    bots: int, rounds: int, deals: int = 1, ks: KSchedule = K_10, *, doubled: bool = False
) -> list[list[tuple[int, int]]]:
    """All tables of all rounds."""
    pairing = Circle(bots, rounds, deals, ks, doubled=doubled)
    return [
        [pairing.table(r, number) for number in range(pairing.tables(r))]
        for r in range(1, rounds + 1)
    ]


def test_steps_are_those_of_the_circle_method() -> None:
    """Step s: (a[s], a[N-1]), then (a[s+i], a[s-i]) modulo N-1; six bots, five steps, one round."""
    (tables,) = circle(6, 1)
    assert tables == [
        (0, 5), (1, 4), (2, 3),
        (1, 5), (2, 0), (3, 4),
        (2, 5), (3, 1), (4, 0),
        (3, 5), (4, 2), (0, 1),
        (4, 5), (0, 3), (1, 2),
    ]  # fmt: skip


def test_with_an_odd_number_one_bot_a_step_has_the_bye() -> None:
    """The table with the bye is left out of the numbering; the bye counts as a table."""
    (tables,) = circle(5, 1)
    assert tables == [
        (1, 4), (2, 3), (2, 0), (3, 4), (3, 1), (4, 0), (4, 2), (0, 1), (0, 3), (1, 2),
    ]  # fmt: skip
    assert Circle(5, 1, 1, K_10, doubled=False).tables_per_bot(1) == 5


@pytest.mark.parametrize("bots", range(3, 20))
def test_everybody_meets_everybody_once_in_a_round_robin(bots: int) -> None:
    """N - 1 steps, in as many rounds as they take."""
    rounds = -(-(bots - 1 + bots % 2) // 8)
    played = [tuple(sorted(table)) for tables in circle(bots, rounds) for table in tables]
    assert sorted(played) == list(combinations(range(bots), 2))


@pytest.mark.parametrize("bots", [8, 9, 12])
def test_field_mode_holds_every_step_twice_with_the_seats_exchanged(bots: int) -> None:
    """Every pair meets once in either order, in succession."""
    rounds = -(-2 * (bots - 1 + bots % 2) // 8)
    per_step = bots // 2
    for tables in circle(bots, rounds, doubled=True):
        steps = [tables[i : i + per_step] for i in range(0, len(tables), per_step)]
        for first, second in zip(steps[::2], steps[1::2], strict=True):
            assert second == [(b, a) for a, b in first]


def steps(bots: int, rounds: int, deals: int, ks: KSchedule, *, doubled: bool = False) -> list[int]:
    """The number of steps of each round."""
    pairing = Circle(bots, rounds, deals, ks, doubled=doubled)
    return [pairing.tables_per_bot(r) for r in range(1, rounds + 1)]


def test_a_round_has_at_most_eight_steps_and_ends_with_the_round_robin() -> None:
    """Twelve bots: 11 steps, 8 and 3; the next round starts at step 0."""
    assert steps(12, 4, 1, K_10) == [8, 3, 8, 3]
    rounds = circle(12, 3)
    assert rounds[0] == rounds[2]


@pytest.mark.parametrize(
    ("k", "deals", "most"), [(40, 1, 8), (40, 2, 4), (40, 3, 2), (50, 1, 7), (350, 1, 1)]
)
def test_a_round_has_no_more_steps_than_k_allows(k: int, deals: int, most: int) -> None:
    """K × steps × deals is at most 350."""
    assert steps(100, 1, deals, ((None, k),)) == [most]


def test_the_k_that_bounds_a_round_is_its_own() -> None:
    """Two deals: four steps while K is 40 (up to 30 sets), eight when it is 20."""
    assert steps(100, 6, 2, ((30, 40), (None, 20))) == [4, 4, 4, 4, 8, 8]


def test_doubled_steps_are_never_torn_apart() -> None:
    """In field mode the number of steps is even: K = 50 allows 7, so there are 6."""
    assert steps(12, 5, 1, ((None, 50),), doubled=True) == [6, 6, 6, 4, 6]
