"""Use cases: have the ladder of a game rate rounds of tournaments, and prove it from the logs.

What may live here: how an entry of a ladder's log comes about, from the log of the tournament. Any
number of janitors may do it at once: each step is guarded in the store.
"""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
import structlog

from arena.service.errors import NotFound
from arena.service.started import find_tournament
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.ladders import LadderBoard
from arena.store.store import Store
from arena.store.tournaments import Tournament
from arena.tournament.ladder import Base, Earlier, Ladder, RatedRound, changes, decode_round
from arena.tournament.log import Entry, LogError, Result, decode_entry, decode_result
from arena.tournament.voids import Void

_PAGE = 100

_log = structlog.get_logger()


class LadderProof(msgspec.Struct, frozen=True, kw_only=True):
    """What came of computing a ladder again from its log and those of its tournaments.

    Empty `differences` mean: same bots, same ratings bit for bit, same sets, and unbroken chains.
    """

    rounds: int
    bots: int
    differences: list[str]


class LadderRounds:
    """Rates on ladders what is over of the tournaments that are rated there."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders = store.ladders

    async def rate_all(self) -> None:
        """Have ladders rate all rounds that are over; one that fails leaves the others be."""
        for tournament_id in await self._ladders.unrated():
            try:
                await self.rate(tournament_id)
            except (StoreAway, StoreUnfit):
                raise
            except Exception:
                _log.exception("ladder_failed", tournament=tournament_id)

    async def rate(self, tournament_id: str) -> None:
        """Have the ladder rate what is over of a tournament: round by round, each once.

        The round in which it was cancelled is not: it never ended.
        """
        tournament = await find_tournament(self._store.tournaments, tournament_id)
        over = tournament.round if tournament.state == "finished" else tournament.round - 1
        for round_number in range(await self._ladders.rated(tournament_id) + 1, over + 1):
            await self._rate_round(tournament, round_number)
        if tournament.over:
            await self._ladders.end(tournament_id)

    async def prove(
        self, game: str, progress: Callable[[int, int | None], None] | None = None
    ) -> LadderProof:
        """Compute every rating of a ladder again from the logs, and compare.

        It is the ladder as it is when this begins: what is rated meanwhile is left out.
        """
        shown = await self._ladders.look(game)
        ladder, differences, rounds = Ladder(game), list[str](), 0
        after: str | None = None
        while ladder.head != shown.head and (page := await self._ladders.log(game, after, 1)):
            differences += await self._differences(ladder, page[0].data)
            rounds += 1
            if progress is not None:
                progress(rounds, None)
            after = page[0].id
        differences += _against(shown, ladder)
        return LadderProof(rounds=rounds, bots=len(ladder.places), differences=differences)

    async def _differences(self, ladder: Ladder, data: bytes) -> list[str]:
        """Take an entry into the ladder; say what of it is not as it must be."""
        try:
            rated = decode_round(data)
            tournament = await find_tournament(self._store.tournaments, rated.tournament)
            made = await self._made(tournament, rated.round, ladder.places)
            ladder.add(rated)
        except (LogError, NotFound) as error:
            return [f"the ladder's log: {error}"]
        where = f"{rated.tournament}, round {rated.round}"
        return [] if made == rated else [f"{where}: it is rated otherwise by its log"]

    async def _rate_round(self, tournament: Tournament, round_number: int) -> None:
        """Rate a round, from the base as it is when nothing else is rated beside it."""
        game, own = tournament.plan.config.game, tournament.plan.id
        bots = [entry.bot for entry in await self._store.tournaments.entries(own)]
        added = False
        while not added:
            head, base = await self._ladders.base(game, bots)
            rated = await self._made(tournament, round_number, base)
            added = await self._ladders.rate(game, head, rated)

    async def _made(self, tournament: Tournament, round_number: int, base: Base) -> RatedRound:
        """Give the entry of a round that is over, rated from this base."""
        game, own = tournament.plan.config.game, tournament.plan.id
        until = ""
        if round_number > 1:
            until = (await self._round(game, own, round_number - 1)).until
        entries, until = await self._entries(own, round_number, until)
        earlier = await self._taken_back(game, own, entries)
        heads = await self._store.tournaments.heads(own)
        return RatedRound(
            tournament=own,
            round=round_number,
            until=until,
            head=heads[round_number - 1],
            changes=await asyncio.to_thread(changes, entries, base, earlier),
        )

    async def _round(self, game: str, tournament_id: str, round_number: int) -> RatedRound:
        """Give the entry of a rated round; raise LogError if it is not there."""
        data = await self._ladders.entry(game, tournament_id, round_number)
        if data is None:
            raise LogError(f"no entry of {tournament_id}, round {round_number}")
        return decode_round(data)

    async def _entries(
        self, tournament_id: str, round_number: int, after: str
    ) -> tuple[list[Entry], str]:
        """Give the entries of a round of a tournament's log, and the place of the last.

        They begin after the place `after`, which is given where there is none.
        """
        entries = list[Entry]()
        while page := await self._store.results.read(tournament_id, after or None, _PAGE):
            for logged in page:
                entry = decode_entry(logged.result)
                if entry.round != round_number:
                    return entries, after
                entries.append(entry)
                after = logged.id
        return entries, after

    async def _taken_back(self, game: str, tournament_id: str, entries: Sequence[Entry]) -> Earlier:
        """Give what voids among these entries take back of the rounds before."""
        earlier = list[tuple[Result, Base]]()
        for entry in entries:
            if isinstance(entry, Void) and entry.of < entry.round:
                base = (await self._round(game, tournament_id, entry.of)).base
                found = await self._store.results.get_many(tournament_id, entry.of, entry.numbers)
                earlier += [(decode_result(each.result), base) for each in found.values()]
        return earlier


def _against(shown: LadderBoard, ladder: Ladder) -> list[str]:
    """Say in what the ladder that is shown differs from its log."""
    differences = []
    if {bot: (rating, sets) for bot, rating, sets in shown.lines} != ladder.places:
        differences.append("the ladder: its ratings or sets are not those of its log")
    if shown.head != ladder.head:
        differences.append("the ladder: its log does not lead to the head of its chain")
    return differences
