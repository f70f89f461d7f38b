"""Sets that an organiser has made void, and the reruns that are played in their place.

What may live here: the log's entry of a void, and what follows from all of them for the schedule:
which sets are void, which are added to a round, which are not played any more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec

BotId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Round = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Delta = Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
Numbers = Annotated[tuple[Number, ...], msgspec.Meta(max_length=1_000_000)]
Changes = Annotated[tuple[tuple[BotId, Delta], ...], msgspec.Meta(max_length=1_000)]
SetId = tuple[int, int]
"""A set of a tournament: its round and its number in it."""


class Void(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=2):
    """An entry of the log: sets of round `of` are void from here on, while round `round` is played.

    `numbers` ascend. `changes` (bot id, micro-Elo; by bot id) take back what the sets had changed.
    With `rerun`, each is played again as a set of `round`. `withdrawn` is a bot that plays no more:
    its sets of all later rounds are void as well.
    """

    round: Round
    of: Round
    numbers: Numbers
    changes: Changes
    rerun: bool = False
    withdrawn: BotId | None = None


class Voids:
    """What all voids of a tournament come to. `sets` are the void ones.

    `reruns` are the sets that reruns replace, by the round in which these are played, in order of
    their numbers, which follow those of the round's planned sets.
    """

    def __init__(self, entries: Iterable[Void] = ()) -> None:
        """Take in the entries in the order of the log."""
        self.entries: tuple[Void, ...] = tuple(entries)
        self.sets = frozenset((void.of, number) for void in self.entries for number in void.numbers)
        self.reruns: dict[int, list[SetId]] = {}
        self._withdrawn: dict[str, int] = {}
        for void in self.entries:
            if void.rerun:
                replaced = self.reruns.setdefault(void.round, [])
                replaced += [(void.of, number) for number in void.numbers]
            if void.withdrawn is not None:
                self._withdrawn.setdefault(void.withdrawn, void.round)

    def withdrawn(self, round_: int) -> frozenset[str]:
        """Give the bots whose sets of this round are void before it begins."""
        return frozenset(bot for bot, since in self._withdrawn.items() if since < round_)


def taken_back(
    gained: Sequence[Mapping[str, int]],
) -> tuple[tuple[tuple[str, int], ...], Counter[str]]:
    """Give what takes back these gains of sets by bot, and how many sets each bot loses."""
    changes, sets = Counter[str](), Counter[str]()
    for each in gained:
        changes.subtract(each)
        sets.update(each.keys())
    return tuple(sorted(changes.items())), sets
