"""The lines of a board."""

from arena.service.boards import ranked


def test_provisional_bots_have_no_rank_beside_ranked_ones() -> None:
    """Below 30 sets a rating says little; equal ratings share a rank."""
    lines = [("a", 5, "A"), ("b", 4, "B"), ("c", 4, "C"), ("d", 3, "D")]

    none = dict.fromkeys("abcd", 0)
    rows = ranked(lines, {"a": 29, "b": 30, "c": 31, "d": 32}, none)
    assert [(row.rank, row.provisional) for row in rows] == [
        (None, True),
        (1, False),
        (1, False),
        (3, False),
    ]
    rows = ranked(lines, none, none)
    assert [row.rank for row in rows] == [1, 2, 2, 4]
