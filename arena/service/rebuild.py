"""Use case: prove the board from the log: ratings by a rebuild, matches by re-execution."""

from collections.abc import Callable

import msgspec

Progress = Callable[[int, int], None]
"""Called with how many are done, and of how many."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """Ratings by the log and by the board, by bot id; `differences` says in words where not one.

    Empty `differences` mean: same bots, same ratings bit for bit, same counts, chain unbroken.
    """

    sets: int
    ratings: dict[str, int]
    differences: list[str]


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """How many matches were played again, and where one differed (match id and what)."""

    matches: int
    differences: list[str]


class Audit:
    """Checks of a tournament against its own log."""

    async def rebuild(self, tournament_id: str, progress: Progress | None = None) -> Rebuilt:
        """Compute every rating again from the result log and compare with the board."""
        raise NotImplementedError

    async def verify(self, tournament_id: str, progress: Progress | None = None) -> Verified:
        """Play every finished match again from its record and compare, deal seed included."""
        raise NotImplementedError
