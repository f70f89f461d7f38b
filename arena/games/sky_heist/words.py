"""The words of Sky Heist: what may be chosen, and what a seat may know of a position.

What may live here: options and views, plain immutable values. What happens is in `events`.
"""

from typing import NamedTuple

import msgspec

from arena.engine.ask import Option, View
from arena.games.sky_heist.cards import Cards


class Nothing(Option, frozen=True, tag="none"):
    """Load nothing, and be asked no more before this action (SH-25)."""


class Load(Option, frozen=True, tag="load"):
    """Put this card from the hand into the revolver (SH-24)."""

    card: str


class Discard(Option, frozen=True, tag="discard"):
    """Lay these cards onto the loot (SH-10)."""

    cards: Cards


class Substitution(Option, frozen=True, tag="substitution"):
    """Play Substitution on the seat `on` (SH-18)."""

    on: int


class Assistant(Option, frozen=True, tag="assistant"):
    """Play Assistant (SH-16)."""


class Indians(Option, frozen=True, tag="indians"):
    """Play Indians (SH-20)."""


class Shoot(Option, frozen=True, tag="shoot"):
    """Start the shooting (SH-31)."""


class Duel(Option, frozen=True, tag="duel"):
    """Challenge the opponent (SH-53)."""


class Give(Option, frozen=True, tag="give"):
    """Give these cards back for those taken (SH-18)."""

    cards: Cards


class React(Option, frozen=True, tag="react"):
    """Wait for what the cards of the challenge say (SH-60)."""


class Anticipate(Option, frozen=True, tag="anticipate"):
    """Slap at the reveal whatever the cards say (SH-60)."""


class HandDown(Option, frozen=True, tag="hand_down"):
    """Put the hand on the pile; final (SH-26)."""


class Cancel(Option, frozen=True, tag="cancel"):
    """Let Missed cancel one card of the highest value of this seat (SH-44)."""

    seat: int


OPTIONS: tuple[type[Option], ...] = (
    Nothing, Load, Discard, Substitution, Assistant, Indians, Shoot, Duel, Give, React,
    Anticipate, HandDown, Cancel,
)  # fmt: skip


class Answer(NamedTuple):
    """What a seat chose; `fault` where it did not, and the default stands for it."""

    seat: int
    option: Option
    fault: bool


class InPlay(msgspec.Struct, frozen=True, gc=False):
    """The event card being carried out: who played it, and for Substitution on whom."""

    card: str
    seat: int
    on: int | None


class Swap(msgspec.Struct, frozen=True, gc=False):
    """A Substitution of this round: `by` took cards from `on`, then gave some back.

    Only these two know which; `given` is None until they are given.
    """

    by: int
    on: int
    taken: Cards
    given: Cards | None


class ChallengeNow(msgspec.Struct, frozen=True, gc=False):
    """The challenge of this turn; cards (by seat) and who anticipated are None until revealed."""

    challenger: int
    cards: Cards | None
    anticipated: tuple[int, ...] | None


class RaceNow(msgspec.Struct, frozen=True, gc=False):
    """A race: who started it (None: the sheriff, or a duel), cards loaded in it by seat."""

    starter: int | None
    loaded: tuple[int, ...]


class Cancelled(msgspec.Struct, frozen=True, gc=False):
    """What one Missed did: its owner, and whose card of which value (None: no target)."""

    owner: int
    on: int | None
    card: str | None


class SharingNow(msgspec.Struct, frozen=True, gc=False):
    """The sharing: order of hands, the excluded seat, what lies open.

    `revolvers` is by seat, with the bonus cards and without what was cancelled; that of the
    excluded seat is never shown (None).
    """

    order: tuple[int, ...]
    excluded: int | None
    starter: int | None
    revolvers: tuple[Cards | None, ...]
    bonus: Cards
    bonus_to: int | None
    cancelled: tuple[Cancelled, ...]


class HeistView(View, frozen=True, gc=False):
    """All that a seat (None: a spectator) may know of a position (SH-63).

    Rounds, and the turns of each, count from 1. `hands` and `revolvers` are counts by seat;
    `hand` and `revolver` are the seat's own cards, `lost` those of them that Indians put under
    the deck. `loot` is in order, `bonus` the number of bonus cards that lie face down.
    """

    seat: int | None
    phase: str
    round: int
    rounds: int
    turn: int
    first: int
    active: int
    scores: tuple[int, ...]
    deck: int
    sheriffs: int
    loot: Cards
    hands: tuple[int, ...]
    revolvers: tuple[int, ...]
    assistants: tuple[int, ...]
    hand: Cards
    revolver: Cards
    swaps: tuple[Swap, ...]
    lost: Cards
    bonus: int
    aside: Cards
    in_play: InPlay | None
    challenge: ChallengeNow | None
    race: RaceNow | None
    sharing: SharingNow | None
