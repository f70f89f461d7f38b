"""The streams of a seed, against published vectors (T12)."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.chance import Stream, sample, shuffled

SEED = sha256(b"vector").digest()


class Scripted(Stream):
    """A stream whose 64-bit values are written down in advance."""

    def __init__(self, *values: int) -> None:
        """Draw these values, in order."""
        super().__init__(SEED, "scripted")
        self._values = iter(values)

    def u64(self) -> int:
        """Draw the next of them."""
        return next(self._values)


def test_the_seed_of_the_vectors_is_the_one_meant() -> None:
    """All vectors below belong to this seed."""
    assert SEED.hex() == "b0d51c58c8b9c1f458fadf16c7d375630ef51da4df81915893b05c0fa4ed8bc6"


def test_a_key_is_the_hash_of_domain_seed_and_name() -> None:
    """Whoever writes the streams anew can compare the key first."""
    key = Stream(SEED, "deck").key

    assert key.hex() == "93f25f0a1d6ac48ec478e99a93e998c75ff63e26fff94ee6936fd7f4cbc43238"


def test_values_are_drawn_in_order_four_to_a_block() -> None:
    """The fifth value comes from the second block."""
    stream = Stream(SEED, "deck")

    assert [f"{stream.u64():016x}" for _ in range(5)] == [
        "49f96bb5111eee25",
        "9d9033fabb73cde5",
        "d18e71dd6c38d4a2",
        "f6fcd5866c4b9503",
        "b360895f160fc3d2",
    ]


def test_a_value_can_be_read_without_drawing() -> None:
    """`at(i)` is the first value of block i, and moves nothing."""
    stream = Stream(SEED, "deck")

    assert [f"{stream.at(index):016x}" for index in (1, 0)] == [
        "b360895f160fc3d2",
        "49f96bb5111eee25",
    ]
    assert f"{stream.u64():016x}" == "49f96bb5111eee25"


def test_ten_things_are_shuffled_as_published() -> None:
    """The order of a short list."""
    assert shuffled(range(10), Stream(SEED, "deck")) == [0, 1, 5, 6, 9, 4, 8, 2, 3, 7]


def test_sixty_things_are_shuffled_as_published() -> None:
    """The order of a list as long as a pack."""
    order = " ".join(map(str, shuffled(range(60), Stream(SEED, "deck"))))

    assert order == (
        "42 56 34 6 43 18 53 44 5 36 20 57 40 16 15 29 10 46 33 38 13 11 52 23 41 50 39 3 26 21 "
        "4 22 48 8 27 54 9 51 35 32 55 45 1 28 14 19 49 12 59 25 0 7 58 47 37 2 31 24 30 17"
    )


@pytest.mark.parametrize(
    ("name", "rolls"),
    [("die/0", "5 6 4 4 4 3 1 1 4 6 6 5"), ("die/1", "4 4 1 1 5 5 1 5 3 3 1 1")],
)
def test_dice_fall_as_published(name: str, rolls: str) -> None:
    """Two seats have two dice."""
    die = Stream(SEED, name)

    assert " ".join(str(die.below(6) + 1) for _ in range(12)) == rolls


@pytest.mark.parametrize(("number", "cards"), [(0, "2 1"), (1, "2 3"), (2, "1 As"), (3, "2 W")])
def test_cards_are_sampled_as_published(number: int, cards: str) -> None:
    """Two cards of a hand of six, from four streams."""
    hand = ["1", "2", "3", "W", "M", "As"]

    assert " ".join(sample(hand, 2, Stream(SEED, f"substitution/{number}"))) == cards


@pytest.mark.parametrize(("number", "cards"), [(0, "1 2 W"), (1, "4 W 2")])
def test_single_cards_are_picked_as_published(number: int, cards: str) -> None:
    """One card of five for each of three seats."""
    revolver = ["1", "2", "4", "4", "W"]
    streams = [Stream(SEED, f"indians/{number}/{seat}") for seat in range(3)]

    assert " ".join(revolver[stream.below(5)] for stream in streams) == cards


def test_values_that_would_bias_are_drawn_again() -> None:
    """2^64 is no multiple of 3: the topmost value counts for nothing."""
    assert Scripted(2**64 - 1, 4).below(3) == 1


def test_the_largest_unbiased_value_counts() -> None:
    """The value just under the limit is not rejected."""
    assert Scripted(2**64 - 2**64 % 3 - 1).below(3) == 2


def test_a_copy_goes_on_alone_from_the_same_place() -> None:
    """Neither moves the other, inside a block too."""
    stream = Stream(SEED, "deck")
    stream.u64()
    twin = stream.copy()
    ahead = [twin.u64() for _ in range(6)]

    assert [stream.u64() for _ in range(6)] == ahead


def test_bad_bounds_and_seeds_are_refused() -> None:
    """The message names the argument and what was expected."""
    with pytest.raises(ValueError, match="bound: expected at least 1, got 0"):
        Stream(SEED, "deck").below(0)
    with pytest.raises(ValueError, match="seed: expected 32 bytes, got 3"):
        Stream(b"abc", "deck")


@given(st.lists(st.integers(0, 9), max_size=30), st.binary(min_size=32, max_size=32))
def test_shuffling_keeps_what_is_there_and_the_list_given(items: list[int], seed: bytes) -> None:
    """Nothing is lost or doubled, and the caller's list is his own."""
    before = items.copy()
    order = shuffled(items, Stream(seed, "deck"))

    assert Counter(order) == Counter(items)
    assert items == before


@given(st.integers(0, 9), st.binary(min_size=32, max_size=32))
def test_a_sample_is_the_beginning_of_a_shuffle(count: int, seed: bytes) -> None:
    """As the page defines it."""
    items = range(9)

    assert sample(items, count, Stream(seed, "x")) == shuffled(items, Stream(seed, "x"))[:count]
