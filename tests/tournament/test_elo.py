"""Live Elo: the specification's vectors (T12), exact zero sums, K."""

from decimal import Decimal, localcontext
from itertools import combinations

import pytest

from arena.engine.chance import Stream
from arena.tournament.elo import ELO, START, expected, k_for, pair_delta, set_deltas
from tests.sizes import size
from tests.tournament.sample import ACCEPTANCE_SEED

V = [
    ("V1", "1500 1500", (1, 2), 32, "1516.000000 1484.000000", "1516.000000 1484.000000"),
    ("V2", "1400 1600", (1, 2), 32, "1424.311902 1575.688098", "1424.311902 1575.688098"),
    ("V3", "1400 1600", (1, 1), 32, "1408.311902 1591.688098", "1408.311902 1591.688098"),
    ("V4", "2500 1500", (2, 1), 32, "2468.316832 1531.683168", "2468.316832 1531.683168"),
    (
        "V5", "1500 1500 1500", (1, 2, 3), 32,
        "1516.000000 1500.000000 1484.000000",
        "1516.000000 1500.000000 1484.000000",
    ),
    (
        "V6", "1500 1600 1400", (1, 2, 2), 32,
        "1516.000000 1585.603009 1398.396991",
        "1516.000000 1585.603009 1398.396991",
    ),
    (
        "V7", "1500 1620 1440 1555", (1, 2, 3, 4), 32,
        "1517.697467 1620.035043 1439.822034 1537.445456",
        "1517.697466 1620.035044 1439.822034 1537.445456",
    ),
    (
        "V8", "1500 1620 1440 1555", (1, 1, 3, 4), 32,
        "1512.364133 1625.368377 1439.822034 1537.445456",
        "1512.364133 1625.368377 1439.822034 1537.445456",
    ),
    (
        "V9", "1500 1620 1440 1555", (1, 2, 2, 4), 20,
        "1511.060917 1616.688569 1443.222105 1544.028410",
        "1511.060916 1616.688569 1443.222105 1544.028410",
    ),
    (
        "V10", "1500 1620 1440 1555", (1, 1, 1, 1), 32,
        "1501.697467 1614.701710 1445.155368 1553.445456",
        "1501.697467 1614.701710 1445.155368 1553.445455",
    ),
    (
        "V11", "1700 1600 1500 1400", (4, 3, 2, 1), 40,
        "1670.015568 1589.870041 1510.129959 1429.984432",
        "1670.015568 1589.870041 1510.129959 1429.984432",
    ),
    (
        "V12", "1500 1525.5 1475.25 1610 1390.125", (2, 1, 5, 4, 3), 16,
        "1504.004947 1532.801162 1467.938047 1603.051059 1393.079785",
        "1504.004947 1532.801162 1467.938046 1603.051058 1393.079787",
    ),
    (
        "V13", "1500 1525.5 1475.25 1610 1390.125", (1, 1, 3, 3, 5), 10,
        "1503.753092 1528.813227 1474.430029 1606.906912 1386.971741",
        "1503.753092 1528.813226 1474.430030 1606.906912 1386.971740",
    ),
    (
        "V14", "1500 1500 1500 1500 1500", (1, 2, 3, 4, 5), 32,
        "1516.000000 1508.000000 1500.000000 1492.000000 1484.000000",
        "1516.000000 1508.000000 1500.000000 1492.000000 1484.000000",
    ),
]  # fmt: skip
IDS = [row[0] for row in V]


def micro(ratings: str) -> list[int]:
    """Ratings in Elo, as written in the vectors, as micro-Elo."""
    return [int(Decimal(rating) * ELO) for rating in ratings.split()]


@pytest.mark.parametrize(("base", "ranks", "k", "fixed"), [(*v[1:4], v[5]) for v in V], ids=IDS)
def test_a_set_gives_the_integers_of_the_vectors(
    base: str, ranks: tuple[int, ...], k: int, fixed: str
) -> None:
    """V1 to V14, last column: normative to the last micro-Elo."""
    start = micro(base)
    deltas = set_deltas(start, [ranks], k)
    assert [r + d for r, d in zip(start, deltas, strict=True)] == micro(fixed)


