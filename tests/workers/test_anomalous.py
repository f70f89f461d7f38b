"""Workers whose results are not like those of the others (T16).

That a match was played as recorded can be proved, but not that its bots were asked and heard as
they should have been. So each worker's results are counted, and set against those of the others:
sets are handed out without regard to what comes of them. Who played a set is in the workers' log
(`set_committed`, see `test_logs.py`), what came of it in the result log.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from arena.engine.chance import Stream
from arena.tournament.analysis import chance_of
from bots.house import HOUSE
from tests.bots.matches import play
from tests.sizes import size
from tests.tournament.sample import ACCEPTANCE_SEED

LEAST_CHANCE = 0.0001
"""A worker whose counts were less likely than this is anomalous."""
MATCHES = size(800, 4_000)
WORKERS = ("a", "b", "c", "d")

Counts = Mapping[str, Counter[str]]
"""How often a match of each worker came to what."""


def result(ranks: Sequence[int]) -> str:
    """Say what a match came to: which seat has won, if one alone."""
    return str(ranks.index(1)) if ranks.count(1) == 1 else "shared"


def anomalous(counts: Counts) -> list[str]:
    """Give the workers whose results are not like those of all others together, the worst first.

    One that was found is no standard for the others: they are compared without it.
    """
    left, found = dict(counts), list[str]()
    while len(left) > 1:
        chances = {worker: chance(left, worker) for worker in left}
        worst = min(chances, key=chances.__getitem__)
        if chances[worst] >= LEAST_CHANCE:
            break
        found.append(worst)
        del left[worst]
    return found


def chance(counts: Counts, worker: str) -> float:
    """Give how likely results as unlike those of the others would be by luck, by chi-square."""
    total = sum(counts.values(), Counter[str]())
    own = counts[worker]
    chi_square = 0.0
    for row in (own, total - own):
        for what in total:
            expected = total[what] * row.total() / total.total()
            chi_square += (row[what] - expected) ** 2 / expected
    return chance_of(chi_square, len(total) - 1)


def played(liar: str) -> Counts:
    """Play matches of equal bots, by workers drawn by lot; the liar has another bot in seat 1."""
    luck, counts = Stream(ACCEPTANCE_SEED, "T16"), defaultdict[str, Counter[str]](Counter)
    equal, better = HOUSE["sky5-random"], HOUSE["sky5-good"]
    for number in range(MATCHES):
        worker = WORKERS[luck.below(len(WORKERS))]
        outcome = play((equal, better if worker == liar else equal), number)
        counts[worker][result(outcome.ranks)] += 1
    return counts


def test_workers_that_differ_by_luck_alone_are_not_found() -> None:
    """T16: four honest ones, 800 matches, 4,000 by `make acceptance`."""
    assert anomalous(played(liar="nobody")) == []


def test_a_worker_that_has_a_seat_play_better_is_found() -> None:
    """T16: every one of its matches could be verified, and all together tell on it."""
    assert anomalous(played(liar="c")) == ["c"]
