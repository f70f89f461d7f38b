"""Contests as they are listed: how far each is, and which are on, to come, and over.

What may live here: what of tournaments can be told by their summaries alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arena.service.tournaments import TournamentSummary
from arena.tournament.pairing import set_count

ON: Final = ("running", "paused")
TO_COME: Final = ("open", "draft")
OVER: Final = ("finished", "cancelled")


class Progress(NamedTuple):
    """How many sets of how many are played; there are as many rounds in all."""

    done: int
    of: int


class Listed(NamedTuple):
    """A tournament in a list, and how far it has come; None where it never started."""

    tournament: TournamentSummary
    progress: Progress | None


class Contests(NamedTuple):
    """Tournaments by what can be done with them, each kind in the order of the list."""

    on: Sequence[Listed]
    to_come: Sequence[Listed]
    over: Sequence[Listed]


def grouped(tournaments: Iterable[TournamentSummary]) -> Contests:
    """Put tournaments in groups; those that take entries come before drafts."""
    listed = [Listed(each, progress(each)) for each in tournaments]
    return Contests(
        on=[each for each in listed if each.tournament.state in ON],
        to_come=[each for state in TO_COME for each in listed if each.tournament.state == state],
        over=[each for each in listed if each.tournament.state in OVER],
    )


def progress(tournament: TournamentSummary) -> Progress | None:
    """Give how far a tournament is: what its log has, what is open, and the rounds to come."""
    if tournament.started_ms is None:
        return None
    config, done = tournament.config, tournament.sets_done
    left = tournament.sets_open
    if tournament.state != "finished":
        left += set_count(config, tournament.entries, tournament.round)
    return Progress(done, done + left)
