"""Use case: how strong the bots of a ladder are, with error bars: one fit of what it rated lately.

What may live here: which rounds are fitted, how often, and what is kept of it. The ratings of a
ladder go on from tournament to tournament, and have no errors; the fit takes bots to be as strong
in all of its rounds, which are therefore the newest. It is made in a thread, of one ladder at a
time, and only when the ladder has rated another round.
"""

import asyncio
from collections.abc import Mapping

import msgspec

from arena.service.meanwhile import Meanwhile
from arena.service.shared_calls import SharedCalls
from arena.service.started import find_started
from arena.store.store import Store
from arena.tournament.ladder import decode_round
from arena.tournament.log import decode_entry
from arena.tournament.standings.gather import Gathering, Played
from arena.tournament.standings.pooled import Strength, strengths

ENOUGH = 200_000
"""Sets, counted once for each of their bots, from which on no older rounds are fitted."""
MOST_BOTS = 2_000
"""Bots that are fitted at most: in some 8 s and 200 MB, which grow faster than they do."""
MOST_ROUNDS = 500
"""Rounds that are fitted at most."""
REST = 20
"""A ladder is left alone for so many times as long as its fit took."""
_PAGE = 100
_ROUNDS = 10
"""Entries of a ladder's log at once: each may name 1,000 bots."""


class StrengthRow(Strength, frozen=True, kw_only=True):
    """The strength of a bot, with its name."""

    name: str


class StrengthTable(msgspec.Struct, frozen=True, kw_only=True):
    """How strong bots are by the newest rounds of a ladder, the strongest first.

    They are of so many `rounds` of `tournaments`, and the `sets` of these that count; `head` (hex)
    is that of the ladder's log, from which the draws of intervals come as well.
    """

    head: str
    rounds: int
    tournaments: int
    sets: int
    rows: list[StrengthRow]


class _Kept(msgspec.Struct, frozen=True):
    """What was fitted, the ladder's head then, and until when it is good enough."""

    head: bytes
    until: float
    rounds: Mapping[str, set[int]]
    sets: int
    strengths: tuple[Strength, ...]


class LadderStrengths:
    """Strengths on ladders, as these were when they were asked for, or a little before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept = dict[str, _Kept]()
        self._fitting = asyncio.Lock()
        self._reads = SharedCalls(self._read)
        self._meanwhile = Meanwhile(self._reads.get)

    async def read(self, game: str) -> StrengthTable:
        """Give the strengths on the ladder of a game; no rows before its first round."""
        return await self._named(await self._reads.get(game))

    async def within(self, game: str, patience_s: float) -> StrengthTable | None:
        """Give the newest strengths that are there after so long; None if there are none yet.

        Newer ones, where they are due, are made meanwhile, for whoever asks again.
        """
        kept = self._kept.get(game)
        if kept is None or not await self._is_good(kept, game):
            await self._meanwhile.begin(game, patience_s)
            kept = self._kept.get(game)
        return None if kept is None else await self._named(kept)

    async def _read(self, game: str, _sharers: int) -> _Kept:
        kept = self._kept.get(game)
        if kept is None or not await self._is_good(kept, game):
            async with self._fitting:
                kept = self._kept[game] = await self._fit(game)
        return kept

    async def _is_good(self, kept: _Kept, game: str) -> bool:
        if _now() < kept.until:
            return True
        return kept.head == (await self._store.ladders.look(game)).head

    async def _fit(self, game: str) -> _Kept:
        began = _now()
        head = (await self._store.ladders.look(game)).head
        rounds = await self._newest(game)
        played = [await self._played(*each) for each in rounds.items()]
        found = await asyncio.to_thread(strengths, played, head)
        sets = sum(len(each.sets.bots) for each in played)
        return _Kept(head, _now() + REST * (_now() - began), rounds, sets, found)

    async def _newest(self, game: str) -> dict[str, set[int]]:
        """Give the newest rounds of a ladder, by tournament, that are enough."""
        rounds, bots = dict[str, set[int]](), set[str]()
        played, read, before = 0, 0, None
        while page := await self._store.ladders.newest(game, before, _ROUNDS):
            for logged in page:
                rated = decode_round(logged.data)
                bots.update(change.bot for change in rated.changes)
                if read == MOST_ROUNDS or played >= ENOUGH or (read and len(bots) > MOST_BOTS):
                    return rounds
                rounds.setdefault(rated.tournament, set()).add(rated.round)
                played += sum(change.played for change in rated.changes)
                read += 1
            before = page[-1].id
        return rounds

    async def _played(self, tournament_id: str, rounds: set[int]) -> Played:
        """Give what counts of these rounds of a tournament."""
        started = await find_started(self._store.tournaments, tournament_id)
        gathering, last = Gathering(started.schedule), None
        while page := await self._store.results.read(tournament_id, last, _PAGE):
            for entry in (decode_entry(logged.result) for logged in page):
                if entry.round in rounds:
                    gathering.add(entry)
            last = page[-1].id
        return gathering.played()

    async def _named(self, kept: _Kept) -> StrengthTable:
        names = await self._store.bots.names([each.bot for each in kept.strengths])
        return StrengthTable(
            head=kept.head.hex(),
            rounds=sum(map(len, kept.rounds.values())),
            tournaments=len(kept.rounds),
            sets=kept.sets,
            rows=[
                StrengthRow(**msgspec.structs.asdict(each), name=names[each.bot])
                for each in kept.strengths
            ],
        )


def _now() -> float:
    return asyncio.get_running_loop().time()
