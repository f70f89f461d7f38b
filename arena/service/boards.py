"""Use case: read the live ratings of a tournament."""

import msgspec

from arena.service.started import find_tournament
from arena.store.store import Store
from arena.tournament.elo import PROVISIONAL


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a leaderboard. `rating` is in micro-Elo.

    A provisional bot (too few sets yet) has no rank where the board holds bots that have one;
    bots of equal rating share a rank.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    sets: int
    provisional: bool


class Boards:
    """Live ratings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def leaderboard(self, tournament_id: str) -> list[Row]:
        """Give the live ratings, the best first; raise NotFound."""
        await find_tournament(self._store.tournaments, tournament_id)
        ratings = await self._store.boards.ratings(tournament_id)
        sets = await self._store.boards.played(tournament_id)
        names = await self._store.bots.names([bot for bot, _ in ratings])
        return ranked(ratings, sets, names)


def ranked(
    ratings: list[tuple[str, int]], sets: dict[str, int], names: dict[str, str]
) -> list[Row]:
    """Give the lines of a board from ratings sorted from the best."""
    settled = [rating for bot, rating in ratings if sets.get(bot, 0) >= PROVISIONAL]
    ranks = _competition_ranks(settled or [rating for _, rating in ratings])
    rows = []
    for bot, rating in ratings:
        played = sets.get(bot, 0)
        provisional = played < PROVISIONAL
        rank = None if provisional and settled else ranks[rating]
        rows.append(
            Row(
                rank=rank,
                bot=bot,
                name=names[bot],
                rating=rating,
                sets=played,
                provisional=provisional,
            )
        )
    return rows


def _competition_ranks(ratings: list[int]) -> dict[int, int]:
    """Give the rank of each rating (sorted from the best): equals share, the next is skipped."""
    ranks: dict[int, int] = {}
    for place, rating in enumerate(ratings, 1):
        ranks.setdefault(rating, place)
    return ranks
