"""A position of Sky Heist: plain data, with a visible stack of phases, and its copy.

What may live here: what the table holds and simple questions about it. The phases that move it
stand in modules of their own; who may see what of it stands in `view`.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from arena.games.sky_heist.cards import Cards
from arena.games.sky_heist.luck import Luck
from arena.games.sky_heist.words import Cancelled, InPlay, Swap

HAND_LIMIT = 6


class Phase(StrEnum):
    """What remains to be done; the last of a position's phases is the one at work."""

    SETUP = "setup"
    TURN = "turn"
    LOAD = "load"
    ACTION = "action"
    GIVE = "give"
    NERVE = "nerve"
    REFILL = "refill"
    ARRIVAL = "arrival"
    RACE = "race"
    MISSED = "missed"
    SHARING = "sharing"


@dataclass(slots=True)
class Challenge:
    """A challenge of two players (SH-54).

    `cards` are those drawn so far, by seat once both are; `anticipated` is None until the reveal.
    """

    challenger: int
    cards: Cards
    anticipated: tuple[int, ...] | None = None


@dataclass(slots=True)
class Race:
    """A race (SH-64): who started it, cards loaded in it by seat, hands down, faults."""

    starter: int | None
    loaded: list[int]
    down: set[int]
    faults: set[int] = field(default_factory=set)

    def clone(self) -> "Race":
        """Give an independent copy."""
        return Race(self.starter, self.loaded.copy(), self.down.copy(), self.faults.copy())


@dataclass(slots=True)
class Sharing:
    """A sharing: order of hands, what lies open, and the Missed still to be resolved.

    `revolvers` holds each participant's cards without those cancelled, None for the excluded;
    `pending` the owner of each Missed still to come.
    """

    order: tuple[int, ...]
    excluded: int | None
    starter: int | None
    revolvers: list[Cards | None]
    pending: tuple[int, ...]
    bonus: Cards
    bonus_to: int | None
    cancelled: tuple[Cancelled, ...] = ()

    def clone(self) -> "Sharing":
        """Give an independent copy."""
        return replace(self, revolvers=self.revolvers.copy())


@dataclass(slots=True)
class Position:
    """A match of Sky Heist at one moment.

    Lists are by seat; the cards of a seat are in canonical order. Rounds, and the turns of each,
    count from 1. `deck` is top first. `aside` are the revealed cards of this round's challenges,
    `unseen` those drawn for a duel that the fourth sheriff cut short. `substitutions` and
    `indians` count those played in the match; `window` are the seats that may still load before
    this action.
    """

    players: int
    rounds: int
    windows: tuple[int, ...]
    luck: Luck
    phases: list[Phase]
    hands: list[Cards]
    revolvers: list[Cards]
    assistants: list[int]
    scores: list[int]
    lost: list[Cards]
    deck: list[str] = field(default_factory=list)
    sheriffs: int = 0
    loot: Cards = ()
    bonus: Cards = ()
    aside: Cards = ()
    unseen: Cards = ()
    round: int = 1
    first: int = 0
    turn: int = 1
    active: int = 0
    substitutions: int = 0
    indians: int = 0
    window: tuple[int, ...] = ()
    swaps: tuple[Swap, ...] = ()
    in_play: InPlay | None = None
    challenge: Challenge | None = None
    race: Race | None = None
    sharing: Sharing | None = None

    @classmethod
    def new(cls, players: int, rounds: int, windows: tuple[int, ...], luck: Luck) -> "Position":
        """Give a match before its first round."""
        return cls(
            players, rounds, windows, luck, [Phase.SETUP],
            [()] * players, [()] * players, [0] * players, [0] * players, [()] * players,
        )  # fmt: skip

    def clone(self) -> "Position":
        """Give an independent copy; cards, words and luck never change and are shared."""
        return replace(
            self,
            phases=self.phases.copy(),
            hands=self.hands.copy(),
            revolvers=self.revolvers.copy(),
            assistants=self.assistants.copy(),
            scores=self.scores.copy(),
            lost=self.lost.copy(),
            deck=self.deck.copy(),
            challenge=self.challenge and replace(self.challenge),
            race=self.race and self.race.clone(),
            sharing=self.sharing and self.sharing.clone(),
        )

    def limit(self, seat: int) -> int:
        """Give how many cards of hand and revolver the seat refills to (SH-17)."""
        return HAND_LIMIT + self.assistants[seat]

    def clockwise(self, seat: int) -> list[int]:
        """Give all seats clockwise, beginning with this one."""
        return [(seat + step) % self.players for step in range(self.players)]
