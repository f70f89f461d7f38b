"""Sets that are made up for the tests of final standings: duels by hand, leagues by chance."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.engine.chance import Stream
from arena.tournament.standings.bootstrap import words
from arena.tournament.standings.fit import SCALE
from arena.tournament.standings.gather import Played
from arena.tournament.standings.sets import Floats, Ints, Sets, sets_of

WON = [[0, 14, 17, 19], [10, 0, 13, 16], [7, 11, 0, 15], [5, 8, 9, 0]]
"""The specification's vector: games that each of four bots has won of each other."""

Duel = tuple[int, int, int, int]
"""Two bots and their ranks."""


ODD: dict[str, tuple[int, list[Duel]]] = {
    "one bot": (1, []),
    "no sets at all": (5, []),
    "two who never met": (2, []),
    "one who won all": (3, [(0, 1, 1, 2), (0, 2, 1, 2), (1, 2, 1, 1)] * 50),
    "one who lost all": (3, [(1, 0, 1, 2), (2, 0, 1, 2), (1, 2, 1, 1)] * 50),
    "everybody as ranked": (9, [(i, j, 1, 2) for i, j in combinations(range(9), 2)] * 100),
    "two leagues apart": (4, [(0, 1, 1, 2), (2, 3, 1, 2), (2, 3, 2, 1)]),
    "ties everywhere": (4, [(i, j, 1, 1) for i, j in combinations(range(4), 2)] * 3),
    "one who played nothing": (3, [(0, 1, 1, 2)]),
}
"""Fields that a fit must survive: how many bots, and their duels."""


def duels(field: int, played: Sequence[Duel], keys: Sequence[int] | None = None) -> Sets:
    """Sets of one match between two, with equal keys where they share a deal."""
    lines = np.array(played, np.int64).reshape(-1, 4)
    clusters = np.arange(len(lines)) if keys is None else np.array(keys, np.int64)
    return sets_of(field, lines[:, :2], lines[:, None, 2:], clusters)


def duels_won(won: Sequence[Sequence[int]]) -> list[Duel]:
    """As many duels as each has won of each."""
    found: list[Duel] = []
    for i, row in enumerate(won):
        for j, count in enumerate(row):
            found += [(i, j, 1, 2)] * count
    return found


def played(sets: Sets) -> Played:
    """What is put into the table: bots `b0`, `b1` ..., without faults."""
    return Played(tuple(f"b{n}" for n in range(sets.field)), sets, np.zeros(sets.field, np.int64))


def ladder(field: int, step: float) -> Floats:
    """Ratings that lie as many Elo apart, around 1500, the best first."""
    return np.linspace(1, -1, field) * step * (field - 1) / 2 + 1500


def league(elo: Floats, players: int, matches: int, sets: int, chance: Stream) -> Sets:
    """Sets of as many matches each, by Luce's model (drawn as Gumbel's); all sit down anew."""
    tables = len(elo) // players
    order = np.argsort(uniform(chance, -(-sets // tables), len(elo)), axis=1)
    bots = order[:, : tables * players].reshape(-1, players)[:sets]
    noise = -np.log(-np.log(uniform(chance, sets * matches, players)))
    luck = noise.reshape(sets, matches, players) + (elo / SCALE)[bots][:, None]
    ranks = 1 + np.argsort(np.argsort(-luck, axis=2), axis=2)
    return sets_of(len(elo), bots, ranks, np.arange(sets))


def uniform(chance: Stream, *shape: int) -> Floats:
    """Numbers between 0 and 1, neither included."""
    bits: Ints = (words(chance.u64(), int(np.prod(shape))) >> np.uint64(11)).astype(np.int64)
    return ((bits + 0.5) / 2**53).reshape(shape)
