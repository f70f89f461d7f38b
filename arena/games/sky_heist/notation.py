"""The text form of a position, so that a test from the middle of a match is one line.

A text is clauses separated by `;`, in any order. Cards are separated by spaces; seats are the
letters A to E for seats 0 to 4.

    A {3 4 7 1 2 W} [5 5] As    hand, revolver, Assistants in front
    B {} [...]                  `...` inside fills up to the limit with cards that are left over
    C                           the same as C {...}: the hand filled up; so is a seat left out
    players 4                   default 3, or more where a further seat is named
    deck 5 S 6 ...              top first; `...` puts all the rest of the pack below; without
                                it the deck is exactly that. Default: deck ...
    out 2                       sheriffs out
    loot 5 5 / loot 23*         these cards, or any 23
    bonus In 1 2                with two players; default: any three
    aside 3 6                   revealed cards of this round's earlier challenges
    active B; first A; turn 7; round 5; rounds 6; scores 31 31 30; windows B C
    at refill                   where to begin: setup, turn (default: with T1), action (T2),
                                refill (T3), arrival (of the sheriff)

Chance is written down too. What is not written is the lowest card, or 200,000 µs.

    latency A 200000 B 250000   in µs, for the race
    picks 6 W / 1 2             what the first, the second ... Substitution takes
    loses B 6 C 5 / B 1         what the first, the second ... Indians costs each seat

Examples: `A {Sub 1 2 3} [4 5]; B {6 7 W M 2 2}; picks 6 W; deck 7 ...` and, for a sharing,
`players 4; out 2; A {1} [6 6 6]; B [6 6 6]; C [7 7]; D [7 7 7]; loot 23*; latency B 300 C 350
D 500`, in which A then shoots. A sheriff's arrival on B's turn: `active B; out 4; at arrival`.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from arena.engine.ask import Option
from arena.games.sky_heist.cards import PACK, SHERIFF, SHERIFFS, Cards, in_order, without
from arena.games.sky_heist.luck import Streams
from arena.games.sky_heist.position import HAND_LIMIT, Phase, Position

SEATS = "ABCDE"
REST = "..."
STARTS: dict[str, tuple[Phase, ...]] = {
    "setup": (Phase.SETUP,),
    "turn": (Phase.TURN,),
    "action": (Phase.REFILL, Phase.ACTION),
    "refill": (Phase.REFILL,),
    "arrival": (Phase.ARRIVAL,),
}


class NotationError(ValueError):
    """A text that is no position: the message quotes the clause and says what is expected."""


@dataclass(frozen=True)
class Script:
    """Chance written down in advance; later rounds are dealt from a seed of zeros."""

    latencies: dict[int, int] = field(default_factory=dict)
    picks: tuple[Cards, ...] = ()
    losses: tuple[dict[int, str], ...] = ()

    def pack(self, number: int) -> list[str]:
        """Shuffle as a seed of zeros does."""
        return Streams(bytes(32)).pack(number)

    def deck(self, number: int, rest: list[str]) -> list[str]:
        """Shuffle the sheriffs in as a seed of zeros does."""
        return Streams(bytes(32)).deck(number, rest)

    def latency_us(self, number: int, seat: int) -> int:  # noqa: ARG002 (any round)
        """Give the latency written down, or 200,000 µs."""
        return self.latencies.get(seat, 200_000)

    def taken(self, played: int, hand: Cards, count: int) -> list[str]:
        """Give the cards written down, or the lowest."""
        return list(self.picks[played]) if played < len(self.picks) else list(hand[:count])

    def lost(self, played: int, seat: int, revolver: Cards) -> str:
        """Give the card written down, or the lowest."""
        losses = self.losses[played] if played < len(self.losses) else {}
        return losses.get(seat, revolver[0])
