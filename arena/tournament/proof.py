"""The proof of a whole tournament from its bundle: whatever can be derived is derived and compared.

What may live here: what is checked of each line, and in which order. The manifest gives the seed
and with it the schedule; a set is checked against that by itself, on whatever processor; then what
was found is taken in in the order of the log. Nothing here reads a file.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec

from arena.engine.ask import FAULT
from arena.engine.replay import replay
from arena.engine.rules import Game
from arena.tournament.blocks import meetings
from arena.tournament.bundle import (
    Boards,
    EntryLine,
    Manifest,
    MatchLine,
    SetLine,
    VoidLine,
    entry_of,
)
from arena.tournament.config import Config, canonical, match_header
from arena.tournament.log import LogError, Result, decode_entry, link
from arena.tournament.rebuild import Board
from arena.tournament.schedule import MatchPlan, Schedule, SetPlan
from arena.tournament.seeds import commitment, final_seed
from arena.tournament.standings.compare import differences
from arena.tournament.standings.gather import Gathering
from arena.tournament.standings.table import standings
from arena.tournament.voids import Voids

Kind = Literal[
    "commitment", "seed", "entrants", "schedule", "seatings", "deals", "matches", "faults", "log",
    "ratings", "final table",
]  # fmt: skip
MOST_APART = 2
"""So many times more than another pair may one meet, where tables follow from base blocks."""


class Disproof(Exception):  # noqa: N818 (it is what was found, not what went wrong)
    """The first thing that is not as it must be: what kind of thing, where, and how it differs."""

    def __init__(self, kind: Kind, where: str, what: str) -> None:
        super().__init__(kind, where, what)
        self.kind: Kind = kind
        self.where = where
        self.what = what

    def __str__(self) -> str:
        """Say it in a line."""
        return f"{self.where}: {self.what}" if self.where else self.what


class Checked(msgspec.Struct, frozen=True):
    """What a line of the log came to: the entry itself, the head it states, what is counted.

    `absent` are the seats of its matches that were not asked any more, and not for their strikes.
    """

    entry: bytes
    head: str
    matches: int = 0
    faults: int = 0
    absent: int = 0


def plan_of(manifest: Manifest, voids: Voids) -> Schedule:
    """Give the schedule that follows from a manifest; raise Disproof where that contradicts itself.

    Checks the commitment, the final seed, what was fixed at the start, and the blocks' balance.
    """
    config, opening = manifest.config, manifest.opening
    secret = bytes.fromhex(manifest.secret)
    made = commitment(secret, canonical(config)).hex()
    _expect("commitment", "by secret and configuration", made, opening.commitment)
    if (config.beacon is None) != (opening.beacon is None):
        named = "none" if config.beacon is None else f"round {config.beacon}"
        raise Disproof("seed", "beacon", f"the configuration names {named}, not so the start")
    beacon = None if opening.beacon is None else bytes.fromhex(opening.beacon)
    final = final_seed(secret, opening.nonces(), beacon)
    _expect("seed", "by secret, nonces and beacon", final.hex(), manifest.final)
    _expect("entrants", "by all that was fixed at the start", opening.head().hex(), manifest.opened)
    bots = [entrant.bot for entrant in opening.entrants]
    if any(one >= other for one, other in pairwise(bots)):
        raise Disproof("entrants", "", "expected them in order of their ids, each once")
    try:
        schedule = Schedule(config, bots, final, opening.blocks, voids)
    except ValueError as error:
        raise Disproof("schedule", "", str(error)) from error
    _check_balance(schedule)
    return schedule


def _expect(kind: Kind, why: str, ours: str, theirs: str) -> None:
    if ours != theirs:
        raise Disproof(kind, "", f"expected {ours} {why}, the bundle says {theirs}")


def spread(schedule: Schedule) -> tuple[int, int] | None:
    """Give how often two bots meet, at least and at most; None where no blocks say so."""
    level = meetings(len(schedule.bots), schedule.blocks)
    return (min(level), max(level)) if schedule.blocks else None


def _check_balance(schedule: Schedule) -> None:
    least, most = spread(schedule) or (0, 0)
    if most - least > MOST_APART:
        apart = f"some bots meet {least} times and some {most}"
        raise Disproof("schedule", "blocks", f"{apart}, expected at most {MOST_APART} more")


class Checker:
    """Checks lines of the log by themselves, against the schedule."""

    def __init__(self, manifest: Manifest, schedule: Schedule, game: Game) -> None:
        """Raise HeaderError where matches of this tournament cannot be played here."""
        self._config = manifest.config
        self._schedule = schedule
        self._game = game
        self._windows = {each.bot for each in manifest.opening.entrants if each.windows}
        match_header(self._config, game, "0" * 64)

    def check(self, line: EntryLine) -> Checked:
        """Check one line; raise Disproof, or BundleError for what can be no entry at all."""
        return self._check_set(line) if isinstance(line, SetLine) else self._check_void(line)

    def _check_void(self, line: VoidLine) -> Checked:
        """Check what a void says by itself; what it takes back follows from the entries before."""
        where, bot = f"round {line.round}, void of sets of round {line.of}", line.withdrawn
        if bot is None and not line.numbers:
            raise Disproof("log", where, "there are no sets in it")
        for what in () if bot is None else self._in_withdrawal(where, line, bot):
            raise Disproof("log", where, what)
        return Checked(entry_of(line), line.head)

    def _in_withdrawal(self, where: str, line: VoidLine, bot: str) -> Iterator[str]:
        """Say in what a withdrawal is none: void are open sets of the bot, and it has no others."""
        if self._config.withdrawal != "void":
            yield f"bot {bot} is withdrawn, whose sets are to be played, by the configuration"
        if bot not in self._schedule.bots:
            yield f"expected one of the entrants to be withdrawn, got {bot}"
        if (line.of, line.rerun, line.changes) != (line.round, False, ()):
            yield f"expected open sets of bot {bot}, which is withdrawn, and no reruns"
        for number in line.numbers:
            if bot not in self._planned(where, line.round, number).bots:
                yield f"set {number} is none of bot {bot}, which is withdrawn"

    def _planned(self, where: str, round_: int, number: int) -> SetPlan:
        try:
            return self._schedule.set(round_, number)
        except IndexError as error:
            raise Disproof("schedule", where, str(error)) from error

    def _check_set(self, line: SetLine) -> Checked:
        where = f"round {line.round}, set {line.number}"
        plan = self._planned(where, line.round, line.number)
        if line.bots != plan.bots:
            raise Disproof("schedule", where, f"expected the bots {plan.bots}, got {line.bots}")
        if len(line.matches) != len(plan.matches):
            expected = f"expected {len(plan.matches)} matches"
            raise Disproof("matches", where, f"{expected}, got {len(line.matches)}")
        for index, (match, planned) in enumerate(zip(line.matches, plan.matches, strict=True)):
            self._check_match(f"{where}, match {index}", match, planned)
        faults = sum(len(match.record.faults) for match in line.matches)
        absent = sum(len(match.absent) for match in line.matches)
        return Checked(entry_of(line), line.head, len(line.matches), faults, absent)

    def _check_match(self, where: str, match: MatchLine, planned: MatchPlan) -> None:
        if match.seats != planned.seats:
            raise Disproof("seatings", where, f"expected {planned.seats}, got {match.seats}")
        header = match.record.header
        if header.seed != planned.seed:
            raise Disproof("deals", where, f"expected the seed {planned.seed}, got {header.seed}")
        windows = tuple(seat for seat, bot in enumerate(planned.seats) if bot in self._windows)
        expected = match_header(self._config, self._game, planned.seed, windows)
        if header != expected:
            raise Disproof("matches", where, f"expected {expected}, got {header}")
        replayed = replay(self._game, match.record)
        if replayed.difference is not None:
            raise Disproof("matches", where, str(replayed.difference))
        for what in _in_faults(self._config, match, replayed.seats):
            raise Disproof("faults", where, what)


def _in_faults(config: Config, match: MatchLine, seats: list[int]) -> Iterator[str]:
    """Say what of strikes, absences and calls does not follow from decisions and their notes."""
    noted = {note.at for note in match.record.faults}
    strikes, absent = Counter[int](), set[int]()
    for at, (seat, decision) in enumerate(zip(seats, match.record.decisions, strict=True)):
        retired = strikes[seat] >= config.max_strikes
        if retired and (decision != FAULT or at in noted):
            yield f"seat {seat} is retired, and was yet asked for decision {at + 1}"
        if at in noted:
            strikes[seat] += 1
        elif decision == FAULT and not retired:
            absent.add(seat)
    places = range(len(match.seats))
    if tuple(strikes[seat] for seat in places) != match.strikes:
        yield f"expected the strikes {[strikes[seat] for seat in places]}, got {match.strikes}"
    if tuple(sorted(absent)) != match.absent:
        yield f"expected the absent seats {sorted(absent)}, got {match.absent}"
    yield from _in_latencies(match, seats, noted)


def _in_latencies(match: MatchLine, seats: list[int], noted: set[int]) -> Iterator[str]:
    """Say where there is no time for a decision that was asked for, or one where it was not.

    That there are times for each seat is of the entry's shape.
    """
    called: list[list[bool]] = [[] for _ in match.seats]
    for at, (seat, decision) in enumerate(zip(seats, match.record.decisions, strict=True)):
        called[seat].append(at in noted or decision != FAULT)
    for seat, (expected, times) in enumerate(zip(called, match.latencies, strict=False)):
        if [ms is not None for ms in times] != expected:
            calls = f"each of its {sum(expected)} calls in {len(expected)} decisions, and no other"
            yield f"latencies of seat {seat}: expected a time of {calls}, got {times[:20]}"


class Proof:
    """Takes in what was found line by line, in the order of the log, and the boards at last."""

    def __init__(self, manifest: Manifest, schedule: Schedule) -> None:
        """Begin before the first entry."""
        self.board = Board(schedule)
        self.sets = self.voids = self.matches = self.faults = self.absent = 0
        self.ranked_by = ""
        self._schedule = schedule
        self._gathering = Gathering(schedule)
        self._finished = manifest.state == "finished"
        self._heads = [bytes.fromhex(head) for head in manifest.heads]
        self._round = 0
        self._head = bytes.fromhex(manifest.opened)

    @property
    def head(self) -> str:
        """The head of the chain, as 64 hex digits."""
        return self._head.hex()

    def add(self, checked: Checked) -> None:
        """Take in the next entry; raise Disproof where it cannot be there, or is rated wrongly."""
        entry = decode_entry(checked.entry)
        self._go_on_to(entry.round)
        try:
            self.board.add(entry)
        except LogError as error:
            raise Disproof("log", "", str(error)) from error
        for round_, number in self.board.wrong:
            where = f"round {round_}, set {number}"
            raise Disproof("ratings", where, "its changes are not those that its ranks give")
        self._head = link(self._head, checked.entry)
        if self.head != checked.head:
            where = f"round {entry.round}, entry {self.sets + self.voids + 1} of the log"
            raise Disproof("log", where, f"expected the head {self.head}, got {checked.head}")
        self._gathering.add(entry)
        self.sets += isinstance(entry, Result)
        self.voids += not isinstance(entry, Result)
        self.matches += checked.matches
        self.faults += checked.faults
        self.absent += checked.absent

    def end(self, boards: Boards) -> None:
        """Check that the log is complete, its heads after each round, and both boards."""
        if self._finished and not self.board.complete:
            missing = self.board.missing[:20]
            raise Disproof("log", f"round {self.board.round}", f"without its sets {missing}")
        least, most = self._round, self.board.round if self.board.missing else self._schedule.rounds
        if not (most if self._finished else least) <= len(self._heads) <= most:
            expected = f"expected {most} heads, one for each round"
            raise Disproof("log", "", f"{expected}, got {len(self._heads)}")
        self._go_on_to(len(self._heads) + 1)
        self._check_ratings(boards)
        ours = standings(self._gathering.played(), self._schedule.final)
        self.ranked_by = ours.ranked_by
        for where, what in differences(ours, boards.final):
            raise Disproof("final table", where, what)

    def _go_on_to(self, round_: int) -> None:
        """Check the heads of the rounds that are over by then."""
        for number in range(max(self._round, 1), min(round_, self._schedule.rounds + 1)):
            if self._heads[number - 1 : number] != [self._head]:
                given = [head.hex() for head in self._heads[number - 1 : number]]
                expected = f"expected the head {self.head} after it"
                raise Disproof("log", f"round {number}", f"{expected}, got {given}")
        self._round = max(self._round, round_)

    def _check_ratings(self, boards: Boards) -> None:
        """Check every live rating."""
        told = {each.bot: each for each in boards.live}
        if [*told] != sorted(self.board.ratings) or len(told) != len(boards.live):
            raise Disproof("ratings", "boards", "expected every entrant once, by bot id")
        for bot, rating in self.board.ratings.items():
            if (told[bot].rating, told[bot].sets) != (rating, self.board.sets[bot]):
                expected = f"expected {rating} after {self.board.sets[bot]} sets"
                got = f"got {told[bot].rating} after {told[bot].sets}"
                raise Disproof("ratings", f"bot {bot}", f"{expected}, {got}")
