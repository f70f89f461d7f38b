"""Decisions and times as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.packing import MOST, pack, unpack


@given(st.lists(st.integers(-1, MOST)))
def test_numbers_survive_packing(numbers: list[int]) -> None:
    """Every decision that a record may hold, and every time that is kept."""
    assert unpack(pack(numbers)) == tuple(numbers)


def test_all_but_large_numbers_take_one_byte() -> None:
    """Part of the log's format: −1 is 0, 253 is 254, from 254 on there is an escape."""
    assert pack([-1, 0, 253]) == bytes([0, 1, 254])
    assert pack([254, 9_999]) == bytes([255, 0, 254, 255, 0x27, 0x0F])


@pytest.mark.parametrize("cut", [b"\xff", b"\x01\xff\x01"])
def test_a_number_cut_off_is_refused(cut: bytes) -> None:
    """Damage is not taken for a shorter match."""
    with pytest.raises(ValueError, match="packed numbers: the last one is cut off"):
        unpack(cut)
