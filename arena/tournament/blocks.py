"""Pairing for three and more at a table: cyclic shifts of base blocks, one block a round.

What may live here: the base blocks, how they are found, and the tables that follow from them. A
block is an ordered table of indices in Z_n. Its n shifts are a round in which every bot sits once
in every seat; how often two bots meet depends on the difference of their indices alone, so that
n/2 numbers are levelled instead of n(n-1)/2.
"""

import numpy as np
from numpy.typing import NDArray

from arena.engine.chance import Chance

Blocks = tuple[tuple[int, ...], ...]

BUDGET = 3_000
"""Exchanges at most: a few tenths of a second, enough for 1,000 bots and 50 rounds."""
_PATIENCE = 8
"""A climb has ended when so many exchanges for each place in a block have brought nothing."""


class Cyclic:
    """The rounds made of the shifts of published base blocks; indices are 0 to bots - 1."""

    def __init__(self, bots: int, blocks: Blocks) -> None:
        """Take the blocks as published; raise ValueError where one is no table of `bots` bots."""
        for block in blocks:
            if len(set(block)) != len(block) or not all(0 <= index < bots for index in block):
                raise ValueError(f"blocks: expected indices below {bots}, each once, got {block}")
        self._bots = bots
        self._blocks = blocks

    def tables(self, round_: int) -> int:  # noqa: ARG002 (the same in every round)
        """Give the number of tables of a round."""
        return self._bots

    def tables_per_bot(self, round_: int) -> int:
        """Give how many tables of the round every bot plays."""
        return len(self._blocks[round_ - 1])

    def table(self, round_: int, number: int) -> tuple[int, ...]:
        """Give the indices of the bots at a table, in table order."""
        return tuple((index + number) % self._bots for index in self._blocks[round_ - 1])


def meetings(bots: int, blocks: Blocks) -> list[int]:
    """Give how often two bots meet whose indices differ by 1, 2, ... up to bots // 2."""
    counts = [0] * bots
    for block in blocks:
        for a in block:
            for b in block:
                counts[(a - b) % bots] += 1
    return [counts[d] for d in range(1, bots // 2 + 1)]


def find_blocks(bots: int, players: int, rounds: int, chance: Chance) -> Blocks:
    """Give base blocks whose meetings are level, by hill-climbing from random ones.

    Small tournaments are climbed several times, as a climb may end on a hill that is not the
    highest; the best blocks are given.
    """
    best = _Climb(bots, players, rounds, chance)
    left = BUDGET - best.run(BUDGET)
    while left > 0 and best.spread() > 1:
        climb = _Climb(bots, players, rounds, chance)
        left -= climb.run(left)
        best = min(best, climb, key=_Climb.unevenness)
    return tuple(tuple(block) for block in best.blocks)


def _random_block(bots: int, players: int, chance: Chance) -> list[int]:
    block: list[int] = []
    while len(block) < players:
        index = chance.below(bots)
        if index not in block:
            block.append(index)
    return block


class _Climb:
    """Blocks on their way up, with the excess of each difference.

    The excess of d is (bots - 1) × meetings, less the mean times the same: whole numbers. What is
    climbed is the sum of their squares.
    """

    def __init__(self, bots: int, players: int, rounds: int, chance: Chance) -> None:
        self._bots, self._chance = bots, chance
        self.blocks = [_random_block(bots, players, chance) for _ in range(rounds)]
        self._indices = np.arange(bots, dtype=np.int64)
        self._apart = np.minimum(self._indices, bots - self._indices)
        self._unit = np.full(bots // 2 + 1, bots - 1, dtype=np.int64)
        if bots % 2 == 0:
            self._unit[-1] *= 2
        level = meetings(bots, tuple(tuple(block) for block in self.blocks))
        mean = rounds * players * (players - 1)
        excess = [0] + [(bots - 1) * count - mean for count in level]
        self._excess = np.array(excess, dtype=np.int64)

    def spread(self) -> int:
        """Give how many more times one pair meets than another."""
        return int(np.ptp(self._excess[1:])) // (self._bots - 1)

    def unevenness(self) -> tuple[int, int]:
        """Give what is smaller the more level the meetings are."""
        return self.spread(), int(np.dot(self._excess, self._excess))

    def run(self, most: int) -> int:
        """Climb until level, or until nothing is gained any more; give the exchanges made."""
        lowest, made, fruitless = self.unevenness(), 0, 0
        patience = _PATIENCE * sum(map(len, self.blocks))
        while lowest[0] > 1 and made < most and fruitless < patience:
            self._exchange()
            now = self.unevenness()
            fruitless = 0 if now < lowest else fruitless + 1
            lowest, made = min(now, lowest), made + 1
        return made

    def _exchange(self) -> None:
        """Put the best index at one place of one block: by chance which place, and which of equals.

        The sum cannot rise, since the index that was there may stay. That it may give way to one
        that is as good leads on across plains.
        """
        block = self.blocks[self._chance.below(len(self.blocks))]
        place = self._chance.below(len(block))
        others = np.array(block[:place] + block[place + 1 :], dtype=np.int64)
        self._count(others, block[place], -1)
        change = self._change(others)
        best = np.flatnonzero(change == change.min())
        block[place] = int(best[self._chance.below(len(best))])
        self._count(others, block[place], 1)

    def _change(self, others: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give for every index how the sum changes if it joins these others."""
        unit, apart = self._unit, self._apart[others[:, None] - self._indices]
        change: NDArray[np.int64] = (unit * (2 * self._excess + unit))[apart].sum(axis=0)
        for i, row in enumerate(apart):
            for other in apart[:i]:  # half-way between two of them, one difference rises twice
                change += np.where(row == other, 2 * unit[row] ** 2, 0)
        change[others] = np.iinfo(np.int64).max
        return change

    def _count(self, others: NDArray[np.int64], index: int, sign: int) -> None:
        """Count the meetings of `index` with the others in or out."""
        apart = self._apart[others - index]  # a negative index counts from the end: modulo n
        np.add.at(self._excess, apart, sign * self._unit[apart])
