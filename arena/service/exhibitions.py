"""Use cases: have an exhibition played, look at one's own, read the replay of one.

What may live here: what may be wished for, by whom, how often, and who may see what came of it. How
an exhibition is played is in `arena.service.playing.exhibitor`.
"""

import secrets
from typing import Literal

import msgspec

from arena.engine.record import Header, HeaderError, Outcome, Record
from arena.games import game
from arena.match.clock import Limits
from arena.match.house import HouseBot
from arena.service.errors import Full, Invalid, NotFound, TooMany
from arena.service.exhibition_seats import bots_of, seated
from arena.service.limits import take
from arena.service.matches import MATCH_ID, Matches, TimedRecord
from arena.service.owners import Identity
from arena.service.paging import Page, bad_cursor, check_limit
from arena.service.started import find_tournament
from arena.store.bots import Bot
from arena.store.buckets import Bucket
from arena.store.exhibitions import MOST_OWN, Exhibition, Failed, KeptExhibition, Shown
from arena.store.store import Store
from arena.tournament.config import Config

State = Literal["queued", "playing", "finished", "failed"]
A_MINUTE = 10
"""So many an owner may begin, at once or one by one."""
_RETRY_MS = 5_000


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wishes to see: these bots by seat, in a game, from this seed or any.

    Or with `of` in the place of both: from the seed of that match or exhibition, in its game, with
    its limits.
    """

    bots: tuple[str, ...]
    game: str | None = None
    seed: str | None = None
    of: str | None = None


class ExhibitionResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an exhibition. By seat: outcome, versions stated, faults, and who was retired.

    `strikes` are faults that count. A house bot states no version.
    """

    outcome: Outcome
    versions: tuple[str, ...]
    strikes: tuple[int, ...]
    retired: tuple[bool, ...]
    digest: str


class ExhibitionView(msgspec.Struct, frozen=True, kw_only=True):
    """An exhibition: a match of no tournament, that rates nobody.

    `bots` are ids or house bots, by seat. Once it is `finished` there are a result and a replay; if
    it `failed`, `why` says so.
    """

    id: str
    state: State
    game: str
    bots: tuple[str, ...]
    move_ms: int
    bank_ms: int
    max_strikes: int
    created_ms: int
    ended_ms: int | None
    result: ExhibitionResult | None
    why: str | None


