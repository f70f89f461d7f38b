"""Pairing for three and more at a table: cyclic shifts of base blocks, one block a round.

What may live here: the base blocks, how they are found, and the tables that follow from them. A
block is an ordered table of indices in Z_n. Its n shifts are a round in which every bot sits once
in every seat; how often two bots meet depends on the difference of their indices alone, so that
n/2 numbers are levelled instead of n(n-1)/2.
"""

from arena.engine.chance import Chance

Blocks = tuple[tuple[int, ...], ...]

BUDGET = 80_000
"""Exchanges tried at most: a few tenths of a second, enough for 1,000 bots and 50 rounds."""
_CHUNK = 200


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
    best, tries = _Climb(bots, players, rounds, chance), 0
    while tries < BUDGET and best.spread() > 1:
        climb = _Climb(bots, players, rounds, chance)
        tries += climb.run(BUDGET - tries)
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
        self._apart = [min(d, bots - d) for d in range(bots)]
        self._unit = [(bots - 1) * (2 if 2 * d == bots else 1) for d in range(bots // 2 + 1)]
        level = meetings(bots, tuple(tuple(block) for block in self.blocks))
        mean = rounds * players * (players - 1)
        self._excess = [0] + [(bots - 1) * count - mean for count in level]

    def spread(self) -> int:
        """Give how many more times one pair meets than another."""
        return (max(self._excess[1:]) - min(self._excess[1:])) // (self._bots - 1)

    def unevenness(self) -> tuple[int, int]:
        """Give what is smaller the more level the meetings are."""
        return self.spread(), sum(excess * excess for excess in self._excess)

    def run(self, most: int) -> int:
        """Climb until level, or until as many exchanges as there are bring nothing, or `most`.

        Gives the number of exchanges tried.
        """
        tries = fruitless = 0
        while tries < most and fruitless < len(self.blocks) * len(self.blocks[0]) * self._bots:
            gain = self._exchange()
            fruitless = 0 if gain else fruitless + 1
            tries += 1
            if tries % _CHUNK == 0 and self.spread() <= 1:
                break
        return tries

    def _exchange(self) -> int:
        """Try one element of one block for another; keep it unless it is worse; give the gain."""
        block = self.blocks[self._chance.below(len(self.blocks))]
        place, new = self._chance.below(len(block)), self._chance.below(self._bots)
        if new in block:
            return 0
        others = block[:place] + block[place + 1 :]
        change = self._move(others, block[place], -1) + self._move(others, new, 1)
        if change <= 0:
            block[place] = new
            return -change
        self._move(others, new, -1)
        self._move(others, block[place], 1)
        return 0

    def _move(self, others: list[int], index: int, sign: int) -> int:
        """Count the meetings of `index` with the others in or out; give the change of the sum."""
        change, apart, unit, excess = 0, self._apart, self._unit, self._excess
        for other in others:
            d = apart[other - index]  # a negative index counts from the end, which is modulo n
            step = sign * unit[d]
            change += step * (2 * excess[d] + step)
            excess[d] += step
        return change
