"""The board as the result log gives it: the same integers, whatever the order within a round.

What may live here: the recomputation of ratings from ranks alone. It trusts of an entry nothing
but what was played, and of a void nothing but which sets are void; the schedule says which entries
there must be.
"""

from collections.abc import Iterable

from arena.tournament.elo import START
from arena.tournament.log import Entry, LogError, Result, deltas
from arena.tournament.schedule import Schedule
from arena.tournament.voids import SetId, Void, taken_back


class Board:
    """Ratings in micro-Elo and numbers of rated sets, by bot, as entries are added.

    `round` is the one that is being played, `base` its frozen ratings. `wrong` lists sets (round,
    number) whose stored deltas are not the right ones, which does not touch the ratings here.
    """

    def __init__(self, schedule: Schedule) -> None:
        """Begin with everybody at 1500, before round 1; the schedule knows the log's voids."""
        self.ratings = dict.fromkeys(schedule.bots, START)
        self.sets = dict.fromkeys(schedule.bots, 0)
        self.wrong: list[SetId] = []
        self.round = 0
        self._schedule = schedule
        self._gained: dict[SetId, dict[str, int]] = {}
        """What sets have changed that are void later on."""
        self._voids = 0
        self._reruns = 0
        self._open_round()

    @property
    def complete(self) -> bool:
        """Whether no set is to come any more."""
        later = range(self.round + 1, self._schedule.rounds + 1)
        return not self._awaited and not any(map(self._schedule.numbers, later))

    @property
    def missing(self) -> list[int]:
        """The sets of the present round that are not in the log yet."""
        return sorted(self._awaited)

    def add(self, entry: Entry) -> None:
        """Take in one entry; raise LogError, changing no rating, if the schedule has it not."""
        while self.round < min(entry.round, self._schedule.rounds) and not self._awaited:
            self._open_round()
        if entry.round != self.round:
            count = len(self._awaited)
            expected = f"expected round {self.round}, which awaits {count} sets"
            raise LogError(f"{_where(entry)}: {expected}")
        if isinstance(entry, Result):
            self._add_result(entry)
        else:
            self._add_void(entry)

    def _add_result(self, result: Result) -> None:
        self._check(result)
        gained = deltas(result, self.base, self._k)
        which = (result.round, result.number)
        if gained != result.deltas:
            self.wrong.append(which)
        by_bot = dict(zip(result.bots, gained, strict=True))
        for bot, delta in by_bot.items():
            self.ratings[bot] += delta
            self.sets[bot] += 1
        if which in self._schedule.voids.sets:
            self._gained[which] = by_bot
        self._awaited.remove(result.number)

    def _add_void(self, void: Void) -> None:
        if self._schedule.voids.entries[self._voids : self._voids + 1] != (void,):
            raise LogError(f"{_where(void)}: it is none of the tournament's voids at this place")
        changes, sets = taken_back([self._taken(void, number) for number in void.numbers])
        if changes != void.changes:
            raise LogError(f"{_where(void)}: expected the changes {changes}, got {void.changes}")
        self._voids += 1
        for bot, change in changes:
            self.ratings[bot] += change
            self.sets[bot] -= sets[bot]
        if void.of == void.round:
            self._awaited.difference_update(void.numbers)
        if void.rerun:
            first = self._schedule.set_count(void.round) + self._reruns
            self._awaited.update(range(first, first + len(void.numbers)))
            self._reruns += len(void.numbers)

    def _taken(self, void: Void, number: int) -> dict[str, int]:
        """Give what a set had changed: nothing, if it is open; raise LogError if it never was."""
        gained = self._gained.pop((void.of, number), None)
        if gained is None and not (void.of == void.round and number in self._awaited):
            raise LogError(f"{_where(void)}: set {number} is not in the log, and not open")
        return gained or {}

    def _open_round(self) -> None:
        self.round += 1
        self.base = self.ratings.copy()
        self._reruns = 0
        self._awaited = set(self._schedule.numbers(self.round))
        self._k = self._schedule.k_factor(self.round)

    def _check(self, result: Result) -> None:
        where = _where(result)
        if result.number not in self._awaited:
            raise LogError(f"{where}: it is in the log already, or not in the schedule")
        plan = self._schedule.set(result.round, result.number)
        seats = [tuple(result.bots[place] for place in match.seats) for match in result.matches]
        if result.bots != plan.bots or seats != [match.seats for match in plan.matches]:
            raise LogError(f"{where}: expected {plan.bots} in the planned seats, got {seats}")


def rebuild(schedule: Schedule, entries: Iterable[Entry]) -> Board:
    """Give the board after these entries, a log from its beginning; raise LogError at a gap."""
    board = Board(schedule)
    for entry in entries:
        board.add(entry)
    return board


def _where(entry: Entry) -> str:
    if isinstance(entry, Result):
        return f"round {entry.round}, set {entry.number}"
    return f"round {entry.round}, void of sets of round {entry.of}"
