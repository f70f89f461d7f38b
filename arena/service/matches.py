"""Use cases: read what has been played: matches and their replays."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from arena.engine.record import HeaderError, Outcome, Record
from arena.service.errors import Invalid, NotFound
from arena.service.merged_logs import newest_first
from arena.service.owners import Identity
from arena.service.paging import Page, bad_cursor, check_limit
from arena.service.seat_endings import LatencyView, Reason, SeatEnding, endings, latencies, reason
from arena.service.started import find_started, find_tournament, find_voids, round_over
from arena.store.feed import place
from arena.store.results import Logged
from arena.store.store import Store
from arena.store.tournaments import Tournament
from arena.tournament.log import (
    MatchEntry,
    Result,
    Times,
    decode_entry,
    decode_result,
    latencies_of,
    record_of,
)
from arena.tournament.voids import SetId

MOST_TOURNAMENTS = 1_000
"""Tournaments that are looked through where none, and no bot, is named: the newest."""
SCANNED = 1_000
"""Sets that are looked at for one page."""
MATCH_ID = re.compile(r"([0-9a-f]{32})-(\d{1,4})-(\d{1,9})-(\d)", re.ASCII)
"""The form of the id of a match: tournament, round, set and match."""
_CURSOR = re.compile(r"(\d{1,19}-\d{1,19})-([0-9a-f]{32})", re.ASCII)
"""An id of a result log, and whose; numbers of 20 digits may be beyond what the store can read."""


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match: who sat where (bot ids by seat), and how it ended.

    `id` is `<tournament>-<round>-<set>-<match>`. `strikes`, `endings` and `latencies` are by seat,
    `reason` is why it ended as it did. `replay` says whether the replay is public yet.
    `deltas` (micro-Elo, by seat) are what its whole set changed; there are none where it was made
    void, and is not `rated` any more.
    """

    id: str
    tournament: str
    game: str
    round: int
    set: int
    match: int
    committed_ms: int
    bots: tuple[str, ...]
    versions: tuple[str, ...]
    strikes: tuple[int, ...]
    endings: tuple[SeatEnding, ...]
    latencies: tuple[LatencyView, ...]
    reason: Reason
    outcome: Outcome
    rated: bool
    voided: bool
    deltas: tuple[int, ...] | None
    replay: bool
    digest: str


class TimedRecord(msgspec.Struct, frozen=True):
    """A match as it is kept: its record and, by seat, what each of its decisions took."""

    record: Record
    latencies: tuple[Times, ...]


class MatchFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which matches: of a game, with a bot, and with an opponent of it; rated or not; with faults
    or without; committed at `since_ms` or later, and before `until_ms`. None: whichever.
    """

    game: str | None = None
    bot: str | None = None
    opponent: str | None = None
    rated: bool | None = None
    faults: bool | None = None
    since_ms: int = 0
    until_ms: int | None = None

    def __post_init__(self) -> None:
        """Raise Invalid for an opponent of nobody, and for a time that ends before it begins."""
        if self.opponent is not None and self.bot in (None, self.opponent):
            expected = "expected another bot beside `bot`, whose opponent it was"
            raise Invalid("opponent", f"{expected}, got {self.opponent!a}")
        if self.until_ms is not None and self.until_ms < self.since_ms:
            raise Invalid(
                "to", f"expected a time after `from`, {self.since_ms}, got {self.until_ms}"
            )

    def sits_at(self, table: Sequence[str]) -> bool:
        """Say whether whoever is wanted is among these bots."""
        return {self.bot, self.opponent, None} <= {*table, None}

    def takes(self, view: MatchView) -> bool:
        """Say whether a match is wanted, whose game, time and table are."""
        return self.rated in (None, view.rated) and self.faults in (None, any(view.strikes))


ALL = MatchFilter()


class Matches:
    """Finished matches, as the result logs hold them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(
        self, tournament_id: str | None, cursor: str | None, limit: int, wanted: MatchFilter = ALL
    ) -> Page[MatchView]:
        """Give finished matches, of one tournament or of all, the newest first.

        `limit` counts sets, whose matches stay together. At most `SCANNED` sets are looked at, so a
        page may hold few or none of those wanted, and yet not be the last. Raises NotFound (no such
        tournament) and Invalid (naming cursor, bot or opponent).
        """
        check_limit(limit)
        starts = _starts(await self._logs(tournament_id, wanted), cursor, wanted.until_ms)
        seen, found, sets, scanned = _Seen(self._store, wanted), list[MatchView](), 0, 0
        lowest = f"{wanted.since_ms}-0"
        async for tournament, logged in newest_first(
            self._store.results, starts, lowest, seen.fits
        ):
            made = _views(seen.played[tournament], logged, wanted)
            views = [view for view in made if wanted.takes(view)]
            found += views
            sets, scanned = sets + bool(views), scanned + 1
            if sets == limit or scanned == SCANNED:
                return Page(found, f"{logged.id}-{tournament}")
        return Page(found, None)

    async def of_sets(
        self, tournament_id: str, round_number: int, numbers: Sequence[int]
    ) -> dict[int, list[MatchView]]:
        """Give the matches of those of these sets of a round that are played, by set."""
        played = await _played(self._store, tournament_id)
        found = await self._store.results.get_many(tournament_id, round_number, numbers)
        return {number: list(_views(played, logged)) for number, logged in found.items()}

    async def get(self, match_id: str) -> MatchView:
        """Give one finished match; raise NotFound for any other id."""
        logged, result, index = await self._find(match_id)
        tournament_id = match_id.partition("-")[0]
        played = await _played(self._store, tournament_id)
        return _view(played, logged, result, index, result.matches[index])

    async def replay(self, match_id: str, who: Identity | None = None) -> Record:
        """Give a match's record; NotFound as for `timed`."""
        return (await self.timed(match_id, who)).record

    async def timed(self, match_id: str, who: Identity | None = None) -> TimedRecord:
        """Give a match with its times; NotFound until its round is over, but for its organiser.

        So it is for ever where the game is played here by other rules since.
        """
        _, result, index = await self._find(match_id)
        started = await find_started(self._store.tournaments, match_id.partition("-")[0])
        organiser = who is not None and who.owner.id == started.tournament.plan.owner
        if not organiser and not round_over(started.tournament, result.round):
            raise _absent(match_id)
        try:
            record = record_of(started.schedule, started.game, result, index)
        except HeaderError as error:
            raise NotFound(f"there is no replay of match {match_id}: {error}") from error
        return TimedRecord(record, latencies_of(result.matches[index]))

    async def _find(self, match_id: str) -> tuple[Logged, Result, int]:
        parts = MATCH_ID.fullmatch(match_id)
        if parts is None:
            raise _absent(match_id)
        tournament_id, round_number, number, index = parts[1], *map(int, parts.groups()[1:])
        logged = await self._store.results.get(tournament_id, round_number, number)
        if logged is None:
            raise _absent(match_id)
        result = decode_result(logged.result)
        if index >= len(result.matches):
            raise _absent(match_id)
        return logged, result, index

    async def _logs(self, tournament_id: str | None, wanted: MatchFilter) -> list[str]:
        """Give the tournaments whose logs may hold what is wanted."""
        if tournament_id is not None:
            await find_tournament(self._store.tournaments, tournament_id)
        named = {"bot": wanted.bot, "opponent": wanted.opponent}
        for field, bot in named.items():
            if bot is not None and await self._store.bots.get(bot) is None:
                raise Invalid(field, f"expected the id of a bot, got {bot[:80]!a}, which is none")
        if tournament_id is not None:
            return [tournament_id]
        if wanted.bot is not None:
            return await self._store.bots.tournaments(wanted.bot)
        return await self._store.tournaments.newest(MOST_TOURNAMENTS)


