"""Use case: read the live ratings of a tournament."""

from collections.abc import Mapping, Sequence

import msgspec

from arena.service.flights import Flights
from arena.service.ledgers import Ledgers
from arena.service.started import find_tournament
from arena.service.tournaments import Tournaments, TournamentView
from arena.store.store import Store
from arena.tournament.elo import PROVISIONAL


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a leaderboard. `rating` is in micro-Elo.

    A provisional bot (too few sets yet) has no rank where the board holds bots that have one;
    bots of equal rating share a rank. `faults` are those of the `sets` that count.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    sets: int
    faults: int
    provisional: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """The live ratings of a tournament, the best first."""

    tournament: TournamentView
    rows: list[Row]


class Boards:
    """Live ratings. However many ask for a board at once, it is read once for all of them."""

    def __init__(self, store: Store, ledgers: Ledgers, tournaments: Tournaments) -> None:
        self._store = store
        self._ledgers = ledgers
        self._tournaments = tournaments
        self._rows = Flights(self._read)
        self._latest = Flights(self._read_latest)

    async def leaderboard(self, tournament_id: str) -> list[Row]:
        """Give the live ratings, the best first; raise NotFound."""
        return await self._rows.get(tournament_id)

    async def latest(self, game: str) -> Leaderboard:
        """Give the board of the tournament of a game that was the last to start; or NotFound."""
        return await self._latest.get(game)

    async def _read_latest(self, game: str) -> Leaderboard:
        tournament = await self._tournaments.latest(game)
        return Leaderboard(tournament, await self.leaderboard(tournament.id))

    async def _read(self, tournament_id: str) -> list[Row]:
        ratings = await self._store.boards.ratings(tournament_id)
        if not ratings:
            await find_tournament(self._store.tournaments, tournament_id)
            return []
        names = await self._store.bots.names([bot for bot, _ in ratings])
        ledger = (await self._ledgers.read(tournament_id)).ledger
        sets = {bot: ledger.sets(bot) for bot in ledger.bots}
        faults = {bot: ledger.faults(bot) for bot in ledger.bots}
        return ranked(ratings, sets, faults, names)


def ranked(
    ratings: Sequence[tuple[str, int]],
    sets: Mapping[str, int],
    faults: Mapping[str, int],
    names: Mapping[str, str],
) -> list[Row]:
    """Give the lines of a board from ratings sorted from the best."""
    settled = [rating for bot, rating in ratings if sets[bot] >= PROVISIONAL]
    ranks = _competition_ranks(settled or [rating for _, rating in ratings])
    rows = []
    for bot, rating in ratings:
        played = sets[bot]
        provisional = played < PROVISIONAL
        rank = None if provisional and settled else ranks[rating]
        rows.append(
            Row(
                rank=rank,
                bot=bot,
                name=names[bot],
                rating=rating,
                sets=played,
                faults=faults[bot],
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
