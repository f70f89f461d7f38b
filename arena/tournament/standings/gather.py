"""The sets of a log that count, entry by entry: what the final standings of a tournament are of.

What may live here: from entries of the log to arrays. Sets that were made void are out; a rerun is
a cluster of its own, as is every set but those of field mode.
"""

from array import array
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

from arena.tournament.log import Entry, LogError, Result, ranks_by_place
from arena.tournament.schedule import Schedule
from arena.tournament.standings.sets import Ints, Sets, sets_of
from arena.tournament.voids import SetId


class Played(NamedTuple):
    """Bot ids, whose places are the numbers of bots; the sets that count; the faults of each bot.

    Whatever the order in which sets were committed, this is the same.
    """

    bots: tuple[str, ...]
    sets: Sets
    faults: Ints


class Gathering:
    """Takes in a log from its beginning, some numbers for each set."""

    def __init__(self, schedule: Schedule) -> None:
        """Begin before the first entry."""
        self.bots = tuple(sorted(schedule.bots))
        self._schedule = schedule
        self._index = {bot: index for index, bot in enumerate(self.bots)}
        self._matches = 1 if schedule.mode == "field" else schedule.config.players
        self._lines = array("i")
        """Of each set round, number, cluster, bots, faults by place, ranks by match and place."""
        self._void: set[SetId] = set()

    def add(self, entry: Entry) -> None:
        """Take in the next entry; raise LogError if a set has not the planned size."""
        if not isinstance(entry, Result):
            self._void.update((entry.of, number) for number in entry.numbers)
            return
        size = (len(entry.bots), len(entry.matches))
        if size != (self._schedule.config.players, self._matches):
            where = f"round {entry.round}, set {entry.number}"
            raise LogError(f"{where}: it has not the planned number of bots and matches: {size}")
        faults = [0] * len(entry.bots)
        for match in entry.matches:
            for place, strikes in zip(match.seats, match.strikes, strict=True):
                faults[place] += strikes
        self._lines.extend((entry.round, entry.number, self._cluster(entry)))
        self._lines.extend(self._index[bot] for bot in entry.bots)
        self._lines.extend(faults)
        self._lines.extend(chain.from_iterable(ranks_by_place(entry)))

    def played(self) -> Played:
        """Give what counts of all that was taken in."""
        players, field = self._schedule.config.players, len(self.bots)
        lines = np.array(self._lines, np.int64).reshape(-1, 3 + (2 + self._matches) * players)
        counts = [(int(line[0]), int(line[1])) not in self._void for line in lines[:, :2]]
        lines = lines[np.array(counts, bool)]
        lines = lines[np.lexsort((lines[:, 1], lines[:, 0]))]
        bots, faults = lines[:, 3 : 3 + players], lines[:, 3 + players : 3 + 2 * players]
        ranks = lines[:, 3 + 2 * players :].reshape(-1, self._matches, players)
        made = np.bincount(bots.ravel(), faults.ravel(), minlength=field).astype(np.int64)
        keys = (lines[:, 0] << 32) + lines[:, 2]
        return Played(self.bots, sets_of(field, bots, ranks, keys), made)

    def _cluster(self, result: Result) -> int:
        """Give the first set of the class that this one is of, in field mode, or itself."""
        planned = result.number < self._schedule.set_count(result.round)
        if self._schedule.mode != "field" or not planned:
            return result.number
        return self._schedule.set(result.round, result.number).cluster


def gathered(schedule: Schedule, entries: Iterable[Entry]) -> Played:
    """Give what counts of these entries, a log from its beginning."""
    gathering = Gathering(schedule)
    for entry in entries:
        gathering.add(entry)
    return gathering.played()