class _Played(msgspec.Struct, frozen=True):
    """A tournament whose matches are shown, and its void sets."""

    tournament: Tournament
    void: frozenset[SetId]


class _Seen:
    """The tournaments that were met for a page."""

    def __init__(self, store: Store, wanted: MatchFilter) -> None:
        self.played = dict[str, _Played]()
        self._store = store
        self._wanted = wanted

    async def fits(self, tournament_id: str) -> bool:
        """Say whether a tournament is one of the game that is wanted, and remember it."""
        played = self.played[tournament_id] = await _played(self._store, tournament_id)
        return self._wanted.game in (None, played.tournament.plan.config.game)


async def _played(store: Store, tournament_id: str) -> _Played:
    tournament = await find_tournament(store.tournaments, tournament_id)
    return _Played(tournament, (await find_voids(store.tournaments, tournament_id)).sets)


def _starts(logs: list[str], cursor: str | None, until_ms: int | None) -> Mapping[str, str]:
    """Give from where on each log is read; raise Invalid for a bad cursor."""
    before = None if until_ms is None else f"{until_ms}-0"
    if cursor is None:
        return _below(logs, before)
    parts = _CURSOR.fullmatch(cursor)
    if parts is None:
        raise bad_cursor(cursor)
    at, last = parts.groups()
    if before is not None and place(before) <= place(at):
        return _below(logs, before)
    # Where others have an entry of the same id, those of tournaments before the last one are left.
    return {**_below(logs, at), **{each: at for each in logs if each < last}}


def _below(logs: list[str], before: str | None) -> Mapping[str, str]:
    """Give where each log is read from to have what is older than an id: of the first, nothing."""
    if before is not None and place(before) == (0, 0):
        return {}
    return dict.fromkeys(logs, "+" if before is None else f"({before}")


def match_id(tournament_id: str, round_number: int, number: int, index: int) -> str:
    """Give the public id of a match of a set."""
    return f"{tournament_id}-{round_number}-{number}-{index}"


def _absent(match_id: str) -> NotFound:
    """Give one answer to whoever asks for what is not there, or not to be seen yet."""
    return NotFound(
        f"there is no match {match_id[:80]!a} that is finished and open; replays are sealed until"
        " their round is over"
    )


def _views(played: _Played, logged: Logged, wanted: MatchFilter = ALL) -> Iterator[MatchView]:
    """Give the matches of an entry, if whoever is wanted sat at its table: most are of others."""
    result = decode_entry(logged.result)
    if isinstance(result, Result) and wanted.sits_at(result.bots):
        for index, match in enumerate(result.matches):
            yield _view(played, logged, result, index, match)


def _view(
    played: _Played, logged: Logged, result: Result, index: int, match: MatchEntry
) -> MatchView:
    plan = played.tournament.plan
    void = (result.round, result.number) in played.void
    ended = endings(match, plan.config.max_strikes)
    return MatchView(
        id=match_id(plan.id, result.round, result.number, index),
        tournament=plan.id,
        game=plan.config.game,
        round=result.round,
        set=result.number,
        match=index,
        committed_ms=place(logged.id)[0],
        bots=tuple(result.bots[at] for at in match.seats),
        versions=match.versions,
        strikes=match.strikes,
        endings=ended,
        latencies=latencies(match),
        reason=reason(ended),
        outcome=Outcome(ranks=match.ranks, scores=match.scores),
        rated=not void,
        voided=void,
        deltas=None if void else tuple(result.deltas[at] for at in match.seats),
        replay=round_over(played.tournament, result.round),
        digest=match.digest.hex(),
    )
