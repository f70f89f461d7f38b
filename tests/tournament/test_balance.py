"""T13: how even schedules are, for every number of bots that there may be.

The rows of the balance table of the specification, the sizes of complete designs, and the general
rules for sizes drawn at random; at full size by `make acceptance`.
"""

from collections import Counter
from hashlib import sha256
from itertools import combinations
from math import comb, sqrt
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.tournament.blocks import Cyclic, find_blocks, meetings
from tests.sizes import size
from tests.tournament.sample import schedule

SEEDS = size(1, 5)


class Balance(NamedTuple):
    """How often pairs meet, over all pairs of bots."""

    mean: float
    least: int
    most: int
    sd: float


def balance(bots: int, level: list[int]) -> Balance:
    """Give it from the meetings by difference; bots opposite each other are half as many pairs."""
    pairs = [bots // 2 if 2 * d == bots else bots for d in range(1, bots // 2 + 1)]
    mean = sum(w * met for w, met in zip(pairs, level, strict=True)) / comb(bots, 2)
    squares = sum(w * (met - mean) ** 2 for w, met in zip(pairs, level, strict=True))
    return Balance(mean, min(level), max(level), sqrt(squares / comb(bots, 2)))


@pytest.mark.parametrize(
    ("bots", "players", "rounds", "tables", "per_bot", "mean", "least", "most", "sd"),
    [
        (10, 4, 3, 30, 12, 4.00, 4, 4, 0.00),
        (10, 3, 3, 30, 9, 2.00, 1, 3, 0.67),
        (10, 5, 2, 20, 10, 4.44, 4, 5, 0.50),
        (50, 4, 8, 400, 32, 1.96, 1, 2, 0.20),
        (50, 5, 12, 600, 60, 4.90, 4, 5, 0.30),
        (200, 4, 17, 3_400, 68, 1.03, 0, 2, 0.21),
        (200, 5, 20, 4_000, 100, 2.01, 1, 3, 0.30),
        (1_000, 5, 10, 10_000, 50, 0.20, 0, 1, 0.40),
        (1_000, 5, 50, 50_000, 250, 1.00, 0, 2, 0.33),
    ],
)
def test_the_balance_table_is_reached(
    bots: int,
    players: int,
    rounds: int,
    tables: int,
    per_bot: int,
    mean: float,
    least: int,
    most: int,
    sd: float,
) -> None:
    """Each row: what follows from the sizes exactly, and meetings as level as it says or more."""
    for number in range(SEEDS):
        seed = sha256(b"balance %d" % number).digest()
        blocks = find_blocks(bots, players, rounds, Stream(seed, "sched/blocks"))
        cyclic = Cyclic(bots, blocks)
        found = balance(bots, meetings(bots, blocks))
        assert sum(map(cyclic.tables, range(1, rounds + 1))) == tables
        assert sum(map(cyclic.tables_per_bot, range(1, rounds + 1))) == per_bot
        assert round(found.mean, 2) == mean
        assert least <= found.least <= found.most <= most
        assert round(found.sd, 2) <= sd


def least_meetings(bots: int, players: int) -> int:
    """Give the least number of meetings of each pair that a complete design may have.

    Every bot meets its n-1 others k-1 at a table, every table holds k(k-1)/2 of all pairs.
    """
    return next(
        met
        for met in range(1, players * (players - 1) + 1)
        if met * (bots - 1) % (players - 1) == 0
        and met * bots * (bots - 1) % (players * (players - 1)) == 0
    )


@pytest.mark.parametrize(
    ("bots", "players", "choices", "met", "per_bot", "tables"),
    [
        (4, 2, 6, 1, 3, 6),
        (4, 3, 4, 2, 3, 4),
        (4, 4, 1, 1, 1, 1),
        (10, 2, 45, 1, 9, 45),
        (10, 3, 120, 2, 9, 30),
        (10, 4, 210, 2, 6, 15),
        (10, 5, 252, 4, 9, 18),
        (50, 2, 1_225, 1, 49, 1_225),
        (50, 3, 19_600, 6, 147, 2_450),
        (50, 4, 230_300, 6, 98, 1_225),
        (50, 5, 2_118_760, 4, 49, 490),
        (200, 2, 19_900, 1, 199, 19_900),
        (200, 3, 1_313_400, 6, 597, 39_800),
        (200, 4, 64_684_950, 3, 199, 9_950),
        (200, 5, 2_535_650_040, 4, 199, 7_960),
        (1_000, 2, 499_500, 1, 999, 499_500),
        (1_000, 3, 166_167_000, 2, 999, 333_000),
        (1_000, 4, 41_417_124_750, 1, 333, 83_250),
        (1_000, 5, 8_250_291_250_200, 4, 999, 199_800),
    ],
)
def test_sizes_of_complete_designs_are_those_of_the_specification(
    bots: int, players: int, choices: int, met: int, per_bot: int, tables: int
) -> None:
    """Why schedules are cut from cyclic blocks: complete ones are out of reach for many bots."""
    assert comb(bots, players) == choices
    assert least_meetings(bots, players) == met
    assert met * (bots - 1) // (players - 1) == per_bot
    assert per_bot * bots // players == tables


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Any number of bots that there may be, of players, and some rounds."""
    players = draw(st.integers(2, 5))
    return draw(st.integers(players, 1_000)), players, draw(st.integers(1, 4))


@given(sizes())
@example((1_000, 2, 2))
@example((999, 2, 2))
@example((1_000, 5, 4))
@settings(max_examples=size(12, 200), deadline=None)
def test_seats_are_equal_and_meetings_level_for_any_size(sizes: tuple[int, int, int]) -> None:
    """In every round every bot sits equally often in every seat; pairs differ by two at most."""
    bots, players, rounds = sizes
    plan = schedule(bots, players, rounds=rounds, mode="field")
    met = Counter[frozenset[str]]()
    for round_ in range(1, rounds + 1):
        seated = Counter[tuple[str, int]]()
        for number in range(plan.set_count(round_)):
            table = plan.table(round_, number)
            seated.update((bot, seat) for seat, bot in enumerate(table))
            met.update(map(frozenset, combinations(table, 2)))
        for bot in plan.bots if bots > players else ():
            assert len({seated[bot, seat] for seat in range(players)}) == 1
    least = 0 if len(met) < comb(bots, 2) else min(met.values())
    assert max(met.values()) - least <= 2


@given(st.integers(3, 5), st.integers(1, 995), st.integers(1, 60))
@example(5, 995, 1_000)
@example(3, 7, 3)
@settings(max_examples=size(10, 300), deadline=None)
def test_meetings_stay_level_over_many_rounds(players: int, more: int, rounds: int) -> None:
    """Pairs differ by two at most however long a tournament is."""
    bots = players + more
    seed = sha256(b"long %d %d %d" % (bots, players, rounds)).digest()
    level = meetings(bots, find_blocks(bots, players, rounds, Stream(seed, "sched/blocks")))
    assert max(level) - min(level) <= 2
