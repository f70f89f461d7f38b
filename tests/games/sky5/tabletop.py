"""Sky 5 as somebody follows it who hears only the events: what the theatre and the tests build on.

It knows none of the rules of the engine; what the events do not say, it does not know.
"""

from collections.abc import Iterable

from arena.engine.ask import Event
from arena.games.sky5 import words
from arena.games.sky5.words import Sky5View


class Tabletop:
    """The cards on the table, moved by events alone. Lists have one entry per seat."""

    def __init__(self, start: Sky5View) -> None:
        """Begin with the table as a view shows it before the first event."""
        self.fronts = [list(front) for front in start.fronts]
        self.piles = [list(pile) for pile in start.piles]
        self.points = list(start.points)
        self.discard = list(start.discard)
        self.deck = start.deck
        self.active = start.active
        self.turn = start.turn
        self.final_order = start.final_order
        self.over = False

    def follow(self, events: Iterable[Event]) -> None:
        """Take in several events."""
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Take in one event."""
        match event:
            case words.TurnBegan(seat=seat, turn=turn):
                self.active, self.turn = seat, turn
            case words.Drawn(seat=seat, card=card):
                self.deck -= 1
                self.fronts[seat].append(card)
            case words.Given(seat=seat, card=card, to=to):
                # The card drawn lies last; one like it may lie before.
                assert self.fronts[seat].pop() == card
                self.fronts[to].append(card)
            case words.Taken(seat=seat, card=card, buster=buster):
                self.fronts[buster].remove(card)
                self.fronts[seat].append(card)
            case words.Banked() | words.SkyFive():
                self._bank(event)
            case words.Discarded(seat=seat, cards=cards):
                assert self.fronts[seat] == list(cards)
                self.fronts[seat] = []
                self.discard += cards
            case words.FinalRound(order=order):
                self.final_order = order
            case words.Ended():
                self.over = True
            case words.Busted(seat=seat, cards=cards):
                assert self.fronts[seat] == list(cards)

    def _bank(self, event: words.Banked | words.SkyFive) -> None:
        seat = event.seat
        assert self.fronts[seat] == list(event.cards)
        self.fronts[seat] = []
        self.piles[seat] += event.cards
        self.points[seat] += event.points

    def agrees_with(self, view: Sky5View) -> bool:
        """Say whether the view shows the same table."""
        return (
            [list(front) for front in view.fronts] == self.fronts
            and [list(pile) for pile in view.piles] == self.piles
            and (list(view.points), list(view.discard)) == (self.points, self.discard)
            and (view.deck, view.active, view.turn) == (self.deck, self.active, self.turn)
            and view.final_order == self.final_order
        )
