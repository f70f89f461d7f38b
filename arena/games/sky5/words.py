"""The words of Sky 5: what a seat may choose, what happens, and what everybody sees.

What may live here: the structs that bots, records and the theatre read. `RULES.md` explains each;
a change of any of them is a new version of the game. Nothing in them is secret (S5-34).
"""

from arena.engine.ask import Event, Option, View

KINDS = ("turn", "gift", "take")
"""The kinds of ask, in the order of the table of decisions."""


class Draw(Option, frozen=True, tag="draw"):
    """Draw the top card (S5-08)."""


class Bank(Option, frozen=True, tag="bank"):
    """Attempt to bank: roll the die (S5-13)."""


class Give(Option, frozen=True, tag="give"):
    """Give the card just drawn to the seat `to` (S5-10)."""

    to: int


class Take(Option, frozen=True, tag="take"):
    """Take this card from the front of the player who busts (S5-17)."""

    card: str


class TakeNone(Option, frozen=True, tag="none"):
    """Take nothing from the player who busts (S5-17)."""


OPTIONS: tuple[type[Option], ...] = (Draw, Bank, Give, Take, TakeNone)


class TurnBegan(Event, frozen=True, gc=False, tag="turn"):
    """Turn number `turn` (from 1) begins; it is `seat`'s."""

    seat: int
    turn: int


class Drawn(Event, frozen=True, gc=False, tag="draw"):
    """The top card of the deck was turned up into the front of `seat` (S5-08)."""

    seat: int
    card: str


class Given(Event, frozen=True, gc=False, tag="gift"):
    """The card just drawn went from the front of `seat` to that of `to` (S5-10)."""

    seat: int
    card: str
    to: int


class Rolled(Event, frozen=True, gc=False, tag="roll"):
    """`seat` attempted to bank and rolled `number`, 1 to 6 (S5-13)."""

    seat: int
    number: int


class Banked(Event, frozen=True, gc=False, tag="bank"):
    """The attempt succeeded: the whole front went to the scoring pile (S5-13)."""

    seat: int
    cards: tuple[str, ...]
    points: int


class SkyFive(Event, frozen=True, gc=False, tag="sky_five"):
    """All five colours lay in the front: the whole of it went to the scoring pile (S5-23)."""

    seat: int
    cards: tuple[str, ...]
    points: int


class Busted(Event, frozen=True, gc=False, tag="bust"):
    """`seat` busts; `cards` is the front that the others may take from (S5-16)."""

    seat: int
    cards: tuple[str, ...]


class Taken(Event, frozen=True, gc=False, tag="take"):
    """`seat` took a card from the front of the player who busts (S5-17)."""

    seat: int
    card: str
    buster: int


class Declined(Event, frozen=True, gc=False, tag="decline"):
    """`seat` could have taken a card from the player who busts, and took none (S5-17)."""

    seat: int
    buster: int


class Discarded(Event, frozen=True, gc=False, tag="discard"):
    """What was left of the buster's front was discarded (S5-20)."""

    seat: int
    cards: tuple[str, ...]


class Capped(Event, frozen=True, gc=False, tag="cap"):
    """The safety stop: turn number `turn` was the last before the final round (S5-35)."""

    turn: int


class FinalRound(Event, frozen=True, gc=False, tag="final_round"):
    """The final round begins; each seat has one turn in this order (S5-26, S5-27)."""

    order: tuple[int, ...]


class NotRolled(Event, frozen=True, gc=False, tag="no_roll"):
    """A final turn with an empty front: no roll, and the turn counts as taken (S5-29)."""

    seat: int


class Ended(Event, frozen=True, gc=False, tag="end"):
    """The game is over: by seat the points, the cards in the pile, the place (S5-32, S5-33)."""

    points: tuple[int, ...]
    cards: tuple[int, ...]
    ranks: tuple[int, ...]


class Faulted(Event, frozen=True, gc=False, tag="fault"):
    """No valid answer came from `seat` to this kind of ask; its default is played."""

    seat: int
    ask: str


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    Drawn,
    Given,
    Rolled,
    Banked,
    SkyFive,
    Busted,
    Taken,
    Declined,
    Discarded,
    Capped,
    FinalRound,
    NotRolled,
    Ended,
    Faulted,
)


class Sky5View(View, frozen=True):
    """The table as everybody sees it (S5-34); by seat where a tuple has one entry per player."""

    seat: int | None
    """Whose view it is; None for a spectator."""
    turn: int
    active: int
    fronts: tuple[tuple[str, ...], ...]
    piles: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    """The points in the piles."""
    discard: tuple[str, ...]
    deck: int
    """The number of cards left in the deck."""
    removed: int
    """The number of cards that stay out of the game, unseen."""
    final_order: tuple[int, ...]
    """The order of the final round; empty before it."""
    final_left: tuple[int, ...]
    """Whose final turns are still to come, in order, without the one in progress."""
    drawn: str | None
    """The card that the active player must now give away."""
    buster: int | None
    """The player who busts, while others may take."""
    takers: tuple[int, ...]
    """Who may still take, in order; the first is asked."""
    open: tuple[str, ...]
    """The cards of the buster that the first of `takers` may take."""
