"""Statistical acceptance of the streams: fixed seeds, limits at the 99.99 % chi-square point."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import pairwise

import pytest

from arena.engine.chance import Chance, Stream, shuffled
from arena.engine.latency import latency_us

SEED = sha256(b"acceptance").digest()
RACES = 48_000

Shuffle = Callable[[Sequence[int], Chance], list[int]]


def chi_square(counts: Iterable[int], cells: int) -> float:
    """Give the statistic of these counts against `cells` equally likely ones."""
    seen = list(counts)
    expected = sum(seen) / cells
    missing = (cells - len(seen)) * expected
    return sum((count - expected) ** 2 / expected for count in seen) + missing


def shuffle_orders(shuffle: Shuffle) -> float:
    """T1: all orders of five things."""
    stream = Stream(SEED, "T1")
    orders = Counter(tuple(shuffle(range(5), stream)) for _ in range(60_000))
    return chi_square(orders.values(), 120)


def naive(items: Sequence[int], chance: Chance) -> list[int]:
    """Swap every place with any place: the well-known mistake."""
    order = list(items)
    for i in range(len(order)):
        j = chance.below(len(order))
        order[i], order[j] = order[j], order[i]
    return order


@pytest.fixture(scope="module")
def latencies() -> list[list[int]]:
    """Give the latencies of five seats in many races."""
    streams = [Stream(SEED, f"react/{seat}") for seat in range(5)]
    return [[latency_us(stream.at(race)) for stream in streams] for race in range(RACES)]


def last_seats(latencies: list[list[int]]) -> list[int]:
    """Give the seat whose hand was last, by race; equal times fall clockwise."""
    return [max(range(5), key=lambda seat: (times[seat], seat)) for times in latencies]


def test_t1_all_orders_of_five_are_equally_likely() -> None:
    """60,000 shuffles, 120 orders."""
    assert shuffle_orders(shuffled) < 185.1


def test_t1_can_fail() -> None:
    """The naive shuffle misses the limit by far."""
    assert shuffle_orders(naive) > 10 * 185.1


def test_t2_every_card_is_everywhere_equally_often() -> None:
    """6,000 shuffles of 60 cards, card by place."""
    stream = Stream(SEED, "T2")
    places: Counter[tuple[int, int]] = Counter()
    for _ in range(6_000):
        places.update(enumerate(shuffled(range(60), stream)))

    assert chi_square(places.values(), 3600) < 3799.9


def test_t3_the_die_is_fair() -> None:
    """60,000 rolls."""
    stream = Stream(SEED, "T3")
    rolls = Counter(stream.below(6) for _ in range(60_000))

    assert chi_square(rolls.values(), 6) < 25.7


@pytest.mark.parametrize(("seats", "orders", "limit"), [(2, 2, 15.1), (3, 6, 25.7), (4, 24, 57.1)])
def test_t4_all_orders_of_few_hands_are_equally_likely(
    latencies: list[list[int]], seats: int, orders: int, limit: float
) -> None:
    """The first two, three or four seats."""
    seen = Counter(tuple(sorted(range(seats), key=times.__getitem__)) for times in latencies)

    assert chi_square(seen.values(), orders) < limit


def test_t4_all_orders_of_five_hands_are_equally_likely(latencies: list[list[int]]) -> None:
    """48,000 races, 120 orders."""
    orders = Counter(tuple(sorted(range(5), key=times.__getitem__)) for times in latencies)

    assert chi_square(orders.values(), 120) < 185.1


def test_t5_one_race_says_nothing_of_the_next(latencies: list[list[int]]) -> None:
    """The last seats of consecutive races, five by five."""
    pairs = Counter(pairwise(last_seats(latencies)))

    assert chi_square(pairs.values(), 25) < 58.6


def test_t6_every_seat_is_last_equally_often(latencies: list[list[int]]) -> None:
    """48,000 races of five."""
    assert chi_square(Counter(last_seats(latencies)).values(), 5) < 23.5
