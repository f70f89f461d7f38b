"""`python -m tests.independent.verifier BUNDLE`: checks seeds, deals, schedule and Elo of a bundle.

It re-executes no match, and knows nothing of the arena but its documents and the bundle's format.
"""

import gzip
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tests.independent import rules
from tests.independent.rules import Table


class Wrong(Exception):  # noqa: N818 (the bundle is, not the verifier)
    """The first thing that does not follow."""


class Config(msgspec.Struct):
    """So much of a configuration as the schedule follows from."""

    game: str
    players: int
    rounds: int
    deals: int
    mode: str
    k_schedule: list[tuple[int | None, int]]
    beacon: int | None


class Entrant(msgspec.Struct):
    """A bot and its nonce."""

    bot: str
    nonce: str


class Opening(msgspec.Struct):
    """What was fixed at the start."""

    commitment: str
    beacon: str | None
    blocks: list[Table]
    entrants: list[Entrant]


class Header(msgspec.Struct):
    """The seed of a match."""

    seed: str


class Outcome(msgspec.Struct):
    """Ranks by seat."""

    ranks: list[int]


class Record(msgspec.Struct):
    """A match's seed, decisions, how many of them are noted as faults, and result."""

    header: Header
    decisions: list[int]
    faults: list[msgspec.Raw]
    outcome: Outcome


class Match(msgspec.Struct):
    """A match, who sat there, and what their decisions took."""

    seats: list[str]
    latencies: list[list[int | None]]
    record: Record


class Standing(msgspec.Struct):
    """A line of the board."""

    bot: str
    rating: int
    sets: int


class Line(msgspec.Struct, kw_only=True):
    """Any line of a bundle; what it has not is left empty."""

    line: str
    config: msgspec.Raw = msgspec.Raw()
    secret: str = ""
    opening: Opening | None = None
    round: int = 0
    number: int = 0
    bots: list[str] = []
    deltas: list[int] = []
    matches: list[Match] = []
    of: int = 0
    numbers: list[int] = []
    rerun: bool = False
    withdrawn: str | None = None
    live: list[Standing] = []


SetId = tuple[int, int]


