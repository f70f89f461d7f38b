"""Use cases: read the ladder of a game: who leads, how a bot came there, which rounds it has rated.

How they are rated, and proved, is in `arena.service.ladder_rounds`.
"""

import asyncio
from collections.abc import Sequence

import msgspec

from arena.service.boards import ranks_of
from arena.service.errors import NotFound
from arena.service.paging import Page, check_limit, check_place
from arena.store.feed import place
from arena.store.ladders import HistoryEntry
from arena.store.store import Store
from arena.tournament.elo import PROVISIONAL
from arena.tournament.ladder import RatedRound, decode_round

MOST_ROUNDS = 10
"""Rounds that a page may hold at most: each may name 1,000 bots."""


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a ladder. `rating` is in micro-Elo.

    A provisional bot (too few sets yet) has no rank where the ladder holds bots that have one; bots
    of equal rating share a rank.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    sets: int
    provisional: bool


class LadderPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's rating (micro-Elo) on a ladder after a round of a tournament, which was when."""

    tournament: str
    round: int
    rating: int
    at_ms: int


class LadderRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a ladder has rated: the base it was rated from, and what it has changed.

    `head` (hex) is that of the chain of the tournament's log at the end of the round.
    """

    tournament: str
    round: int
    at_ms: int
    head: str
    changes: list["LadderChange"]


class LadderChange(msgspec.Struct, frozen=True, kw_only=True):
    """A bot in such a round: its rating (micro-Elo) and rated sets before, and what is added."""

    bot: str
    rating: int
    sets: int
    gained: int
    played: int


class Ladders:
    """Ladders, each of a game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders = store.ladders

    async def board(self, game: str) -> list[LadderRow]:
        """Give the ladder of a game, the best first; without rows if nothing is rated on it yet."""
        lines = (await self._ladders.look(game)).lines
        names = await self._store.bots.names([bot for bot, _, _ in lines])
        ranks = ranks_of([(rating, sets) for _, rating, sets in lines])
        return [
            LadderRow(
                rank=rank,
                bot=bot,
                name=names[bot],
                rating=rating,
                sets=sets,
                provisional=sets < PROVISIONAL,
            )
            for rank, (bot, rating, sets) in zip(ranks, lines, strict=True)
        ]

    async def history(
        self, game: str, bot_id: str, cursor: str | None, limit: int
    ) -> Page[LadderPoint]:
        """Give a bot's ratings on a ladder, the newest first.

        Raises NotFound where there is no such bot, Invalid for a bad cursor or limit.
        """
        check_limit(limit)
        check_place(cursor)
        if await self._store.bots.get(bot_id) is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        found = await self._ladders.history(game, bot_id, cursor, limit + 1)
        points = [_point(each) for each in found[:limit]]
        return Page(points, found[limit - 1].id if len(found) > limit else None)

    async def points(
        self, game: str, bots: Sequence[str], most: int
    ) -> dict[str, list[LadderPoint]]:
        """Give the ratings of bots on a ladder after their newest rounds, the oldest first."""
        found = await asyncio.gather(
            *(self._ladders.history(game, bot, None, most) for bot in bots)
        )
        return {
            bot: [_point(each) for each in reversed(entries)]
            for bot, entries in zip(bots, found, strict=True)
        }

    async def rounds(self, game: str, cursor: str | None, limit: int) -> Page[LadderRound]:
        """Give the log of a ladder from its beginning: Invalid for a bad cursor or limit."""
        check_limit(limit, MOST_ROUNDS)
        check_place(cursor)
        found = await self._ladders.log(game, cursor, limit + 1)
        rounds = [_round(each.id, decode_round(each.data)) for each in found[:limit]]
        return Page(rounds, found[limit - 1].id if len(found) > limit else None)


def _point(rated: HistoryEntry) -> LadderPoint:
    at_ms, _ = place(rated.id)
    return LadderPoint(
        tournament=rated.tournament, round=rated.round, rating=rated.rating, at_ms=at_ms
    )


def _round(entry_id: str, rated: RatedRound) -> LadderRound:
    at_ms, _ = place(entry_id)
    return LadderRound(
        tournament=rated.tournament,
        round=rated.round,
        at_ms=at_ms,
        head=rated.head.hex(),
        changes=[LadderChange(**msgspec.structs.asdict(each)) for each in rated.changes],
    )
