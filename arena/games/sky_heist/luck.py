"""Where a match's chance comes from: the streams of its seed, by name, or a script.

What may live here: the names of the streams and what is drawn from each. Rounds, and event cards
played in the match, are numbered from 0 here, as the streams are. Nothing of it depends on
how often anything was drawn or asked before, so one seat's behaviour never shifts another's luck.
"""

from dataclasses import dataclass, field
from typing import Protocol

from arena.engine.chance import Stream, sample, shuffled
from arena.engine.latency import latency_us
from arena.games.sky_heist.cards import PACK, SHERIFFS, Cards


class Luck(Protocol):
    """What the rules leave to chance; a test may write it down in advance."""

    def pack(self, number: int) -> list[str]:
        """Give the 65 cards shuffled for round `number`, top first."""
        ...

    def deck(self, number: int, rest: list[str]) -> list[str]:
        """Give the deck of round `number`: what the deal left, the sheriffs shuffled in."""
        ...

    def latency_us(self, number: int, seat: int) -> int:
        """Give the seat's reaction time in the race of round `number`, in µs."""
        ...

    def taken(self, played: int, hand: Cards, count: int) -> list[str]:
        """Give the cards which Substitution number `played` of the match takes from `hand`."""
        ...

    def lost(self, played: int, seat: int, revolver: Cards) -> str:
        """Give the card which Indians number `played` of the match takes from the revolver."""
        ...


@dataclass(frozen=True, slots=True)
class Streams:
    """The chance of a match, drawn from the streams of its 32-byte seed."""

    seed: bytes

    def pack(self, number: int) -> list[str]:
        """Shuffle the pack by `deck/<round>`."""
        return shuffled(PACK, Stream(self.seed, f"deck/{number}"))

    def deck(self, number: int, rest: list[str]) -> list[str]:
        """Shuffle the sheriffs in by `sheriffs/<round>`."""
        return shuffled((*rest, *SHERIFFS), Stream(self.seed, f"sheriffs/{number}"))

    def latency_us(self, number: int, seat: int) -> int:
        """Read the latency at place `<round>` of `react/<seat>`."""
        return latency_us(Stream(self.seed, f"react/{seat}").at(number))

    def taken(self, played: int, hand: Cards, count: int) -> list[str]:
        """Sample the hand by `substitution/<played>`."""
        return sample(hand, count, Stream(self.seed, f"substitution/{played}"))

    def lost(self, played: int, seat: int, revolver: Cards) -> str:
        """Pick from the revolver by `indians/<played>/<seat>`."""
        stream = Stream(self.seed, f"indians/{played}/{seat}")
        return revolver[stream.below(len(revolver))]


@dataclass(frozen=True)
class Script:
    """Chance written down in advance, which is the same in every round; the deal is not.

    `latencies` are by seat, in µs; `picks` by Substitution and `losses` by Indians, as played.
    """

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
        """Give the cards written down, or the first in canonical order."""
        return list(self.picks[played] if played < len(self.picks) else hand[:count])

    def lost(self, played: int, seat: int, revolver: Cards) -> str:
        """Give the card written down, or the first in canonical order."""
        losses = self.losses[played] if played < len(self.losses) else {}
        return losses.get(seat, revolver[0])