class Bundle:
    """A bundle as it is checked, from its first line to its last."""

    def __init__(self, first: Line) -> None:
        """Check commitment, seed and blocks; find the tables of every round."""
        assert first.opening is not None
        self.config, opening = msgspec.json.decode(first.config, type=Config), first.opening
        secret = bytes.fromhex(first.secret)
        made = rules.commitment_to(secret, msgspec.json.decode(first.config))
        expect("commitment", made, opening.commitment)
        expect("beacon", self.config.beacon is None, opening.beacon is None)
        nonces = {entrant.bot: entrant.nonce for entrant in opening.entrants}
        self.final = rules.final_seed(secret, nonces, opening.beacon)
        self.ratings = dict.fromkeys(nonces, rules.FIRST)
        self.sets = dict.fromkeys(nonces, 0)
        drawn = rules.numbers(self.final, "sched/index")
        self.bots = rules.shuffled(sorted(nonces, key=str.encode), drawn)
        self.mode = self._mode()
        self.rounds = self._rounds(opening.blocks)
        self.gained = dict[SetId, dict[str, int]]()
        self.planned = {
            (number, each)
            for number, tables in enumerate(self.rounds, 1)
            for each in range(len(tables) * self.config.deals)
        }
        self.reruns = dict[SetId, tuple[SetId, int]]()
        self.used, self.again = Counter[SetId](), Counter[int]()
        self.round, self.base = 0, self.ratings

    def _mode(self) -> str:
        if self.config.mode != "auto":
            return self.config.mode
        large = 8 if self.config.players == 2 else 10 * self.config.players
        return "field" if len(self.bots) >= large else "off"

    def _rounds(self, blocks: Sequence[Table]) -> list[list[Table]]:
        config, n = self.config, len(self.bots)
        if n == config.players:
            return [[tuple(range(n))]] * config.rounds
        if config.players == 2:
            twice = self.mode == "field"
            return rules.duel_rounds(n, config.rounds, config.deals, config.k_schedule, twice=twice)
        expect("number of blocks", config.rounds, len(blocks))
        expect("places of blocks", {config.players}, {len({*block}) for block in blocks})
        rounds = rules.block_rounds(n, blocks)
        met = rules.meetings(n, rounds)
        expect("balance of meetings", True, max(met) - min(met) <= 2)
        return rounds

    def k(self, round_number: int) -> int:
        """K of a round, by the sets scheduled before it (a bye counts)."""
        n, k = len(self.bots), self.config.players
        before = sum(
            len(tables) // (n // 2) if k == 2 else len(tables) * k // n
            for tables in self.rounds[: round_number - 1]
        )
        return rules.k_of(self.config.k_schedule, before * self.config.deals)

    def planned_matches(self, which: SetId) -> tuple[list[str], list[tuple[str, list[str]]]]:
        """The bots of a set in table order, and its matches: seed and bots by seat."""
        (round_number, number), dealt = self.reruns.get(which, (which, None))
        table, deal = divmod(number, self.config.deals)
        tables = self.rounds[round_number - 1]
        bots = [self.bots[index] for index in tables[table]]
        first, given = table, deal if dealt is None else dealt
        if self.mode == "field":
            if dealt is None:
                first = rules.first_of_class(tables)[table]
            return bots, [(self._seed(round_number, first, given), bots)]
        running = (round_number - 1) * self.config.deals + deal
        k, repeats = self.config.players, self.mode == "rotation"
        dealt_to = [given if repeats else given * k + t for t in range(k)]
        return bots, [
            (self._seed(round_number, table, each), rules.seating(bots, running, t))
            for t, each in enumerate(dealt_to)
        ]

    def _seed(self, round_number: int, table: int, deal: int) -> str:
        return rules.deal_seed(self.final, self.config.game, round_number, table, deal)

    def add(self, line: Line) -> None:
        """Take in an entry of the log."""
        if line.round > self.round:
            self.round, self.base = line.round, dict(self.ratings)
        self._void(line) if line.line == "void" else self._set(line)

    def _set(self, line: Line) -> None:
        which = (line.round, line.number)
        expect(f"set {which} is to be played", True, which in self.planned)
        self.planned.remove(which)
        bots, matches = self.planned_matches(which)
        expect(f"bots of {which}", bots, line.bots)
        told = [(match.record.header.seed, match.seats) for match in line.matches]
        expect(f"deals and seats of {which}", matches, told)
        for match in line.matches:
            self._times(which, match)
        ranks = [
            [match.record.outcome.ranks[match.seats.index(bot)] for bot in bots]
            for match in line.matches
        ]
        changes = rules.gains([self.base[bot] for bot in bots], ranks, self.k(line.round))
        expect(f"ratings gained in {which}", changes, line.deltas)
        self.gained[which] = dict(zip(bots, changes, strict=True))
        self._rate(self.gained[which], 1)

    def _times(self, which: SetId, match: Match) -> None:
        """Every decision has a time, unless its seat was not called: a default without a note."""
        record, times = match.record, [ms for seat in match.latencies for ms in seat]
        uncalled = record.decisions.count(-1) - len(record.faults)
        told = (len(times), times.count(None))
        expect(f"times of {which}", (len(record.decisions), uncalled), told)

    def _rate(self, changes: dict[str, int], sign: int) -> None:
        for bot, change in changes.items():
            self.ratings[bot] += sign * change
            self.sets[bot] += sign

    def _void(self, line: Line) -> None:
        for number in line.numbers:
            which = (line.of, number)
            self.planned.discard(which)
            self._rate(self.gained.pop(which, {}), -1)
            if line.rerun:
                self._play_again(line.round, which)
        if line.withdrawn is not None:
            later = {each for each in self.planned if each[0] > line.round}
            gone = {each for each in later if line.withdrawn in self.planned_matches(each)[0]}
            self.planned -= gone

    def _play_again(self, round_number: int, which: SetId) -> None:
        origin = self.reruns[which][0] if which in self.reruns else which
        table = (origin[0], origin[1] // self.config.deals)
        first = len(self.rounds[round_number - 1]) * self.config.deals
        fresh = (round_number, first + self.again[round_number])
        self.again[round_number] += 1
        self.reruns[fresh] = (origin, self.config.deals + self.used[table])
        self.used[table] += 1
        self.planned.add(fresh)

    def end(self, boards: Line) -> None:
        """Check that nothing is left to play, and the board."""
        expect("sets that were not played", set(), self.planned)
        expect("sum of ratings", len(self.bots) * rules.FIRST, sum(self.ratings.values()))
        told = {each.bot: (each.rating, each.sets) for each in boards.live}
        expect("board", {bot: (self.ratings[bot], self.sets[bot]) for bot in self.ratings}, told)


def expect(what: str, ours: object, theirs: object) -> None:
    """Raise Wrong unless the bundle says what follows."""
    if ours != theirs:
        raise Wrong(f"{what}: expected {ours}, got {theirs}")


def lines(path: Path) -> Iterator[Line]:
    """The lines of a bundle."""
    decoder = msgspec.json.Decoder(Line)
    with gzip.open(path) as file:
        yield from map(decoder.decode, file)


def verify(path: Path) -> Bundle:
    """Check a bundle; raise Wrong for the first thing that does not follow."""
    each = lines(path)
    bundle = Bundle(next(each))
    for line in each:
        if line.line == "boards":
            bundle.end(line)
        else:
            bundle.add(line)
    return bundle


if __name__ == "__main__":
    checked = verify(Path(sys.argv[1]))
    print(f"{sum(checked.sets.values()) // checked.config.players} sets: all of it follows")