class Exhibitions:
    """Exhibitions. Owners of the bots in one may see it, and nobody else."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def create(self, who: Identity, wish: Wish) -> ExhibitionView:
        """Put an exhibition into the queue.

        Raises Invalid, NotFound (there is no replay of `of` for this owner to see), TooMany (of
        this owner) and Full (of all).
        """
        exhibition = await self._planned(who, wish)
        share = Bucket(f"exhibitions:{who.owner.id}", A_MINUTE, 60_000 // A_MINUTE)
        await take(self._store.buckets, "exhibitions: too many of yours", share)
        answer = await self._store.exhibitions.add(exhibition)
        if answer == "OWN":
            raise TooMany(f"exhibitions: {MOST_OWN} of yours are not over yet", _RETRY_MS)
        if answer == "FULL":
            raise Full("exhibitions: as many as can be played are not over yet", _RETRY_MS)
        await self._store.queue.put_exhibition(exhibition.id)
        return await self.get(who, exhibition.id)

    async def get(self, who: Identity, exhibition_id: str) -> ExhibitionView:
        """Give an exhibition that is for this owner to see; raise NotFound for others."""
        return _view(await self._find(who, exhibition_id))

    async def page(self, who: Identity, cursor: str | None, limit: int) -> Page[ExhibitionView]:
        """Give those that this owner has had played, the newest first; raise Invalid (cursor)."""
        found = await self._store.exhibitions.page(who.owner.id, cursor, check_limit(limit))
        if found is None:
            raise bad_cursor(cursor)
        last = found[-1].exhibition.id if len(found) == limit else None
        return Page([_view(each) for each in found], last)

    async def replay(self, who: Identity, exhibition_id: str) -> Record:
        """Give the record of a finished one; raise NotFound for others."""
        _, ending = await self._ended(who, exhibition_id)
        return ending.record

    async def timed(self, exhibition_id: str, who: Identity | None) -> TimedRecord:
        """Give a finished one with its times; raise NotFound for others, and for whoever shows no
        token; so it is too where the game is played here by other rules since.
        """
        _, ending = await self._ended(who, exhibition_id)
        header = ending.record.header
        try:
            game(header.game).check(header)
        except HeaderError as error:
            raise NotFound(f"exhibition {exhibition_id} is not to be told: {error}") from error
        return TimedRecord(ending.record, ending.latencies)

    async def _ended(self, who: Identity | None, exhibition_id: str) -> tuple[Exhibition, Shown]:
        kept = await self._find(who, exhibition_id)
        if not isinstance(kept.ending, Shown):
            raise NotFound(f"exhibition {exhibition_id!a} is not finished, or has failed")
        return kept.exhibition, kept.ending

    async def _find(self, who: Identity | None, exhibition_id: str) -> KeptExhibition:
        kept = await self._store.exhibitions.get(exhibition_id)
        if kept is None or who is None or not await self._may_see(who, kept.exhibition):
            raise NotFound(f"there is no exhibition {exhibition_id[:80]!a} of yours")
        return kept

    async def _may_see(self, who: Identity, exhibition: Exhibition) -> bool:
        if who.owner.id == exhibition.owner:
            return True
        bots = await self._store.bots.get_many(bots_of(exhibition.seats))
        return who.owner.id in [bot.owner for bot in bots]

    async def _planned(self, who: Identity, wish: Wish) -> Exhibition:
        """Give an exhibition as it shall be played; raise Invalid or NotFound."""
        header, limits = await self._settings(who, wish)
        rules = game(header.game)
        seats = await seated(self._store, who.owner.id, wish.bots, rules)
        windows = tuple(number for number, seat in enumerate(seats) if _wants_windows(seat))
        return Exhibition(
            id=secrets.token_hex(16),
            owner=who.owner.id,
            seats=wish.bots,
            header=rules.header(header.players, header.seed, header.rounds, windows),
            move_ms=limits.move_ms,
            bank_ms=limits.bank_ms,
            max_strikes=limits.max_strikes,
        )

    async def _settings(self, who: Identity, wish: Wish) -> tuple[Header, Limits]:
        """Give what it is played from, and with which limits."""
        if wish.of is None:
            return _header(wish), Limits()
        if wish.game is not None or wish.seed is not None:
            raise Invalid(
                "of", "expected neither `game` nor `seed` beside it: they are that match's"
            )
        header, limits = await self._dealt(who, wish.of)
        try:
            game(header.game).check(header)
        except HeaderError as error:
            raise Invalid("of", str(error)) from error
        if len(wish.bots) != header.players:
            expected = f"expected {header.players}, as in that match"
            raise Invalid("bots", f"{expected}, got {len(wish.bots)}")
        return header, limits

    async def _dealt(self, who: Identity, of: str) -> tuple[Header, Limits]:
        """Give from what, and with which limits, a match was played, or an exhibition by its id."""
        if MATCH_ID.fullmatch(of) is None:
            exhibition, ending = await self._ended(who, of)
            return ending.record.header, _limits(exhibition)
        header = (await self._matches.replay(of)).header
        tournament = await find_tournament(self._store.tournaments, of.partition("-")[0])
        return header, _limits(tournament.plan.config)


def _limits(of: Exhibition | Config) -> Limits:
    return Limits(of.move_ms, of.bank_ms, of.max_strikes)


def _header(wish: Wish) -> Header:
    if wish.game is None:
        raise Invalid("game", "expected the name of a game, or `of`, got none")
    try:
        seed = secrets.token_hex(32) if wish.seed is None else wish.seed
        return game(wish.game).header(len(wish.bots), seed)
    except HeaderError as error:
        field, _, text = str(error).partition(": ")
        raise Invalid("bots" if field == "players" else field, text) from error


def _wants_windows(seat: Bot | HouseBot) -> bool:
    return seat.info.windows if isinstance(seat, Bot) else seat.windows


def _view(kept: KeptExhibition) -> ExhibitionView:
    exhibition, ending = kept.exhibition, kept.ending
    return ExhibitionView(
        id=exhibition.id,
        state=_state(kept),
        game=exhibition.header.game,
        bots=exhibition.seats,
        move_ms=exhibition.move_ms,
        bank_ms=exhibition.bank_ms,
        max_strikes=exhibition.max_strikes,
        created_ms=kept.created_ms,
        ended_ms=kept.ended_ms,
        result=_result(ending) if isinstance(ending, Shown) else None,
        why=ending.why if isinstance(ending, Failed) else None,
    )


def _state(kept: KeptExhibition) -> State:
    match kept.ending:
        case Shown():
            return "finished"
        case Failed():
            return "failed"
    return "playing" if kept.in_play else "queued"


def _result(shown: Shown) -> ExhibitionResult:
    return ExhibitionResult(
        outcome=shown.record.outcome,
        versions=shown.versions,
        strikes=shown.strikes,
        retired=shown.retired,
        digest=shown.record.digest,
    )
