"""The schedule as it is shown: the sets of a round, each with what its bots have made of it.

What may live here: from a round of `arena.service.schedules` to what its page lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from arena.service.direction import SetView
from arena.service.matches import MatchView
from arena.service.schedules import RoundView, ScheduledSet, SetState

AROUND: Final = 3
"""Rounds before and after the one that is shown to which there are links, beside the ends."""
STATES: Final[Mapping[SetState, str]] = {
    "planned": "to come",
    "open": "open",
    "playing": "in play",
    "quarantined": "held back",
    "done": "done",
    "void": "void",
    "dropped": "not played",
}


class Score(NamedTuple):
    """What a bot has made of a match."""

    points: int
    rank: int


class Line(NamedTuple):
    """A bot of a set: its scores by match, and what the set has changed of its rating."""

    bot: str
    name: str
    scores: Sequence[Score]
    change: int | None


class SetCard(NamedTuple):
    """A set: how it stands, its bots in table order, and the ids of its matches."""

    number: int
    state: SetState
    replaces: SetView | None
    lines: Sequence[Line]
    matches: Sequence[str]
    sealed: bool

    @property
    def standing(self) -> str:
        """Say how it stands."""
        return STATES[self.state]


def cards(found: RoundView, names: Mapping[str, str]) -> list[SetCard]:
    """Give the sets of a page of a round."""
    return [_card(each, names) for each in found.items]


def _card(found: ScheduledSet, names: Mapping[str, str]) -> SetCard:
    return SetCard(
        number=found.set,
        state=found.state,
        replaces=found.replaces,
        lines=[_line(found.matches, bot, names[bot]) for bot in found.bots],
        matches=[match.id for match in found.matches],
        sealed=not all(match.replay for match in found.matches),
    )


def _line(matches: Sequence[MatchView], bot: str, name: str) -> Line:
    scores, change = list[Score](), None
    for match in matches:
        seat = match.bots.index(bot)
        scores.append(Score(match.outcome.scores[seat], match.outcome.ranks[seat]))
        change = match.deltas[seat] if match.deltas else None
    return Line(bot, name, scores, change)


def rounds_of(found: RoundView) -> list[int | None]:
    """Give the rounds to link to: the ends and those around; None stands for what is left out."""
    return list(_rounds(found.round, found.rounds))


def _rounds(shown: int, rounds: int) -> Iterator[int | None]:
    before = 0
    for number in sorted({1, rounds, *range(shown - AROUND, shown + AROUND + 1)}):
        if 1 <= number <= rounds:
            if number > before + 1:
                yield None
            yield number
            before = number
