"""A position of Sky 5: plain data, and questions that need nothing else.

What may live here: the data, how a match is dealt, and copying. Rules move it, views show it.
Cards lie in immutable tuples, so that views and events can share them.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from arena.engine.chance import Chance, Stream, shuffled
from arena.games.sky5.cards import PACK, RANK, STAR, has_colour, removed_count

Phase = Literal["turn", "gift", "takes", "final_turn", "end_turn"]
"""What can be going on: the sections of the rulebook."""


@cache
def clockwise_after(seat: int, players: int) -> tuple[int, ...]:
    """Give the other seats, clockwise from the left neighbour of `seat` (S5-04)."""
    return tuple((seat + step) % players for step in range(1, players))


@dataclass(slots=True)
class Position:
    """Everything there is to know between two beats. Lists have one entry per seat.

    While the phase `gift` is on top, the card to give is the last of the active front.
    """

    fronts: list[tuple[str, ...]]
    piles: list[tuple[str, ...]]
    points: list[int]
    deck: list[str]
    """Top first."""
    removed: tuple[str, ...]
    discard: tuple[str, ...]
    dice: list[Chance] = field(compare=False)
    active: int
    turn: int
    phases: list[Phase]
    """A stack: the last is going on, those before it continue after it; empty: the game is over."""
    takers: tuple[int, ...] = ()
    """Who may still take from the active player, who busts; in order."""
    final_order: tuple[int, ...] = ()
    """The order of the final round; empty before it."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.fronts)

    def final_left(self) -> tuple[int, ...]:
        """Give the seats whose final turn is still to come, after the active one; in order."""
        if not self.final_order:
            return ()
        return self.final_order[self.final_order.index(self.active) + 1 :]

    def lacking(self, colour: str) -> tuple[int, ...]:
        """Give the other seats that show no card of the colour, clockwise from the active one."""
        fronts = self.fronts
        others = clockwise_after(self.active, len(fronts))
        return tuple([seat for seat in others if not has_colour(fronts[seat], colour)])

    def open_to(self, taker: int) -> tuple[str, ...]:
        """Give the cards of the active front that `taker` may take, in canonical order (S5-18)."""
        own = self.fronts[taker]
        cards = self.fronts[self.active]
        can = [card for card in cards if card[0] == STAR or not has_colour(own, card[0])]
        can.sort(key=RANK.__getitem__)
        return tuple(can)

    def clone(self) -> "Position":
        """Give an independent copy; its dice will fall as these would."""
        return Position(
            fronts=self.fronts.copy(),
            piles=self.piles.copy(),
            points=self.points.copy(),
            deck=self.deck.copy(),
            removed=self.removed,
            discard=self.discard,
            dice=[die.copy() for die in self.dice],
            active=self.active,
            turn=self.turn,
            phases=self.phases.copy(),
            takers=self.takers,
            final_order=self.final_order,
        )


def deal(players: int, seed: bytes) -> Position:
    """Give the position before the first turn, from the 32-byte match seed (S5-01 to S5-05)."""
    cards = shuffled(PACK, Stream(seed, "deck/0"))
    size = len(cards) - removed_count(players)
    return Position(
        fronts=[()] * players,
        piles=[()] * players,
        points=[0] * players,
        deck=cards[:size],
        removed=tuple(cards[size:]),
        discard=(),
        dice=[Stream(seed, f"die/{seat}") for seat in range(players)],
        active=0,
        turn=1,
        phases=["turn"],
    )
