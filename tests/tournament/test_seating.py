"""Seatings over GF(k): the balance that they promise, by count."""

from collections import Counter
from itertools import permutations

import pytest

from arena.tournament.seating import multiplier, seat, seated

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


@PLAYERS
def test_the_full_group_puts_every_ordered_pair_into_every_ordered_pair_of_seats_once(
    players: int,
) -> None:
    """T13: k(k-1) seatings, each pair of players in each pair of seats exactly once."""
    counts: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for a in range(1, players):
        for t in range(players):
            at = [seat(players, a, t, player) for player in range(players)]
            counts.update(((i, j), (at[i], at[j])) for i, j in permutations(range(players), 2))
    assert len(counts) == (players * (players - 1)) ** 2
    assert set(counts.values()) == {1}


@PLAYERS
def test_the_seatings_of_a_deal_bring_everybody_into_every_seat_once(players: int) -> None:
    """One a, all t: a duplicate deal."""
    table = tuple("ABCDE"[:players])
    for a in range(1, players):
        rows = [seated(table, a, t) for t in range(players)]
        assert all(set(column) == set(table) for column in zip(*rows, strict=True))


def test_four_players_are_seated_by_the_field_of_four_elements() -> None:
    """Addition is XOR; multiplying by 2 gives 0 2 3 1, by 3 gives 0 3 1 2."""
    assert [seat(4, 2, 0, player) for player in range(4)] == [0, 2, 3, 1]
    assert [seat(4, 3, 0, player) for player in range(4)] == [0, 3, 1, 2]
    assert [seat(4, 3, 2, player) for player in range(4)] == [2, 1, 3, 0]
    assert seated(("A", "B", "C", "D"), 2, 1) == ("D", "A", "C", "B")


def test_deals_take_turns_with_the_multipliers() -> None:
    """a = 1 + (running number of the deal mod (k - 1)); with two players it is always 1."""
    assert [multiplier(4, q) for q in range(5)] == [1, 2, 3, 1, 2]
    assert [multiplier(2, q) for q in range(3)] == [1, 1, 1]
