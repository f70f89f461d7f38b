"""What a game must provide to be played here.

What may live here: the contract between the engine and a game. A game is a position, which is
plain data, and rules that move it; the engine never looks inside a position.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, Self

from arena.engine.ask import Ask, Event, Option, View
from arena.engine.habits import Habits
from arena.engine.record import Header, HeaderError, Outcome

_SEED = re.compile("[0-9a-f]{64}")


class Rules(Protocol):
    """The rules of a game at work on one position, which they own.

    A beat: all open asks are answered, then one `step`. Simultaneous choices are several asks in
    one beat. Chance comes only from the streams of the header's seed.
    """

    def asks(self) -> tuple[Ask, ...]:
        """Give the open asks in seat order; none before the first step and when all is over."""
        ...

    def step(self, answers: Sequence[int]) -> list[Event]:
        """Apply one answer per open ask (an index, or FAULT) and go on to the next asks.

        The first call, with no answers, carries the match from its setup to its first asks.
        """
        ...

    def view(self, seat: int | None) -> View:
        """Give what `seat` (None: a spectator) may know. Looking changes nothing."""
        ...

    def outcome(self) -> Outcome:
        """Give the result; only valid once no ask is open after a step."""
        ...

    def clone(self) -> Self:
        """Give an independent copy that will play on exactly as this one would."""
        ...


class Sample(NamedTuple):
    """A position written down: the rules at work on it, which ask at their first step."""

    players: int
    rules: Rules


@dataclass(frozen=True)
class Game:
    """A game as the registry lists it. `options`, `events` and `view` are its words' types."""

    name: str
    title: str
    version: int
    min_players: int
    max_players: int
    rounds: int
    new: Callable[[Header], Rules]
    options: tuple[type[Option], ...]
    events: tuple[type[Event], ...]
    view: type[View]
    kinds: tuple[str, ...]
    """The kinds of ask, in the order of the game's decision table."""
    samples: Callable[[], Iterable[Sample]]
    """Positions to try a bot at, new ones at each call. The kind of a sample is that of its first
    ask; there are some of every kind."""
    window_kinds: tuple[str, ...] = ()
    """The kinds asked only of seats that want windows."""
    max_rounds: int = 1
    phrases: Mapping[str, str] = field(default_factory=dict, hash=False)
    """How each event is told to people, by its tag; `arena.engine.story` says how to write them."""
    choices: Mapping[str, str] = field(default_factory=dict, hash=False)
    """How each option is told, by its tag."""
    cites: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The number of the rule behind each event, by its tag, as it stands in the rule page."""
    habits: Habits | None = field(default=None, hash=False)
    """What the matches of a bot tell of how it plays."""
    folder: str = ""
    """The package of the game, beside whose modules lie its rule page, `RULES.md`, and in
    `theatre/` what draws it in a browser; none in tests."""

    def header(
        self,
        players: int,
        seed: str,
        rounds: int | None = None,
        windows: tuple[int, ...] = (),
    ) -> Header:
        """Give a valid header of this version; raise HeaderError naming the field otherwise.

        `windows` are the seats that want them, in any order; a game without windows drops them.
        """
        header = Header(
            game=self.name,
            players=players,
            rounds=self.rounds if rounds is None else rounds,
            rules=self.version,
            seed=seed.lower(),
            windows=tuple(sorted(set(windows))) if self.window_kinds else (),
        )
        self.check(header)
        return header

    def check(self, header: Header) -> None:
        """Raise HeaderError, naming the field, unless this game can be played by `header`."""
        if header.game != self.name:
            raise HeaderError(f"game: expected {self.name}, got {header.game}")
        if header.rules != self.version:
            raise HeaderError(
                f"rules: {self.name} is played here by version {self.version}, not {header.rules}"
            )
        if not self.min_players <= header.players <= self.max_players:
            expected = f"{self.min_players} to {self.max_players}"
            raise HeaderError(f"players: expected {expected}, got {header.players}")
        if not 1 <= header.rounds <= self.max_rounds:
            raise HeaderError(f"rounds: expected 1 to {self.max_rounds}, got {header.rounds}")
        if not _SEED.fullmatch(header.seed):
            raise HeaderError(f"seed: expected 64 hex digits (0-9, a-f), got {header.seed!a}")
        self._check_windows(header)

    def _check_windows(self, header: Header) -> None:
        allowed = range(header.players) if self.window_kinds else ()
        if any(seat not in allowed for seat in header.windows):
            raise HeaderError(f"windows: expected seats of the table, got {list(header.windows)}")
        if list(header.windows) != sorted(set(header.windows)):
            raise HeaderError(f"windows: expected ascending seats, got {list(header.windows)}")
