"""Statistics of seats and duplicate deals: known tails, known sizes, planted effects."""

from itertools import permutations, product
from statistics import pvariance

import pytest

from arena.engine.chance import Stream
from arena.tournament.analysis import Ranks, chance_of, duplicates, seats, sets_needed
from tests.tournament.sample import ACCEPTANCE_SEED


@pytest.mark.parametrize(
    ("df", "five", "tiny"),
    [(1, 3.8415, 15.1367), (2, 5.9915, 18.4207), (3, 7.8147, 21.1075), (4, 9.4877, 23.5127)],
)
def test_tails_of_chi_square_are_those_of_the_tables(df: int, five: float, tiny: float) -> None:
    """The points of 5 % and of 0.01 % for each number of players."""
    assert chance_of(five, df) == pytest.approx(0.05, rel=1e-4)
    assert chance_of(tiny, df) == pytest.approx(0.0001, rel=1e-3)
    assert chance_of(0, df) == 1


@pytest.mark.parametrize(("players", "matches"), [(2, 384), (3, 340), (4, 318), (5, 305)])
def test_sets_to_tell_two_bots_apart_are_as_many_as_theory_says(players: int, matches: int) -> None:
    """Independent matches of equals, in which all orders are alike: 80 % power for 50 Elo."""
    of_a_match = pvariance([rank / (players - 1) for rank in range(players)])
    needed = sets_needed(of_a_match / players, players)
    assert 0 <= needed * players - matches <= players


def test_seats_are_counted_by_wins_and_by_share() -> None:
    """A shared first place is nobody's win, and half a share."""
    found = seats([(1, 2, 3), (1, 3, 2), (1, 1, 3), (3, 2, 1)])
    assert found.wins == (2, 0, 1)
    assert found.chi_square == pytest.approx(2)
    assert [share.value for share in found.shares] == pytest.approx([11 / 16, 7 / 16, 3 / 8])
    assert all(share.low < share.value < share.high for share in found.shares)


def test_equal_seats_are_not_called_unequal_and_unequal_ones_are() -> None:
    """T15: every order as often; and then one seat that wins half of what others win as well."""
    fair = list(permutations((1, 2, 3, 4))) * 100
    assert seats(fair).p == 1
    assert seats(fair + [(1, 2, 3, 4)] * 300).p < 0.0001
    assert {share.value for share in seats(fair).shares} == {0.5}


def test_games_without_a_winner_say_nothing_against_a_seat() -> None:
    """All first in every match."""
    found = seats([(1, 1), (1, 1)])
    assert (found.wins, found.p) == ((0, 0), 1)


def duels(luck: float, one_deal: bool, sets: int, name: str) -> list[list[Ranks]]:
    """Sets of two matches, seats exchanged: a share `luck` of the matches is decided by seat."""
    chance, made = Stream(ACCEPTANCE_SEED, name), list[list[Ranks]]()
    for _ in range(sets):
        ranks, lucky = list[Ranks](), 0
        for t in (0, 1):
            if t == 0 or not one_deal:
                lucky = chance.below(2)
            decided = chance.below(1_000) < luck * 1_000
            winner = lucky ^ t if decided else chance.below(2)
            ranks.append((1, 2) if winner == 0 else (2, 1))
        made.append(ranks)
    return made


def test_duplicates_of_luck_that_sticks_to_seats_gain_what_they_must() -> None:
    """Two matches correlate by the square of the luck: -0.64 leaves 0.36 of the variance."""
    off = duels(0.8, one_deal=False, sets=4_000, name="off")
    found = duplicates(off, duels(0.8, one_deal=True, sets=4_000, name="one"))
    assert found.gain is not None
    assert found.rho is not None
    assert found.gain.low < 1 / 0.36 < found.gain.high
    assert found.rho.low < 0.64 < found.rho.high
    assert found.sets_off / found.sets_rotation == pytest.approx(found.gain.value, rel=0.05)


def test_duplicates_of_luck_that_sticks_to_nothing_gain_nothing() -> None:
    """The interval holds 1, and is as narrow as it should be."""
    sets = (duels(0, one_deal=one, sets=4_000, name=f"none/{one}") for one in (False, True))
    found = duplicates(*sets)
    assert found.gain is not None
    assert found.gain.low < 1 < found.gain.high
    assert found.gain.high - found.gain.low < 0.2


def test_the_interval_of_the_gain_holds_it_about_as_often_as_it_says() -> None:
    """95 % of 200 samples, give or take."""
    held = 0
    for number in range(200):
        off = duels(0.6, one_deal=False, sets=150, name=f"off/{number}")
        gain = duplicates(off, duels(0.6, one_deal=True, sets=150, name=f"one/{number}")).gain
        assert gain is not None
        held += gain.low < 1 / (1 - 0.36) < gain.high
    assert 180 <= held <= 199


def test_where_duplicates_remove_all_luck_there_is_no_ratio() -> None:
    """Mirrored copies of one deterministic bot score exactly half in each set."""
    off: list[list[Ranks]] = [list(pair) for pair in product([(1, 2), (2, 1)], repeat=2)]
    found = duplicates(off, [[(1, 2), (2, 1)]] * 4)
    assert found.gain is found.rho is None
    assert found.sets_rotation == 1
