"""Use case: which tournaments a bot has entered, and how it stands or stood there.

What may live here: where a rank is taken from. Of what is over it is that of the final standings,
once these are made; else it is that of the board.
"""

import asyncio

import msgspec

from arena.service.boards import Boards
from arena.service.errors import NotFound
from arena.service.final_standings import FinalStandings
from arena.store.store import Store
from arena.store.tournaments import Overview, State
from arena.tournament.elo import ELO

PATIENCE_S = 0.5
"""So long final standings are waited for, of all tournaments together."""
MOST_TOURNAMENTS = 20
"""Tournaments of a bot that are told of: the newest."""


class PlacingView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that a bot has entered with so many `entries`, and its rank and Elo there.

    They are of the `final` standings, where `elo` ± `error` is the 95 % interval, or of the board.
    There is none before the start, and no error where nothing is known of it.
    """

    tournament: str
    name: str
    game: str
    state: State
    entries: int
    sets: int
    final: bool
    rank: int | None
    elo: float | None
    error: float | None


class Placings:
    """How bots stand in tournaments."""

    def __init__(self, store: Store, boards: Boards, finals: FinalStandings) -> None:
        self._store = store
        self._boards = boards
        self._finals = finals

    async def of_bot(self, bot_id: str) -> list[PlacingView]:
        """Give the newest tournaments of a bot, the newest first; raise NotFound.

        Final standings that are not there yet are made meanwhile, for whoever asks again.
        """
        if await self._store.bots.get(bot_id) is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        entered = await self._store.bots.tournaments(bot_id)
        newest = (await self._store.tournaments.in_order(entered))[:MOST_TOURNAMENTS]
        found = await self._store.tournaments.overviews(newest) if newest else []
        placings = await asyncio.gather(*(self._placing(bot_id, each) for each in found))
        return [placing for placing in placings if placing is not None]

    async def _placing(self, bot_id: str, overview: Overview) -> PlacingView | None:
        """Give how it stands there; None where it has left before the start."""
        placing = _unplaced(overview)
        if overview.tournament.final is None:
            entries = await self._store.tournaments.entries(placing.tournament)
            return placing if bot_id in [entry.bot for entry in entries] else None
        if overview.tournament.over and (final := await self._final(bot_id, placing)) is not None:
            return final
        for line in await self._boards.leaderboard(placing.tournament):
            if line.bot == bot_id:
                elo = line.rating / ELO
                return msgspec.structs.replace(placing, rank=line.rank, elo=elo, sets=line.sets)
        return None

    async def _final(self, bot_id: str, placing: PlacingView) -> PlacingView | None:
        """Give how it stands in the final standings, if these are there."""
        table = await self._finals.within(placing.tournament, PATIENCE_S)
        for row in table.rows if table is not None else ():
            if row.bot == bot_id:
                return msgspec.structs.replace(
                    placing,
                    final=True,
                    rank=row.rank,
                    elo=row.elo,
                    error=row.error,
                    sets=row.sets,
                )
        return None


def _unplaced(overview: Overview) -> PlacingView:
    plan = overview.tournament.plan
    return PlacingView(
        tournament=plan.id,
        name=plan.name,
        game=plan.config.game,
        state=overview.tournament.state,
        entries=overview.entries,
        sets=0,
        final=False,
        rank=None,
        elo=None,
        error=None,
    )
