"""The lines of a board."""

from arena.service.boards import ranks_of


def test_provisional_bots_have_no_rank_beside_ranked_ones() -> None:
    """Below 30 sets a rating says little; equal ratings share a rank."""
    assert ranks_of([(5, 29), (4, 30), (4, 31), (3, 32)]) == [None, 1, 1, 3]
    assert ranks_of([(5, 0), (4, 0), (4, 0), (3, 0)]) == [1, 2, 2, 4]
