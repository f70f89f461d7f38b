"""The schedule of a tournament: a pure function of configuration, bots and final seed.

What may live here: from pairings to sets with their matches, seats and seeds. Nothing is stored:
any set of any round can be had by itself. Rounds count from 1; sets, tables and deals from 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import msgspec

from arena.engine.chance import Stream, shuffled
from arena.tournament.blocks import Blocks
from arena.tournament.config import Config, ConfigError, PlayedMode, check, played_mode
from arena.tournament.elo import k_for
from arena.tournament.pairing import blocks_for, match_count, pairing_for
from arena.tournament.seating import multiplier, seated
from arena.tournament.seeds import deal_seed
from arena.tournament.voids import SetId, Voids


class MatchPlan(msgspec.Struct, frozen=True):
    """One match to play: its seed as 64 hex digits, and its bots by seat."""

    seed: str
    seats: tuple[str, ...]


class SetPlan(msgspec.Struct, frozen=True):
    """One set, the unit of work, of rating and of error bars.

    `number` counts the sets of the round, `bots` are in table order. Sets of one `cluster` share a
    deal (field mode): it is the number of the first of them, in the other modes the set's own.
    A rerun is numbered after the planned sets and `replaces` a void one (round and number).
    """

    round: int
    number: int
    table: int
    deal: int
    cluster: int
    bots: tuple[str, ...]
    matches: tuple[MatchPlan, ...]
    replaces: SetId | None = None


class _Rerun(NamedTuple):
    """What a rerun is: the planned set that it stands for, and its deal number."""

    origin: SetId
    deal: int


class Schedule:
    """All sets of a tournament, each computed when it is asked for."""

    def __init__(
        self,
        config: Config,
        bots: Iterable[str],
        final: bytes,
        blocks: Blocks | None = None,
        voids: Voids | None = None,
    ) -> None:
        """Plan the tournament; raise ConfigError where it cannot be held.

        `blocks` are the base blocks published with the tournament; None finds them (up to half a
        second), as is done once, when the final seed is known. `voids` are those so far.
        """
        ids = sorted(bots, key=str.encode)
        check(config, len(ids))
        if len(set(ids)) != len(ids):
            raise ConfigError(f"bots: expected each once, got {ids}")
        self.config = config
        self.final = final
        self.bots = tuple(shuffled(ids, Stream(final, "sched/index")))
        self.mode: PlayedMode = played_mode(config, len(ids))
        self.blocks = self._checked(blocks)
        self._pairing = pairing_for(config, len(ids), self.blocks)
        per_round = (self._pairing.tables_per_bot(r) for r in range(1, config.rounds + 1))
        self._sets_before = [0, *accumulate(tables * config.deals for tables in per_round)]
        self._classes: dict[int, list[int]] = {}
        self.voids = voids or Voids()

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return self.config.rounds

    @property
    def match_count(self) -> int:
        """The number of matches of all rounds."""
        return match_count(self.config, len(self.bots))

    def set_count(self, round_: int) -> int:
        """Give the number of planned sets of a round; they are numbered from 0."""
        return self._tables(round_) * self.config.deals

    def numbers(self, round_: int) -> list[int]:
        """Give the planned sets of a round that are to be played when it begins."""
        gone, deals = self.voids.withdrawn(round_), self.config.deals
        planned = range(self.set_count(round_))
        if not gone:
            return list(planned)
        return [n for n in planned if gone.isdisjoint(self.table(round_, n // deals))]

    def reruns(self, round_: int) -> range:
        """Give the numbers of the reruns that are played in a round, after its planned sets."""
        first = self.set_count(round_)
        return range(first, first + len(self.voids.reruns.get(round_, ())))

    def sets_before(self, round_: int) -> int:
        """Give the nominal number of sets of every bot before the round (a bye counts)."""
        self._tables(round_)
        return self._sets_before[round_ - 1]

    def k_factor(self, round_: int) -> int:
        """Give the K of all sets of the round."""
        return k_for(self.sets_before(round_), self.config.k_schedule)

    def sets(self, round_: int) -> Iterator[SetPlan]:
        """Give the planned sets of a round in order of their numbers."""
        return (self.set(round_, number) for number in range(self.set_count(round_)))

    def set(self, round_: int, number: int) -> SetPlan:
        """Give one set, planned or a rerun; raise IndexError where there is none of this number."""
        reruns = self.reruns(round_)
        if not 0 <= number < reruns.stop:
            raise IndexError(f"set: expected 0 to {reruns.stop - 1}, got {number}")
        if number in reruns:
            return self._rerun(round_, number)
        table, deal = divmod(number, self.config.deals)
        bots = self.table(round_, table)
        first = self._first_of_class(round_, table) if self.mode == "field" else table
        return SetPlan(
            round=round_,
            number=number,
            table=table,
            deal=deal,
            cluster=first * self.config.deals + deal,
            bots=bots,
            matches=tuple(self._matches(round_, first, deal, deal, bots)),
        )

    def _rerun(self, round_: int, number: int) -> SetPlan:
        """Give a rerun: the table and seatings of what it replaces, with deals not used before."""
        replaces = self.voids.reruns[round_][number - self.set_count(round_)]
        (origin, planned), fresh = self._reruns[round_, number]
        table, deal = divmod(planned, self.config.deals)
        bots = self.table(origin, table)
        return SetPlan(
            round=round_,
            number=number,
            table=table,
            deal=deal,
            cluster=number,
            bots=bots,
            matches=tuple(self._matches(origin, table, deal, fresh, bots)),
            replaces=replaces,
        )

    def _origin(self, which: SetId) -> SetId:
        """Give the planned set that this one stands for, if not itself, through all reruns."""
        planned = which[1] < self.set_count(which[0])
        return which if planned else self._reruns[which].origin

    @cached_property
    def _reruns(self) -> dict[SetId, _Rerun]:
        """Give what each rerun is of, and the next deal number that its table has not used.

        In the order of the log, and only when it is needed: there may be very many.
        """
        used, found = Counter[SetId](), dict[SetId, _Rerun]()
        for round_, replaced in self.voids.reruns.items():
            for number, which in enumerate(replaced, self.set_count(round_)):
                origin = found[which].origin if which in found else which
                table = (origin[0], origin[1] // self.config.deals)
                found[round_, number] = _Rerun(origin, self.config.deals + used[table])
                used[table] += 1
        return found

    def table(self, round_: int, number: int) -> tuple[str, ...]:
        """Give the bots of a table in table order."""
        return tuple(self.bots[index] for index in self._pairing.table(round_, number))

    def bots_of(self, round_: int, number: int) -> tuple[str, ...]:
        """Give the bots of a set, planned or a rerun, in table order."""
        origin, planned = self._origin((round_, number))
        return self.table(origin, planned // self.config.deals)

    def _matches(
        self, round_: int, table: int, deal: int, dealt: int, bots: tuple[str, ...]
    ) -> Iterator[MatchPlan]:
        """Give the matches of deal `deal` at a table, with the cards of deal number `dealt`."""
        if self.mode == "field":
            yield MatchPlan(self._seed(round_, table, dealt), bots)
            return
        players = len(bots)
        a = multiplier(players, (round_ - 1) * self.config.deals + deal)
        for t in range(players):
            number = dealt if self.mode == "rotation" else dealt * players + t
            yield MatchPlan(self._seed(round_, table, number), seated(bots, a, t))

    def _seed(self, round_: int, table: int, deal: int) -> str:
        return deal_seed(self.final, self.config.game, round_, table, deal).hex()

    def _tables(self, round_: int) -> int:
        if not 1 <= round_ <= self.config.rounds:
            raise IndexError(f"round: expected 1 to {self.config.rounds}, got {round_}")
        return self._pairing.tables(round_)

    def _first_of_class(self, round_: int, table: int) -> int:
        """Give the lowest table of a table's class; the round last asked for is kept."""
        if round_ not in self._classes:
            tables = (self._pairing.table(round_, t) for t in range(self._tables(round_)))
            self._classes = {round_: classes(tables)}
        return self._classes[round_][table]

    def _checked(self, blocks: Blocks | None) -> Blocks:
        size = len(self.bots)
        if blocks is None:
            return blocks_for(self.config, size, Stream(self.final, "sched/blocks"))
        needed = 0 if self.config.players in (2, size) else self.config.rounds
        if len(blocks) != needed or any(len(block) != self.config.players for block in blocks):
            expected = f"{needed} of {self.config.players}"
            raise ConfigError(f"blocks: expected {expected} indices, got {len(blocks)} blocks")
        return blocks


def classes(tables: Iterable[tuple[int, ...]]) -> list[int]:
    """Give for each table the lowest one of its class of disjoint tables (field mode).

    In table order, each joins the earliest class it is disjoint from, else it opens a new one.
    """
    members: dict[int, set[int]] = {}
    lowest = []
    for number, table in enumerate(tables):
        free = (first for first, taken in members.items() if taken.isdisjoint(table))
        first = next(free, number)
        members.setdefault(first, set()).update(table)
        lowest.append(first)
    return lowest
