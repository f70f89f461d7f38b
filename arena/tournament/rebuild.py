"""The board as the result log gives it: the same integers, whatever the order within a round.

What may live here: the recomputation of ratings from ranks alone. It trusts of an entry nothing
but what was played; the schedule says which entries there must be.
"""

from collections.abc import Iterable

from arena.tournament.elo import START
from arena.tournament.log import LogError, Result, deltas
from arena.tournament.schedule import Schedule


class Board:
    """Ratings in micro-Elo and numbers of rated sets, by bot, as entries are added.

    `round` is the one whose sets are awaited (one beyond the last when all is rated), `base` its
    frozen ratings; `wrong` lists (round, number) of sets whose stored deltas are not the right
    ones, which does not touch the ratings here.
    """

    def __init__(self, schedule: Schedule) -> None:
        """Begin with everybody at 1500, before round 1."""
        self.ratings = dict.fromkeys(schedule.bots, START)
        self.sets = dict.fromkeys(schedule.bots, 0)
        self.wrong: list[tuple[int, int]] = []
        self.round = 0
        self._schedule = schedule
        self._open_round()

    def add(self, result: Result) -> None:
        """Rate one set; raise LogError, changing nothing, where the schedule has it otherwise."""
        self._check(result)
        gained = deltas(result, self.base, self._k)
        if gained != result.deltas:
            self.wrong.append((result.round, result.number))
        for bot, delta in zip(result.bots, gained, strict=True):
            self.ratings[bot] += delta
            self.sets[bot] += 1
        self._awaited.remove(result.number)
        if not self._awaited:
            self._open_round()

    def _open_round(self) -> None:
        self.round += 1
        self.base = self.ratings.copy()
        self._awaited: set[int] = set()
        if self.round <= self._schedule.rounds:
            self._awaited.update(range(self._schedule.set_count(self.round)))
            self._k = self._schedule.k_factor(self.round)

    def _check(self, result: Result) -> None:
        where = f"round {result.round}, set {result.number}"
        if result.round != self.round:
            count = len(self._awaited)
            raise LogError(f"{where}: expected round {self.round}, which awaits {count} sets")
        if result.number not in self._awaited:
            raise LogError(f"{where}: it is in the log already, or not in the schedule")
        plan = self._schedule.set(result.round, result.number)
        seats = [tuple(result.bots[place] for place in match.seats) for match in result.matches]
        if result.bots != plan.bots or seats != [match.seats for match in plan.matches]:
            raise LogError(f"{where}: expected {plan.bots} in the planned seats, got {seats}")


def rebuild(schedule: Schedule, entries: Iterable[Result]) -> Board:
    """Give the board after these entries, a log from its beginning; raise LogError at a gap."""
    board = Board(schedule)
    for entry in entries:
        board.add(entry)
    return board
