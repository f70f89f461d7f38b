"""One match in progress, without I/O.

What may live here: the bookkeeping between the rules and whoever answers (a referee over HTTP,
bots in this process, a replay). The rules see only complete beats in seat order, so the order in
which answers arrive cannot matter. Misuse by our own code raises TableError and changes nothing;
a contestant's fault is data: it is recorded, and the game's default is played.
"""

from arena.engine.ask import FAULT, Ask, Event, View
from arena.engine.record import CHECK_EVERY, Digest, FaultNote, Header, Outcome, Record, Say
from arena.engine.rules import Game, Rules


class TableError(Exception):
    """Our own code used a table wrongly; the table is as it was before."""


class Table:
    """The state of one match: open asks, decisions so far, events, running digest."""

    __slots__ = (
        "_answers", "_asks", "_checks", "_decisions", "_digest", "_faults", "_log", "_notes",
        "_rules", "_seen", "header",
    )  # fmt: skip

    def __init__(self, rules: Rules, header: Header) -> None:
        """Seat the players at a position; its forced moves are carried out at once."""
        self.header = header
        self._rules = rules
        self._digest = Digest(header)
        self._decisions: list[int] = []
        self._checks: list[str] = []
        self._notes: dict[int, str] = {}
        self._faults: list[FaultNote] = []
        self._answers: dict[int, int] = {}
        self._log: list[Event] = []
        self._seen = [0] * header.players
        self._advance([])

    @classmethod
    def new(cls, game: Game, header: Header) -> "Table":
        """Begin a match; raise HeaderError where the header cannot be played."""
        game.check(header)
        return cls(game.new(header), header)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self._asks

    @property
    def decisions(self) -> tuple[int, ...]:
        """The decisions of all complete beats."""
        return tuple(self._decisions)

    def asks(self) -> tuple[Ask, ...]:
        """Give the asks of this beat that are still open, in seat order."""
        if not self._answers:
            return self._asks
        return tuple(ask for ask in self._asks if ask.seat not in self._answers)

    def answer(self, seat: int, index: int) -> None:
        """Take the seat's choice, an index into its options; the last one moves the match on."""
        ask = self._open(seat)
        if not 0 <= index < len(ask.options):
            raise TableError(f"option {index} of {len(ask.options)} for seat {seat}")
        self._settle(seat, index)

    def fault(self, seat: int, kind: str | None) -> None:
        """Take a fault for the seat's answer; `kind` is None for a retired seat, which has none."""
        self._open(seat)
        if kind is not None:
            self._notes[seat] = kind
        self._settle(seat, FAULT)

    def view(self, seat: int | None) -> View:
        """Give what the seat (None: a spectator) may know now; raise TableError for no seat."""
        self._check_seat(seat)
        return self._rules.view(seat)

    def events(self, seat: int | None) -> list[Event]:
        """Give what the seat may know of the events since its last answer (a spectator: of all).

        Raises TableError for no seat.
        """
        self._check_seat(seat)
        start = 0 if seat is None else self._seen[seat]
        return [told for event in self._log[start:] if (told := event.seen_by(seat)) is not None]

    @property
    def log(self) -> list[Event]:
        """All events so far, unredacted: for records and the story of a finished match."""
        return list(self._log)

    def outcome(self) -> Outcome:
        """Give the result; raise TableError while the match goes on."""
        if self._asks:
            raise TableError("the match is not over")
        return self._rules.outcome()

    def digest(self) -> str:
        """Give the digest of the finished match; raise TableError while it goes on."""
        return self._digest.close(self.outcome())

    def record(self, says: tuple[Say, ...] = ()) -> Record:
        """Give the record of the finished match; raise TableError while it goes on."""
        return Record(
            header=self.header,
            decisions=tuple(self._decisions),
            checks=tuple(self._checks),
            faults=tuple(self._faults),
            says=says,
            outcome=self.outcome(),
            digest=self.digest(),
        )

    @property
    def checks(self) -> tuple[str, ...]:
        """The prefixes of the running hash taken so far, one per 16 decisions."""
        return tuple(self._checks)

    def clone(self) -> "Table":
        """Give an independent copy that will play on exactly as this one would."""
        twin = Table.__new__(Table)
        twin.header, twin._asks = self.header, self._asks
        twin._rules, twin._digest = self._rules.clone(), self._digest.copy()
        twin._decisions, twin._checks = self._decisions.copy(), self._checks.copy()
        twin._notes, twin._faults = self._notes.copy(), self._faults.copy()
        twin._answers, twin._log = self._answers.copy(), self._log.copy()
        twin._seen = self._seen.copy()
        return twin

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < len(self._seen):
            raise TableError(f"there is no seat {seat}")

    def _open(self, seat: int) -> Ask:
        if seat not in self._answers:
            for ask in self._asks:
                if ask.seat == seat:
                    return ask
        raise TableError(f"seat {seat} is not asked anything")

    def _settle(self, seat: int, decision: int) -> None:
        answers = self._answers
        answers[seat] = decision
        if len(answers) < len(self._asks):
            return
        self._answers = {}
        batch = [answers[ask.seat] for ask in self._asks]
        if self._notes:
            self._file_notes()
        for ask in self._asks:
            self._seen[ask.seat] = len(self._log)
        self._decisions += batch
        self._advance(batch)

    def _file_notes(self) -> None:
        for place, ask in enumerate(self._asks, len(self._decisions)):
            if ask.seat in self._notes:
                self._faults.append(FaultNote(at=place, kind=self._notes[ask.seat]))
        self._notes = {}

    def _advance(self, batch: list[int]) -> None:
        events = self._rules.step(batch)
        self._log += events
        self._digest.add(events)
        self._asks = self._rules.asks()
        due = len(self._decisions) // CHECK_EVERY - len(self._checks)
        if due:
            self._checks += [self._digest.check()] * due
