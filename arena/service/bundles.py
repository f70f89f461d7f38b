"""Use case: give the bundle of a tournament that is over, from which everybody can prove it.

What may live here: where each line of it comes from. It is read and sent page by page, so that it
may be of any length.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

from arena.service.errors import Conflict
from arena.service.final_standings import FinalStandings
from arena.service.ledgers import Ledgers
from arena.service.started import Started, find_started, find_tournament, opening_of
from arena.store.results import Logged
from arena.store.store import Store
from arena.tournament.bundle import Boards, Manifest, Standing, encode_line, line_of
from arena.tournament.log import decode_entry, link

_PAGE = 20


class Bundles:
    """Bundles of tournaments that are over."""

    def __init__(self, store: Store, ledgers: Ledgers, standings: FinalStandings) -> None:
        self._store = store
        self._ledgers = ledgers
        self._standings = standings
        self._writing = asyncio.Lock()
        """A page takes a processor for some ms; however many read, it is one page at a time."""

    async def open(self, tournament_id: str) -> "BundleReader":
        """Give the bundle of a tournament.

        Raises NotFound, and Conflict while it is not over or if it never started.
        """
        tournament = await find_tournament(self._store.tournaments, tournament_id)
        if not tournament.over:
            raise Conflict(f"state: expected finished or cancelled, it is {tournament.state}")
        if tournament.final is None:
            raise Conflict("state: expected one that has started, it was cancelled before")
        started = await find_started(self._store.tournaments, tournament_id)
        return BundleReader(self._lines(started))

    async def _lines(self, started: Started) -> AsyncIterator[bytes]:
        """Give the lines of a bundle, some at a time."""
        own = started.tournament.plan.id
        manifest = _manifest(started, await self._store.tournaments.heads(own))
        yield encode_line(manifest)
        head, after = bytes.fromhex(manifest.opened), None
        while page := await self._store.results.read(own, after, _PAGE):
            heads = list(_heads(head, page))
            async with self._writing:
                written = await asyncio.to_thread(_written, started, page, heads)
            yield written
            head, after = heads[-1], page[-1].id
        yield encode_line(await self._boards(own))

    async def _boards(self, tournament_id: str) -> Boards:
        log, ratings, final = await asyncio.gather(
            self._ledgers.read(tournament_id),
            self._store.boards.ratings(tournament_id),
            self._standings.unnamed(tournament_id),
        )
        return Boards(
            live=tuple(
                Standing(bot, rating, log.ledger.sets(bot)) for bot, rating in sorted(ratings)
            ),
            final=final,
        )


class BundleReader:
    """A bundle on its way to whoever wants it."""

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        self._lines = lines
        self._closed = False

    async def next(self) -> bytes | None:
        """Give some more lines; None after the last, and once it is closed."""
        return None if self._closed else await anext(self._lines, None)

    def close(self) -> None:
        """Give no more lines."""
        self._closed = True


def _manifest(started: Started, heads: Sequence[bytes]) -> Manifest:
    tournament = started.tournament
    opening = opening_of(tournament, list(started.entries.values()))
    return Manifest(
        state="finished" if tournament.state == "finished" else "cancelled",
        config=tournament.plan.config,
        secret=tournament.plan.secret.hex(),
        final=started.schedule.final.hex(),
        opened=opening.head().hex(),
        opening=opening,
        heads=tuple(head.hex() for head in heads),
    )


def _heads(head: bytes, page: Sequence[Logged]) -> Iterator[bytes]:
    """Give the head of the chain after each of these entries."""
    for logged in page:
        head = link(head, logged.result)
        yield head


def _written(started: Started, page: Sequence[Logged], heads: Sequence[bytes]) -> bytes:
    lines = (
        encode_line(line_of(started.schedule, started.game, decode_entry(logged.result), head))
        for logged, head in zip(page, heads, strict=True)
    )
    return b"".join(lines)
