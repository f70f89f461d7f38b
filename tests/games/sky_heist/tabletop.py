"""Sky Heist as a spectator follows it who hears only the events: what the theatre builds on.

It knows none of the rules of the engine; what the events do not say, it does not know.
"""

from collections.abc import Iterable

from arena.engine.ask import Event
from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import HeistView


class Tabletop:
    """The public table, moved by events alone. Lists have one entry per seat."""

    def __init__(self, players: int) -> None:
        """Begin before the first round."""
        self.players = players
        self.scores = [0] * players
        self.begin(told.RoundStart(0, 0, 0, 0))

    def begin(self, event: told.RoundStart) -> None:
        """Clear the table for a round."""
        self.round, self.first, self.deck, self.bonus = (
            event.round, event.first, event.deck, event.bonus,
        )  # fmt: skip
        self.hands, self.revolvers = [0] * self.players, [0] * self.players
        self.assistants = [0] * self.players
        self.sheriffs = self.active = self.turn = 0
        self.loot: list[str] = []
        self.aside: list[str] = []

    def follow(self, events: Iterable[Event | None]) -> None:
        """Take in several events, as a spectator is told them; some he is not told at all."""
        for event in events:
            if event is not None:
                self.apply(event)

    def apply(self, event: Event) -> None:
        """Take in one event."""
        match event:
            case told.RoundStart():
                self.begin(event)
            case told.Deal(seat=seat, count=count):
                self.hands[seat] = count
            case told.Turn(seat=seat, turn=turn):
                self.active, self.turn = seat, turn
            case told.Loaded(seat=seat):
                self.hands[seat] -= 1
                self.revolvers[seat] += 1
            case told.Discarded(seat=seat, cards=cards):
                self.hands[seat] -= len(cards)
                self.loot += cards
            case told.Took(seat=seat, on=on, count=count):
                self._hand_over(on, seat, count)
            case told.Gave(seat=seat, on=on, count=count):
                self._hand_over(seat, on, count)
            case told.Bonus(seat=seat, cards=cards):
                self.revolvers[seat] += len(cards)
                self.bonus = 0
            case told.Revealed(cards=cards):
                self.aside += cards
            case told.RoundEnd(scores=scores):
                self.scores = list(scores)
            case _:
                self._apply_card(event)

    def _apply_card(self, event: Event) -> None:
        match event:
            case told.Played(seat=seat):
                self.hands[seat] -= 1
            case told.Put(card=card, where="loot"):
                self.loot.append(card)
            case told.Put(seat=seat):
                self.assistants[seat] += 1
            case told.Lost(seat=seat):
                self.revolvers[seat] -= 1
                self.deck += 1
            case told.Drew(seat=seat):
                self.hands[seat] += 1
                self.deck -= 1
            case told.DuelDrew():
                self.deck -= 1
            case told.SheriffTurned(out=out):
                self.sheriffs = out
                self.deck -= 1

    def _hand_over(self, giver: int, to: int, count: int) -> None:
        self.hands[giver] -= count
        self.hands[to] += count

    def agrees_with(self, view: HeistView) -> bool:
        """Say whether the view shows the same table."""
        return (
            (list(view.hands), list(view.revolvers)) == (self.hands, self.revolvers)
            and (list(view.loot), list(view.aside)) == (self.loot, self.aside)
            and (view.deck, view.sheriffs, view.bonus) == (self.deck, self.sheriffs, self.bonus)
            and (view.round, view.turn, view.first) == (self.round, self.turn, self.first)
            and (view.active, list(view.assistants)) == (self.active, self.assistants)
            and list(view.scores) == self.scores
        )
