"""Base blocks: how level the meetings are, and the tables that follow from them."""

from collections import Counter
from hashlib import sha256

import pytest

from arena.engine.chance import Stream
from arena.tournament.blocks import Cyclic, find_blocks, meetings

BLOCKS = "sched/blocks"


def seed(number: int) -> bytes:
    """One of many seeds."""
    return sha256(b"blocks %d" % number).digest()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_two_pairs_differ_by_more_than_two_meetings(players: int) -> None:
    """T13, for every number of bots up to 16, and one to five rounds."""
    for bots in range(players + 1, 17):
        for rounds in (1, 2, 5):
            found = find_blocks(bots, players, rounds, Stream(seed(bots), BLOCKS))
            level = meetings(bots, found)
            assert max(level) - min(level) <= 2, (bots, rounds)


def test_meetings_by_difference_are_the_meetings_of_the_tables() -> None:
    """Counting n/2 numbers is counting every pair at every table, an opposite pair included."""
    blocks = find_blocks(8, 3, 2, Stream(seed(0), BLOCKS))
    pairs: Counter[tuple[int, int]] = Counter()
    cyclic = Cyclic(8, blocks)
    for round_ in (1, 2):
        for number in range(cyclic.tables(round_)):
            table = sorted(cyclic.table(round_, number))
            pairs.update((a, b) for a in table for b in table if a < b)
    level = meetings(8, blocks)
    assert all(pairs[a, b] == level[min(b - a, 8 - b + a) - 1] for b in range(8) for a in range(b))


def test_same_stream_same_blocks() -> None:
    """Blocks are found deterministically."""
    first, again, other = (find_blocks(20, 4, 3, Stream(seed(n), BLOCKS)) for n in (1, 1, 2))
    assert first == again != other


def test_a_round_is_the_shifts_of_its_block() -> None:
    """Table x of a round seats the block + x mod n."""
    cyclic = Cyclic(7, ((0, 1, 3), (6, 2, 5)))
    assert cyclic.tables(1) == 7
    assert cyclic.table(1, 0) == (0, 1, 3)
    assert cyclic.table(1, 6) == (6, 0, 2)
    assert cyclic.table(2, 2) == (1, 4, 0)


@pytest.mark.parametrize("block", [(0, 1, 7), (0, 0, 1), (-1, 0, 1)])
def test_a_block_that_is_no_table_is_refused(block: tuple[int, ...]) -> None:
    """Published blocks come from outside."""
    with pytest.raises(ValueError, match="blocks: expected indices below 7, each once"):
        Cyclic(7, (block,))
