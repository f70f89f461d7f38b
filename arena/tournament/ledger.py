"""What a result log comes to so far, by bot and by pair of bots: kept up entry by entry.

What may live here: sums over the log that people look up. It takes what the log says that sets have
changed; whether that is right, `arena.tournament.rebuild` finds out.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import msgspec

from arena.tournament.elo import START, half_points, pair_delta
from arena.tournament.log import Entry, Result, ranks_by_place

MOST_VERSIONS = 50
"""Versions of a bot that are remembered: the newest."""
_FIELDS = 5
"""Numbers of a pair: sets, matches, wins, losses, change of rating."""


class Meetings(msgspec.Struct, frozen=True):
    """What a bot has made of its matches with another: a win is a better rank, a tie the same.

    `delta` (micro-Elo) is what it gained from this other; of all at its tables that adds up to what
    its rating has changed.
    """

    sets: int
    matches: int
    wins: int
    ties: int
    losses: int
    score: float
    delta: int


class Point(msgspec.Struct, frozen=True):
    """A rating (micro-Elo) after a round, or in it; `at_ms` is when its newest entry was made."""

    round: int
    rating: int
    at_ms: int


class Score(msgspec.Struct, frozen=True):
    """What a bot has won of so many games, one for each opponent in each match; a tie is a half."""

    points: float
    games: int


class VersionMark(msgspec.Struct, frozen=True):
    """A version that a bot stated, and the first set in the log that it played with it."""

    version: str
    round: int
    set: int
    at_ms: int


class Ledger:
    """The sums of a log, from its beginning. Sets that were made void later on count in none.

    A rating's way is as it was on the board: what a void takes back it takes back where it stands.
    """

    def __init__(self, bots: Iterable[str], k_factor: Callable[[int], int]) -> None:
        """Begin before round 1; `k_factor` gives the K of a round."""
        self.bots = tuple(sorted(bots))
        self._k_factor = k_factor
        self._index = {bot: index for index, bot in enumerate(self.bots)}
        size = len(self.bots)
        self._ratings = array("q", [START]) * size
        self._sets = array("q", [0]) * size
        self._faults = array("q", [0]) * size
        self._halves = array("q", [0]) * size
        """Points won, twice."""
        self._games = array("q", [0]) * size
        self._pairs = [array("q", [0]) * (size * _FIELDS) for _ in self.bots]
        self._versions: list[list[VersionMark]] = [[] for _ in self.bots]
        self._bases: list[array[int]] = []
        """The ratings when each round began."""
        self._times: list[int] = []

    @property
    def bytes(self) -> int:
        """So much memory it takes, roughly."""
        size = len(self.bots)
        return 8 * size * (size * _FIELDS + len(self._bases)) + 1_000 * size + 4_000

    def add(self, entry: Entry, at_ms: int, void: Sequence[Result] = ()) -> None:
        """Take in the next entry, made at this time; `void` are the results it takes back."""
        while len(self._bases) < entry.round:
            self._bases.append(self._ratings[:])
            self._times.append(at_ms)
        self._times[-1] = at_ms
        if isinstance(entry, Result):
            self._count(entry, 1)
            self._note_versions(entry, at_ms)
            self._change(zip(entry.bots, entry.deltas, strict=True))
        else:
            for result in void:
                self._count(result, -1)
            self._change(entry.changes)

    def sets(self, bot: str) -> int:
        """Give how many sets of a bot count."""
        return self._sets[self._index[bot]]

    def faults(self, bot: str) -> int:
        """Give how many faults a bot has made in the sets that count."""
        return self._faults[self._index[bot]]

    def score(self, bot: str) -> Score:
        """Give what a bot has won in the sets that count."""
        index = self._index[bot]
        return Score(self._halves[index] / 2, self._games[index])

    def meetings(self, bot: str, other: str) -> Meetings:
        """Give what a bot has made of its matches with another."""
        at = self._index[other] * _FIELDS
        sets, matches, wins, losses, delta = self._pairs[self._index[bot]][at : at + _FIELDS]
        ties = matches - wins - losses
        return Meetings(sets, matches, wins, ties, losses, wins + ties / 2, delta)

    def opponents(self, bot: str) -> list[str]:
        """Give whom a bot has met in sets that count, in order of their ids."""
        sets = self._pairs[self._index[bot]][::_FIELDS]
        return [other for other, met in zip(self.bots, sets, strict=True) if met]

    def history(self, bot: str) -> list[Point]:
        """Give a bot's rating after each round, and as it is now."""
        index = self._index[bot]
        after = [*self._bases[1:], self._ratings]
        return [
            Point(number, ratings[index], at_ms)
            for number, (ratings, at_ms) in enumerate(zip(after, self._times, strict=False), 1)
        ]

    def before(self, round_: int, bot: str) -> int:
        """Give what a bot was rated when a round began that has an entry in the log."""
        return self._bases[round_ - 1][self._index[bot]]

    def versions(self, bot: str) -> Sequence[VersionMark]:
        """Give the versions that a bot has stated, each where it first differed."""
        return self._versions[self._index[bot]]

    def _change(self, changes: Iterable[tuple[str, int]]) -> None:
        for bot, change in changes:
            self._ratings[self._index[bot]] += change

    def _count(self, result: Result, sign: int) -> None:
        """Count a set, or (-1) take it back."""
        places = [self._index[bot] for bot in result.bots]
        for index in places:
            self._sets[index] += sign
        for match in result.matches:
            for place, strikes in zip(match.seats, match.strikes, strict=True):
                self._faults[places[place]] += sign * strikes
        ranks = ranks_by_place(result)
        for i, j in combinations(range(len(places)), 2):
            wins = sum(match[i] < match[j] for match in ranks)
            losses = sum(match[i] > match[j] for match in ranks)
            gain = self._gain(result, ranks, i, j)
            self._meet(places[i], places[j], sign, (1, len(ranks), wins, losses, gain))
            self._meet(places[j], places[i], sign, (1, len(ranks), losses, wins, -gain))
            self._score(places[i], sign, len(ranks), wins - losses)
            self._score(places[j], sign, len(ranks), losses - wins)

    def _meet(self, index: int, other: int, sign: int, numbers: Iterable[int]) -> None:
        row, at = self._pairs[index], other * _FIELDS
        for field, number in enumerate(numbers, at):
            row[field] += sign * number

    def _score(self, index: int, sign: int, matches: int, ahead: int) -> None:
        """Count matches with one opponent, of which so many more were won than lost."""
        self._games[index] += sign * matches
        self._halves[index] += sign * (matches + ahead)

    def _gain(self, result: Result, ranks: Sequence[Sequence[int]], i: int, j: int) -> int:
        """Give what the bot at place i has gained from the one at place j, as Elo counts it."""
        if len(result.bots) == 2:
            return result.deltas[0]
        base = self._bases[result.round - 1]
        difference = base[self._index[result.bots[i]]] - base[self._index[result.bots[j]]]
        k, points = self._k_factor(result.round), half_points(ranks, i, j)
        return pair_delta(difference, points, len(ranks), k, len(result.bots))

    def _note_versions(self, result: Result, at_ms: int) -> None:
        for match in result.matches:
            for place, stated in zip(match.seats, match.versions, strict=True):
                noted = self._versions[self._index[result.bots[place]]]
                if stated and (not noted or noted[-1].version != stated):
                    noted.append(VersionMark(stated, result.round, result.number, at_ms))
                    del noted[:-MOST_VERSIONS]
