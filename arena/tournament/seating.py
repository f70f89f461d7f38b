"""Who sits where when a table plays a deal several times: the maps i -> a·i + t over GF(k).

Players and seats are numbered by the elements of GF(k), k = 2, 3, 4 or 5. With all a ≠ 0 and t
these are k(k-1) seatings, and every ordered pair of players has sat in every ordered pair of seats
exactly once; the k seatings of one `a` bring every player into every seat once.
"""

_GF4_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def seat(players: int, a: int, t: int, player: int) -> int:
    """Give the seat a·player + t of the player at place `player` of the table."""
    if players == 4:
        return _GF4_TIMES[a][player] ^ t
    return (a * player + t) % players


def multiplier(players: int, running_deal: int) -> int:
    """Give the `a` of the deal with this running number (0-based over the tournament)."""
    return 1 + running_deal % (players - 1)


def seated(table: tuple[str, ...], a: int, t: int) -> tuple[str, ...]:
    """Give the table's bots by seat in seating (a, t)."""
    players = len(table)
    by_seat = {seat(players, a, t, i): bot for i, bot in enumerate(table)}
    return tuple(by_seat[s] for s in range(players))
