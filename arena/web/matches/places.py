"""Matches as they are listed: who came in where, with which score.

What may live here: from a finished match to a line of a list.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.service.matches import MatchView


class Place(NamedTuple):
    """A seat of a match as it came in."""

    rank: int
    bot: str
    name: str
    score: int


class Played(NamedTuple):
    """A match with its seats by rank."""

    match: MatchView
    places: Sequence[Place]


def played(match: MatchView, names: Mapping[str, str]) -> Played:
    """Give a match for a list; `names` are those of bots by id."""
    ranks, scores = match.outcome.ranks, match.outcome.scores
    seats = zip(ranks, match.bots, scores, strict=True)
    places = [Place(rank, bot, names[bot], score) for rank, bot, score in seats]
    return Played(match, sorted(places, key=lambda place: place.rank))
