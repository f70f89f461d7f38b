"""Use cases: read what has been played: matches and their replays."""

import re
from collections.abc import Iterator

import msgspec

from arena.engine.record import Outcome, Record
from arena.service.errors import Invalid, NotFound
from arena.service.owners import Identity
from arena.service.paging import Page, check_limit
from arena.service.started import Started, find_started
from arena.store.results import Logged
from arena.store.store import Store
from arena.tournament.log import MatchEntry, Result, decode_entry, decode_result, record_of

_MATCH_ID = re.compile(r"([0-9a-f]{32})-(\d{1,4})-(\d{1,9})-(\d)", re.ASCII)
_CURSOR = re.compile(r"\d{1,19}-\d{1,19}", re.ASCII)
"""An id of the result log; numbers of 20 digits may be beyond what the store can read."""


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match: who sat where (bot ids by seat), and how it ended.

    `id` is `<tournament>-<round>-<set>-<match>`. `replay` says whether the replay is public yet.
    """

    id: str
    tournament: str
    game: str
    round: int
    set: int
    match: int
    bots: tuple[str, ...]
    versions: tuple[str, ...]
    strikes: tuple[int, ...]
    outcome: Outcome
    replay: bool
    digest: str


class Matches:
    """Finished matches, as the result log holds them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, tournament_id: str, cursor: str | None, limit: int) -> Page[MatchView]:
        """Give finished matches in the order of the log; a page holds whole sets.

        `limit` counts the sets. Raises NotFound, and Invalid for a bad cursor.
        """
        if cursor is not None and not _CURSOR.fullmatch(cursor):
            raise Invalid("cursor", f"expected `next` of an earlier page, got {cursor[:80]!a}")
        started = await find_started(self._store.tournaments, tournament_id)
        found = await self._store.results.read(tournament_id, cursor, check_limit(limit))
        views = [view for logged in found for view in _views(started, logged)]
        return Page(views, found[-1].id if len(found) == limit else None)

    async def get(self, match_id: str) -> MatchView:
        """Give one finished match; raise NotFound for any other id."""
        started, result, index = await self._find(match_id)
        return _view(started, result, index, result.matches[index])

    async def replay(self, match_id: str, who: Identity | None = None) -> Record:
        """Give a match's record; NotFound until its round is over, but for its organiser."""
        started, result, index = await self._find(match_id)
        organiser = who is not None and who.owner.id == started.tournament.plan.owner
        if not organiser and not started.over(result.round):
            raise _absent(match_id)
        return record_of(started.schedule, started.game, result, index)

    async def _find(self, match_id: str) -> tuple[Started, Result, int]:
        parts = _MATCH_ID.fullmatch(match_id)
        if parts is None:
            raise _absent(match_id)
        tournament_id, round_number, number, index = parts[1], *map(int, parts.groups()[1:])
        logged = await self._store.results.get(tournament_id, round_number, number)
        result = None if logged is None else decode_result(logged.result)
        if result is None or index >= len(result.matches):
            raise _absent(match_id)
        return await find_started(self._store.tournaments, tournament_id), result, index


def match_id(tournament_id: str, round_number: int, number: int, index: int) -> str:
    """Give the public id of a match of a set."""
    return f"{tournament_id}-{round_number}-{number}-{index}"


def _absent(match_id: str) -> NotFound:
    """Give one answer to whoever asks for what is not there, or not to be seen yet."""
    return NotFound(
        f"there is no match {match_id[:80]!a} that is finished and open; replays are sealed until"
        " their round is over"
    )


def _views(started: Started, logged: Logged) -> Iterator[MatchView]:
    result = decode_entry(logged.result)
    if isinstance(result, Result):
        for index, match in enumerate(result.matches):
            yield _view(started, result, index, match)


def _view(started: Started, result: Result, index: int, match: MatchEntry) -> MatchView:
    tournament_id = started.tournament.plan.id
    return MatchView(
        id=match_id(tournament_id, result.round, result.number, index),
        tournament=tournament_id,
        game=started.game.name,
        round=result.round,
        set=result.number,
        match=index,
        bots=tuple(result.bots[place] for place in match.seats),
        versions=match.versions,
        strikes=match.strikes,
        outcome=Outcome(ranks=match.ranks, scores=match.scores),
        replay=started.over(result.round),
        digest=match.digest.hex(),
    )
