"""Decisions as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.packing import pack, unpack


@given(st.lists(st.integers(-1, 9_999)))
def test_decisions_survive_packing(decisions: list[int]) -> None:
    """Every decision a record may hold."""
    assert unpack(pack(decisions)) == tuple(decisions)


def test_all_but_large_decisions_take_one_byte() -> None:
    """Part of the log's format: −1 is 0, 253 is 254, from 254 on there is an escape."""
    assert pack([-1, 0, 253]) == bytes([0, 1, 254])
    assert pack([254, 9_999]) == bytes([255, 0, 254, 255, 0x27, 0x0F])


@pytest.mark.parametrize("cut", [b"\xff", b"\x01\xff\x01"])
def test_a_decision_cut_off_is_refused(cut: bytes) -> None:
    """Damage is not taken for a shorter match."""
    with pytest.raises(ValueError, match="decisions: the last one is cut off"):
        unpack(cut)
