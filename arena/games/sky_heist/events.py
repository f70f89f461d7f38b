"""What happens in Sky Heist, told so that a theatre can draw all of it.

What may live here: the events and what each seat may know of them (SH-63). Cards that a seat may
not know are None to it; an event that it may not know of at all is withheld.
"""

from typing import Self

import msgspec

from arena.engine.ask import Event
from arena.games.sky_heist.cards import Cards


class RoundStart(Event, frozen=True, gc=False, tag="round_start"):
    """A round begins (SH-02): its number from 1, who moves first, cards in the deck, bonus."""

    round: int
    first: int
    deck: int
    bonus: int


class Deal(Event, frozen=True, gc=False, tag="deal"):
    """Six cards are dealt to a seat, which alone sees them."""

    seat: int
    count: int
    cards: Cards | None

    def seen_by(self, seat: int | None) -> "Deal":
        """Hide the cards from all but their owner."""
        return self if seat == self.seat else Deal(self.seat, self.count, None)


class Turn(Event, frozen=True, gc=False, tag="turn"):
    """A turn begins; turns of a round count from 1."""

    seat: int
    turn: int


class Loaded(Event, frozen=True, gc=False, tag="load"):
    """A seat puts a card into its revolver; only the owner sees which (SH-24)."""

    seat: int
    card: str | None

    def seen_by(self, seat: int | None) -> "Loaded":
        """Hide the card from all but its owner."""
        return self if seat == self.seat else Loaded(self.seat, None)


class NotLoaded(Event, frozen=True, gc=False, tag="no_load"):
    """A seat loads nothing more before this action; nobody else hears of it (SH-25)."""

    seat: int

    def seen_by(self, seat: int | None) -> Self | None:
        """Withhold it from all but the seat: nobody is told who was asked."""
        return self if seat == self.seat else None


class Fault(Event, frozen=True, gc=False, tag="fault"):
    """A seat gave no valid answer to an ask of this kind; the default is played.

    In a race the hand comes down after all others, and it is told with the order of hands.
    """

    seat: int
    ask: str

    def seen_by(self, seat: int | None) -> Self | None:
        """Withhold a fault at a load window from all but the seat (SH-25)."""
        return self if self.ask != "load" or seat == self.seat else None


class Discarded(Event, frozen=True, gc=False, tag="discard"):
    """Cards are laid onto the loot (SH-10)."""

    seat: int
    cards: Cards


class Passed(Event, frozen=True, gc=False, tag="pass"):
    """A seat with an empty hand can do nothing (SH-08)."""

    seat: int


class Played(Event, frozen=True, gc=False, tag="play"):
    """An event card is played; its effect follows, then `put` (SH-15)."""

    seat: int
    card: str
    on: int | None


class Took(Event, frozen=True, gc=False, tag="take"):
    """Substitution takes random cards; the two concerned see which (SH-18)."""

    seat: int
    on: int
    count: int
    cards: Cards | None

    def seen_by(self, seat: int | None) -> "Took":
        """Hide the cards from all but the two concerned."""
        if seat is not None and seat in (self.seat, self.on):
            return self
        return Took(self.seat, self.on, self.count, None)


class Gave(Event, frozen=True, gc=False, tag="give"):
    """Substitution gives as many cards back; the two concerned see which (SH-18)."""

    seat: int
    on: int
    count: int
    cards: Cards | None

    def seen_by(self, seat: int | None) -> "Gave":
        """Hide the cards from all but the two concerned."""
        if seat is not None and seat in (self.seat, self.on):
            return self
        return Gave(self.seat, self.on, self.count, None)


class Lost(Event, frozen=True, gc=False, tag="lose"):
    """Indians put a card of the seat's revolver under the deck; its owner sees which (SH-20)."""

    seat: int
    card: str | None

    def seen_by(self, seat: int | None) -> "Lost":
        """Hide the card from all but its owner."""
        return self if seat == self.seat else Lost(self.seat, None)


class Put(Event, frozen=True, gc=False, tag="put"):
    """A played event card goes onto the loot, or an Assistant in front of its player (SH-16)."""

    seat: int
    card: str
    where: str


class Drew(Event, frozen=True, gc=False, tag="draw"):
    """A seat draws a card into its hand, which it alone sees (SH-27)."""

    seat: int
    card: str | None

    def seen_by(self, seat: int | None) -> "Drew":
        """Hide the card from all but its owner."""
        return self if seat == self.seat else Drew(self.seat, None)


class SheriffTurned(Event, frozen=True, gc=False, tag="sheriff"):
    """A sheriff is turned where the seat had to draw; so many are out now (SH-28)."""

    seat: int
    out: int


