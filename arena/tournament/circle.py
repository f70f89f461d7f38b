"""Pairing for two at a table: the circle method, its steps gathered into rounds.

What may live here: the steps and the blocks of steps of the specification's "k = 2". A step seats
every bot once (with an odd number all but one, who has the bye); N - 1 steps are a round robin.
"""

from arena.tournament.config import MAX_SWING, KSchedule
from arena.tournament.elo import k_for

MOST_STEPS = 8
"""Steps in a round at most."""


class Circle:
    """The rounds of a tournament of duels; indices are 0 to bots - 1.

    `doubled` (field mode) holds every step twice in succession, the second time with the seats of
    each table exchanged. A round has as many steps as keep K × steps × deals within bounds, where
    K is the round's own; it ends with the round robin at the latest.
    """

    def __init__(
        self, bots: int, rounds: int, deals: int, k_schedule: KSchedule, *, doubled: bool
    ) -> None:
        """Cut the endless sequence of steps into rounds."""
        self._places = bots + bots % 2
        self._byes = bots % 2
        self._held = 2 if doubled else 1
        self._rounds: list[tuple[int, int]] = []
        length, start, sets = (self._places - 1) * self._held, 0, 0
        for _ in range(rounds):
            most = min(MOST_STEPS, MAX_SWING // (k_for(sets, k_schedule) * deals))
            steps = min(most - most % self._held, length - start)
            self._rounds.append((start, steps))
            start = (start + steps) % length
            sets += steps * deals

    def tables(self, round_: int) -> int:
        """Give the number of tables of a round."""
        return self.tables_per_bot(round_) * self._tables_per_step

    def tables_per_bot(self, round_: int) -> int:
        """Give how many tables of the round every bot plays, a bye counted as one."""
        return self._rounds[round_ - 1][1]

    def table(self, round_: int, number: int) -> tuple[int, int]:
        """Give the indices of the bots at a table, in table order."""
        done, place = divmod(number, self._tables_per_step)
        step, again = divmod(self._rounds[round_ - 1][0] + done, self._held)
        first, second = self._pair(step, place + self._byes)
        return (second, first) if again else (first, second)

    @property
    def _tables_per_step(self) -> int:
        return self._places // 2 - self._byes

    def _pair(self, step: int, i: int) -> tuple[int, int]:
        """Give pair i of a step; pair 0 is the one with the place that stays (or with the bye)."""
        turning = self._places - 1
        if i == 0:
            return step, turning
        return (step + i) % turning, (step - i) % turning