@pytest.mark.parametrize(("base", "ranks", "k", "real"), [v[1:5] for v in V], ids=IDS)
def test_the_integers_stay_beside_the_real_values(
    base: str, ranks: tuple[int, ...], k: int, real: str
) -> None:
    """The formula in 60 digits, as a power and without rounding: V1 to V14, middle column."""
    with localcontext() as context:
        context.prec = 60
        ratings = [Decimal(rating) for rating in base.split()]
        change = [Decimal(0)] * len(ratings)
        for i, j in combinations(range(len(ratings)), 2):
            d = max(Decimal(-800), min(Decimal(800), ratings[i] - ratings[j]))
            score = Decimal((ranks[i] <= ranks[j]) + (ranks[i] < ranks[j])) / 2
            x = (score - 1 / (1 + 10 ** (-d / 400))) * k / (len(ratings) - 1)
            change[i] += x
            change[j] -= x
        exact = [rating + x for rating, x in zip(ratings, change, strict=True)]
        assert [f"{value:.6f}" for value in exact] == real.split()
        rounded = set_deltas(micro(base), [ranks], k)
        worst = max(abs(x * ELO - y) for x, y in zip(change, rounded, strict=True))
        assert worst <= Decimal(len(ratings) - 1) / 2


@pytest.mark.parametrize(
    ("elo", "score"),
    [
        (1, "0.501439111709"),
        (10, "0.514387184166"),
        (50, "0.571463117408"),
        (100, "0.640064999803"),
        (200, "0.759746926648"),
        (400, "0.909090909091"),
        (800, "0.990099009901"),
        (1000, "0.990099009901"),
    ],
)
def test_expected_scores_are_those_of_the_vectors(elo: int, score: str) -> None:
    """E of a difference, clamped at 800; the opponent expects the rest."""
    assert f"{expected(elo * ELO):.12f}" == score
    assert abs(expected(elo * ELO) + expected(-elo * ELO) - 1) < Decimal("1e-38")


@pytest.mark.parametrize(
    ("ours", "theirs", "half_points", "matches", "k", "players", "delta"),
    [
        ("1500", "1500", 5, 4, 32, 4, 1333333),
        ("1550", "1480", 3, 2, 32, 2, 4819303),
        ("1600", "1500", 7, 5, 20, 5, 299675),
        ("1400", "1700", 0, 3, 32, 3, -2415673),
        ("1512.345678", "1498.7", 4, 4, 16, 4, -104681),
    ],
)
def test_pair_deltas_of_sets_are_those_of_the_vectors(
    ours: str, theirs: str, half_points: int, matches: int, k: int, players: int, delta: int
) -> None:
    """A set of m matches is rated by its share of 2m half-points."""
    (difference,) = (a - b for a, b in zip(micro(ours), micro(theirs), strict=True))
    assert pair_delta(difference, half_points, matches, k, players) == delta


def test_the_sum_of_all_ratings_never_moves() -> None:
    """T10: random sets of 2 to 5 bots with ties and every K, 100,000 by `make acceptance`."""
    chance = Stream(ACCEPTANCE_SEED, "T10")
    ratings = [START] * 12
    for _ in range(size(2_000, 100_000)):
        bots = [chance.below(12)]
        players = 2 + chance.below(4)
        while len(bots) < players:
            bots += {chance.below(12)} - set(bots)
        ranks = [
            [1 + chance.below(players) for _ in bots] for _ in range(1 + chance.below(players))
        ]
        deltas = set_deltas([ratings[b] for b in bots], ranks, (10, 20, 40)[chance.below(3)])
        assert sum(deltas) == 0
        for bot, delta in zip(bots, deltas, strict=True):
            ratings[bot] += delta
    assert sum(ratings) == 12 * START
    assert len(set(ratings)) == 12


def test_nobody_moves_by_more_than_k_in_a_set() -> None:
    """The weakest bot beats four far stronger ones: just below K."""
    base = [START - 900 * ELO, START, START, START, START]
    gained = set_deltas(base, [(1, 2, 2, 2, 2)] * 5, 40)[0]
    assert 39 * ELO < gained < 40 * ELO


def test_k_falls_with_the_number_of_sets() -> None:
    """K = 40 for sets 1 to 30, 20 for 31 to 100, then 10."""
    schedule = ((30, 40), (100, 20), (None, 10))
    assert [k_for(sets, schedule) for sets in (0, 29, 30, 99, 100, 5000)] == [
        40, 40, 20, 20, 10, 10,
    ]  # fmt: skip