class Shooting(Event, frozen=True, gc=False, tag="shoot"):
    """The seat starts a shooting (SH-31), `forced` with an empty hand (SH-08)."""

    seat: int
    forced: bool


class Challenged(Event, frozen=True, gc=False, tag="duel"):
    """The seat challenges the other (SH-53), `forced` with an empty hand (SH-08)."""

    seat: int
    forced: bool


class DuelDrew(Event, frozen=True, gc=False, tag="duel_draw"):
    """A card is drawn for the challenge, face down: nobody sees it (SH-54)."""

    seat: int
    card: str | None

    def seen_by(self, seat: int | None) -> "DuelDrew":  # noqa: ARG002 (hidden from all)
        """Hide the card: it is told, if ever, by `reveal`."""
        return DuelDrew(self.seat, None)


class Revealed(Event, frozen=True, gc=False, tag="reveal"):
    """Both cards (by seat) and both choices lie open; the duel is on or cancelled (SH-55)."""

    challenger: int
    cards: Cards
    anticipated: tuple[int, ...]
    on: bool


class Arrival(Event, frozen=True, gc=False, tag="arrival"):
    """The sheriff arrives: `fourth_sheriff` (SH-29) or `empty_hands` (SH-09)."""

    reason: str


class RaceStart(Event, frozen=True, gc=False, tag="race"):
    """All hands not yet down race; `starter` is None where nobody is lowest by right (SH-33)."""

    starter: int | None


class Hand(msgspec.Struct, frozen=True, gc=False):
    """How a hand came down: `starter`, `anticipated`, `raced`, `fault`, or `never` at all.

    Its time is latency + 80,000 µs for each card loaded during the race (SH-64).
    """

    seat: int
    how: str
    latency_us: int
    loaded: int
    time_us: int


class Down(Event, frozen=True, gc=False, tag="down"):
    """A seat puts its hand down in a race, or has it put down by a `fault` (SH-26, A56).

    Nobody else hears of it before the order of hands; the record knows it at once.
    """

    seat: int
    fault: bool

    def seen_by(self, seat: int | None) -> Self | None:
        """Withhold it from all but the seat (SH-63)."""
        return self if seat == self.seat else None


class Hands(Event, frozen=True, gc=False, tag="hands"):
    """The order of hands, lowest first; `excluded` is the last of 3 to 5 (SH-34)."""

    hands: tuple[Hand, ...]
    excluded: int | None


class FalseSlap(Event, frozen=True, gc=False, tag="false_slap"):
    """The duel is cancelled, but this seat's hand came down: it has lost its nerve (SH-60)."""

    seat: int


class Bonus(Event, frozen=True, gc=False, tag="bonus"):
    """The seat adds the bonus cards to its revolver (SH-56)."""

    seat: int
    cards: Cards


class Shown(Event, frozen=True, gc=False, tag="revolver"):
    """A participant shows his revolver, without the bonus cards."""

    seat: int
    cards: Cards


class Missed(Event, frozen=True, gc=False, tag="missed"):
    """A Missed of the seat cancels a card of the seat `on`, or has no target (SH-43, SH-45)."""

    seat: int
    on: int | None
    card: str | None


class Wilds(Event, frozen=True, gc=False, tag="wilds"):
    """The seat's wilds count as this value; None where they are ignored (SH-40 to SH-42)."""

    seat: int
    count: int
    value: str | None


class Shared(Event, frozen=True, gc=False, tag="share"):
    """A participant takes his share, best first: group of `size` cards of `value` (SH-47).

    A score of 0 is size 0 of value None.
    """

    seat: int
    rank: int
    size: int
    value: str | None
    cards: int


class RoundEnd(Event, frozen=True, gc=False, tag="round_end"):
    """A round ends: loot, what was left to nobody, shares and totals by seat, next first."""

    round: int
    loot: int
    left: int
    shares: tuple[int, ...]
    scores: tuple[int, ...]
    next_first: int


class End(Event, frozen=True, gc=False, tag="end"):
    """The match ends: ranks and scores by seat (SH-52)."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (
    RoundStart, Deal, Turn, Loaded, NotLoaded, Fault, Discarded, Passed, Played, Took, Gave,
    Lost, Put, Drew, SheriffTurned, Shooting, Challenged, DuelDrew, Revealed, Arrival, RaceStart,
    Down, Hands, FalseSlap, Bonus, Shown, Missed, Wilds, Shared, RoundEnd, End,
)  # fmt: skip
