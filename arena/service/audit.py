"""Use case: prove the board from the log: ratings by a rebuild, matches by re-execution."""

from collections.abc import AsyncIterator, Callable, Iterator

import msgspec

from arena.engine.replay import verify
from arena.service.matches import match_id
from arena.service.started import Started, find_started, opening_of
from arena.store.store import Store
from arena.tournament.log import LogError, Result, decode_entry, link, record_of
from arena.tournament.rebuild import Board

_PAGE = 100

Progress = Callable[[int, int], None]
"""Called with how many sets are done, and of how many."""


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """Ratings by the log, by bot id; `differences` says in words where the board has another.

    Empty `differences` mean: same bots, same ratings bit for bit, same counts, chain unbroken, and
    once the tournament is finished every scheduled set in the log exactly once.
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

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rebuild(self, tournament_id: str, progress: Progress | None = None) -> Rebuilt:
        """Compute every rating again from the result log and compare with the board.

        Sets that are committed while this runs may be reported as differences.
        """
        started = await find_started(self._store.tournaments, tournament_id)
        board = Board(started.schedule)
        head = opening_of(started.tournament, list(started.entries.values())).head()
        differences, sets = [], 0
        try:
            async for data in self._entries(started, progress):
                entry = decode_entry(data)
                board.add(entry)
                head = link(head, data)
                sets += isinstance(entry, Result)
        except LogError as error:
            differences.append(f"the log: {error}")
        differences += [f"round {r}, set {n}: its stored deltas are wrong" for r, n in board.wrong]
        if started.tournament.state == "finished" and not board.complete:
            differences.append(f"the log: round {board.round} is not complete in it")
        differences += await self._against_board(tournament_id, board, head)
        return Rebuilt(sets=sets, ratings=board.ratings, differences=differences)

    async def verify(self, tournament_id: str, progress: Progress | None = None) -> Verified:
        """Play every finished match again from its record and compare, deal seed included."""
        started = await find_started(self._store.tournaments, tournament_id)
        matches, differences = 0, list[str]()
        async for data in self._entries(started, progress):
            try:
                entry = decode_entry(data)
                if isinstance(entry, Result):
                    matches += len(entry.matches)
                    differences += _differences(started, entry)
            except (ValueError, IndexError) as error:  # no entry, or of a set that is not planned
                differences.append(f"the log: {error}")
        return Verified(matches=matches, differences=differences)

    async def _entries(self, started: Started, progress: Progress | None) -> AsyncIterator[bytes]:
        """Give the entries of the log in order; report each as done when the next is wanted."""
        tournament_id = started.tournament.plan.id
        total, done = await self._store.results.count(tournament_id), 0
        after: str | None = None
        while page := await self._store.results.read(tournament_id, after, _PAGE):
            for logged in page:
                yield logged.result
                done += 1
                if progress is not None:
                    progress(done, max(done, total))
            after = page[-1].id

    async def _against_board(self, tournament_id: str, board: Board, head: bytes) -> list[str]:
        """Say where the store's board, counts or head of the chain are not the log's."""
        found = []
        ratings = dict(await self._store.boards.ratings(tournament_id))
        played = await self._store.boards.played(tournament_id)
        for bot in sorted(ratings.keys() | board.ratings.keys()):
            ours, theirs = board.ratings.get(bot), ratings.get(bot)
            if ours != theirs:
                found.append(f"bot {bot}: {ours} by the log, {theirs} on the board (micro-Elo)")
            if board.sets.get(bot, 0) != played.get(bot, 0):
                found.append(
                    f"bot {bot}: {board.sets.get(bot, 0)} sets by the log, not {played.get(bot, 0)}"
                )
        tournament = await self._store.tournaments.get(tournament_id)
        if tournament is not None and tournament.head != head:
            found.append(f"the chain: its head is {head.hex()}, not {tournament.head.hex()}")
        return found


def _differences(started: Started, result: Result) -> Iterator[str]:
    """Play the matches of a set again; say where one differs from its record or its plan."""
    plan = started.schedule.set(result.round, result.number)
    for index, match in enumerate(result.matches):
        where = match_id(started.tournament.plan.id, result.round, result.number, index)
        seats = tuple(result.bots[place] for place in match.seats)
        if seats != plan.matches[index].seats:
            yield f"{where}: {seats} sat there, not {plan.matches[index].seats}"
        record = record_of(started.schedule, started.game, result, index)
        difference = verify(started.game, record)
        if difference is not None:
            yield f"{where}: {difference}"
