"""Use case: read the live ratings of a tournament."""

import asyncio
from collections.abc import Sequence

import msgspec

from arena.service.ledgers import Ledgers
from arena.service.started import find_tournament
from arena.service.tournaments import Tournaments, TournamentView
from arena.store.store import Store
from arena.tournament.elo import PROVISIONAL
from arena.tournament.ledger import Ledger


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a leaderboard. `rating` is in micro-Elo.

    A provisional bot (too few sets yet) has no rank where the board holds bots that have one;
    bots of equal rating share a rank. `faults` are those of the `sets` that count, and so is the
    `score`: the games it has won (a tie is a half) of its `games`, one for each opponent in each
    match.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    score: float
    games: int
    sets: int
    faults: int
    provisional: bool


class Board(msgspec.Struct, frozen=True):
    """The live ratings of a tournament, the best first, and the newest entry of its log.

    All that this entry and those before it have changed is in it. There is none before the first.
    """

    rows: list[Row]
    last: str | None


class Leaderboard(msgspec.Struct, frozen=True):
    """The live ratings of a tournament, the best first."""

    tournament: TournamentView
    rows: list[Row]


class Boards:
    """Live ratings."""

    def __init__(self, store: Store, ledgers: Ledgers, tournaments: Tournaments) -> None:
        self._store = store
        self._ledgers = ledgers
        self._tournaments = tournaments

    async def leaderboard(self, tournament_id: str) -> list[Row]:
        """Give the live ratings, the best first; raise NotFound."""
        return (await self.board(tournament_id)).rows

    async def latest(self, game: str) -> tuple[Leaderboard, str | None]:
        """Give the board of the tournament of a game that was the last to start, or NotFound.

        Beside it the newest entry of its log, as `board` does.
        """
        tournament_id = await self._tournaments.latest(game)
        tournament, board = await asyncio.gather(
            self._tournaments.get(tournament_id), self.board(tournament_id)
        )
        return Leaderboard(tournament, board.rows), board.last

    async def board(self, tournament_id: str) -> Board:
        """Give the board of a tournament, without rows if it has not started; raise NotFound."""
        lines, newest = await self._store.boards.look(tournament_id)
        if not lines:
            await find_tournament(self._store.tournaments, tournament_id)
            return Board([], None)
        log = await self._ledgers.reach(tournament_id, newest)
        return Board(ranked(lines, log.ledger), None if newest is None else newest.id)

    async def last_entry(self, tournament_id: str) -> str | None:
        """Give the newest entry of the log of a tournament, None if there is none."""
        newest = await self._store.results.back(tournament_id, "+", "-", 1)
        return newest[0].id if newest else None


def ranked(lines: Sequence[tuple[str, int, str]], ledger: Ledger) -> list[Row]:
    """Give the rows of a board from bot ids with ratings and names, sorted from the best."""
    sets = [ledger.sets(bot) for bot, _, _ in lines]
    ranks = ranks_of([(rating, played) for (_, rating, _), played in zip(lines, sets, strict=True)])
    rows = list[Row]()
    for rank, (bot, rating, name), played in zip(ranks, lines, sets, strict=True):
        score = ledger.score(bot)
        rows.append(
            Row(
                rank=rank,
                bot=bot,
                name=name,
                rating=rating,
                score=score.points,
                games=score.games,
                sets=played,
                faults=ledger.faults(bot),
                provisional=played < PROVISIONAL,
            )
        )
    return rows


def ranks_of(lines: Sequence[tuple[int, int]]) -> list[int | None]:
    """Give the rank of each rating, sorted from the best, that has so many sets behind it.

    Equals share a rank, and the next is skipped. Provisional ones have none, unless all are.
    """
    settled = [rating for rating, sets in lines if sets >= PROVISIONAL]
    places: dict[int, int] = {}
    for place, rating in enumerate(settled or [rating for rating, _ in lines], 1):
        places.setdefault(rating, place)
    return [None if settled and sets < PROVISIONAL else places[rating] for rating, sets in lines]
