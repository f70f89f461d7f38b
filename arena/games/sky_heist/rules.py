"""The rules of Sky Heist at work: which phase does what, and what it does with the answers.

What may live here: the table of phases and the loop over their stack. Each phase has one function
that goes on until it must ask (or hands over to the next phase), and, if it asks, one that takes
the answers; they stand in a module named after the section of the rulebook.
"""

from collections.abc import Callable, Sequence

from arena.engine.ask import FAULT, Ask, Event
from arena.engine.record import Header, Outcome
from arena.games.sky_heist.duel import ask_nerve, take_nerve
from arena.games.sky_heist.event_cards import begin_giving, take_giving
from arena.games.sky_heist.events import Fault
from arena.games.sky_heist.loading import open_window, take_window
from arena.games.sky_heist.luck import Streams
from arena.games.sky_heist.position import Phase, Position
from arena.games.sky_heist.race import arrive, run_race, take_race
from arena.games.sky_heist.refill import refill
from arena.games.sky_heist.setup import set_up
from arena.games.sky_heist.sharing import ranks, resolve_missed, share, take_cancel
from arena.games.sky_heist.turn import ask_action, begin_turn, take_action
from arena.games.sky_heist.view import view
from arena.games.sky_heist.words import Answer, HeistView

BEGIN: dict[Phase, Callable[[Position, list[Event]], tuple[Ask, ...]]] = {
    Phase.SETUP: set_up,
    Phase.TURN: begin_turn,
    Phase.LOAD: open_window,
    Phase.ACTION: ask_action,
    Phase.GIVE: begin_giving,
    Phase.NERVE: ask_nerve,
    Phase.REFILL: refill,
    Phase.ARRIVAL: arrive,
    Phase.RACE: run_race,
    Phase.MISSED: resolve_missed,
    Phase.SHARING: share,
}
TAKE: dict[Phase, Callable[[Position, Sequence[Answer], list[Event]], None]] = {
    Phase.LOAD: take_window,
    Phase.ACTION: take_action,
    Phase.GIVE: take_giving,
    Phase.NERVE: take_nerve,
    Phase.RACE: take_race,
    Phase.MISSED: take_cancel,
}


class SkyHeist:
    """The rules at work on one position, which they own."""

    __slots__ = ("_asks", "position")

    def __init__(self, position: Position) -> None:
        """Play on from this position; nothing is asked before the first step."""
        self.position = position
        self._asks: tuple[Ask, ...] = ()

    @classmethod
    def new(cls, header: Header) -> "SkyHeist":
        """Begin the match of this header."""
        luck = Streams(bytes.fromhex(header.seed))
        return cls(Position.new(header.players, header.rounds, header.windows, luck))

    def asks(self) -> tuple[Ask, ...]:
        """Give the open asks, in seat order."""
        return self._asks

    def step(self, answers: Sequence[int]) -> list[Event]:
        """Apply the answers of a beat and go on to the next asks."""
        news: list[Event] = []
        position = self.position
        if self._asks:
            phase = position.phases[-1]
            TAKE[phase](position, self._answers(phase, answers, news), news)
        asks: tuple[Ask, ...] = ()
        while position.phases and not asks:
            asks = BEGIN[position.phases[-1]](position, news)
        self._asks = asks
        return news

    def _answers(self, phase: Phase, answers: Sequence[int], news: list[Event]) -> list[Answer]:
        """Give what each seat chose; faults are told now, but those of a race at its end."""
        chosen = []
        for ask, index in zip(self._asks, answers, strict=True):
            fault = index == FAULT
            if fault and phase is not Phase.RACE:
                news.append(Fault(ask.seat, ask.kind))
            chosen.append(Answer(ask.seat, ask.options[0 if fault else index], fault))
        return chosen

    def view(self, seat: int | None) -> HeistView:
        """Give what the seat (None: a spectator) may know."""
        return view(self.position, seat)

    def outcome(self) -> Outcome:
        """Give ranks and points by seat."""
        scores = tuple(self.position.scores)
        return Outcome(ranks=ranks(scores), scores=scores)

    def clone(self) -> "SkyHeist":
        """Give an independent copy that will play on exactly as this one would."""
        twin = SkyHeist(self.position.clone())
        twin._asks = self._asks
        return twin
