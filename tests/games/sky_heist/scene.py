"""A match from a written position: acts go in as text, what is asked comes out as text."""

from typing import TypeVar

from arena.engine.ask import Ask, Event
from arena.engine.table import Table
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist.events import Hands
from arena.games.sky_heist.notation import SEATS, option_text, parse
from arena.games.sky_heist.rules import SkyHeist
from arena.games.sky_heist.words import HeistView

E = TypeVar("E", bound=Event)


class Scene:
    """A table begun at a position of the notation (see its module for how to write one).

    `Scene("A {3 4 7 1 2 W}; deck 5 5 6 ...").do("A discard 3 4 7")`; several acts in one call are
    answered one after the other; `A fault` is a fault. What `do` gives are the events since.
    """

    def __init__(self, text: str) -> None:
        self.position = parse(text)
        header = SKY_HEIST.header(
            self.position.players,
            "00" * 32,
            rounds=self.position.rounds,
            windows=self.position.windows,
        )
        self.table = Table(SkyHeist(self.position), header)

    def hand(self, letter: str) -> str:
        """Give the hand of a seat as text."""
        return " ".join(self.position.hands[SEATS.index(letter)])

    def revolver(self, letter: str) -> str:
        """Give the revolver of a seat as text."""
        return " ".join(self.position.revolvers[SEATS.index(letter)])

    def view(self, seat: int | None) -> HeistView:
        """Give what the seat (None: a spectator) sees."""
        view = self.table.view(seat)
        assert isinstance(view, HeistView)
        return view

    def asked(self) -> dict[str, list[str]]:
        """Give what is open: each asked seat's letter and the texts of its options."""
        return {SEATS[ask.seat]: [option_text(o) for o in ask.options] for ask in self.table.asks()}

    def kinds(self) -> dict[str, str]:
        """Give each asked seat's letter and the kind of its ask."""
        return {SEATS[ask.seat]: ask.kind for ask in self.table.asks()}

    def do(self, *acts: str) -> list[Event]:
        """Answer with these acts, e.g. `B load 7`; AssertionError if one is not offered."""
        before = len(self.table.log)
        for act in acts:
            letter, _, what = act.partition(" ")
            seat = SEATS.index(letter)
            if what == "fault":
                self.table.fault(seat, "timeout")
            else:
                self.table.answer(seat, self._index(seat, what))
        return self.table.log[before:]

    def defaults(self, kind: str) -> None:
        """Answer every ask of this kind by its default until another kind is asked."""
        while self.table.asks() and self.table.asks()[0].kind == kind:
            self.table.answer(self.table.asks()[0].seat, 0)

    def happened(self, *kinds: type[E]) -> list[E]:
        """Give the events of these types so far."""
        return [event for event in self.table.log if isinstance(event, kinds)]

    def hands_down(self) -> str:
        """Give the order of hands of the only race so far, e.g. `A C B`."""
        (hands,) = self.happened(Hands)
        return " ".join(SEATS[hand.seat] for hand in hands.hands)

    def _index(self, seat: int, what: str) -> int:
        ask = self._ask(seat)
        texts = [option_text(option) for option in ask.options]
        assert what in texts, f"{what!r} is not among {texts}"
        return texts.index(what)

    def _ask(self, seat: int) -> Ask:
        asks = [ask for ask in self.table.asks() if ask.seat == seat]
        assert asks, f"seat {SEATS[seat]} is not asked"
        return asks[0]
