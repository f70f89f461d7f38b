"""The lines of a board."""

from arena.service.boards import ranked


def test_provisional_bots_have_no_rank_beside_ranked_ones() -> None:
    """Below 30 sets a rating says little; equal ratings share a rank."""
    ratings = [("a", 5), ("b", 4), ("c", 4), ("d", 3)]
    names = {bot: bot for bot, _ in ratings}

    none = dict.fromkeys(names, 0)
    rows = ranked(ratings, {"a": 29, "b": 30, "c": 31, "d": 32}, none, names)
    assert [(row.rank, row.provisional) for row in rows] == [
        (None, True),
        (1, False),
        (1, False),
        (3, False),
    ]
    rows = ranked(ratings, none, none, names)
    assert [row.rank for row in rows] == [1, 2, 2, 4]
