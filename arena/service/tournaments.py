"""Use cases: the life of a tournament up to its start, and its description.

Who enters it is in `arena.service.entries`, what is done to it after its start in
`arena.service.direction`.
"""

import asyncio
import secrets
from collections.abc import Sequence

import msgspec

from arena.service.clock import now_ms
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.estimates import Estimate, estimate
from arena.service.naming import clean_name
from arena.service.owners import Identity
from arena.service.paging import Page, bad_cursor, check_limit
from arena.service.plans import beacon_of, check_invited, checked, plan_of
from arena.service.rounds import Rounds
from arena.service.started import (
    find_own_tournament,
    no_tournament,
    not_in_state,
    opening_of,
)
from arena.store.store import Store
from arena.store.tournaments import (
    MOST_UNFINISHED,
    Overview,
    Plan,
    Registration,
    Start,
    State,
    Tournament,
)
from arena.tournament.blocks import Blocks
from arena.tournament.config import Config, canonical
from arena.tournament.elo import START
from arena.tournament.seeds import SIZE, commitment


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a tournament. `secret` and `final` (hex) once it is over.

    `attempt` counts the tournaments of this name that their organiser has drafted. From the start
    on there are `opened`, with which the chain of its log begins (a hash of all that is fixed by
    then), and `beacon`, the value of the round that its configuration names. Times are ms since
    1970. With `registration` by invitation, an entry needs the code of it.

    `sets_open` are the sets of the present round that are not committed yet. `sets_quarantined` of
    them took down every worker that played them: the round waits until the organiser has them
    tried again.
    """

    id: str
    name: str
    owner: str
    state: State
    config: Config
    registration: Registration
    attempt: int
    commitment: str
    beacon: str | None
    opened: str | None
    entries: int
    round: int
    sets_open: int
    sets_quarantined: int
    sets_done: int
    secret: str | None
    final: str | None
    created_ms: int
    started_ms: int | None
    ended_ms: int | None


class TournamentView(TournamentSummary, frozen=True, kw_only=True):
    """A tournament with the heads of its result log's chain (hex) after each finished round.

    `blocks` are the base blocks of its schedule from the start on, one for each round; there are
    none for duels, and where all sit at one table. `invited` are owners who may enter without the
    code, where one is needed. `withdrawn` are the bots that were taken out after the start.
    `estimate` is what is to come, while that can be told.
    """

    blocks: Blocks
    heads: list[str]
    invited: tuple[str, ...]
    withdrawn: list[str]
    estimate: Estimate | None


class Tournaments:
    """Tournaments, from their draft to their start."""

    def __init__(self, store: Store, rounds: Rounds) -> None:
        self._store = store
        self._rounds = rounds
        self._planning = asyncio.Lock()
        """A plan takes a processor for up to a second: several at a time would take all of us."""

    async def create(
        self,
        who: Identity,
        name: str,
        config: Config,
        registration: Registration = "open",
        invited: Sequence[str] = (),
    ) -> TournamentView:
        """Draft a tournament: its secret is drawn and its commitment made here.

        Raises Invalid naming the field of a config that cannot be held, or of an owner `invited`
        who is none, and Conflict for one more tournament than an organiser may have at a time.
        """
        config = checked(config)
        check_invited(registration, invited)
        await self._check_owners(invited)
        secret = secrets.token_bytes(SIZE)
        committed = commitment(secret, canonical(config))
        plan = Plan(
            id=secrets.token_hex(16),
            owner=who.owner.id,
            name=clean_name("name", name),
            config=config,
            secret=secret,
            commitment=committed.hex(),
            created_ms=now_ms(),
            invitation=None if registration == "open" else secrets.token_urlsafe(12),
            invited=tuple(dict.fromkeys(invited)),
        )
        unfinished = await self._store.tournaments.unfinished(plan.owner)
        if not await self._store.tournaments.draft(plan, committed, unfinished):
            raise Conflict(
                f"tournaments: expected at most {MOST_UNFINISHED} of an organiser that are not"
                " finished, you have as many"
            )
        return await self.get(plan.id)

    async def open(self, who: Identity, tournament_id: str) -> TournamentView:
        """Open a draft for entries; raises NotFound (also for others') and Conflict."""
        await self._find_own(who, tournament_id)
        if not await self._store.tournaments.open(tournament_id, who.owner.id):
            raise await not_in_state(self._store.tournaments, tournament_id, "draft")
        return await self.get(tournament_id)

    async def start(
        self, who: Identity, tournament_id: str, beacon: str | None = None
    ) -> TournamentView:
        """Close the entries, fix the seed and begin round 1.

        `beacon` is the value (64 hex digits) of the round that the configuration names. Raises
        Conflict if it is not open, Invalid if these entries cannot play this config, or if the
        beacon is missing or too many.
        """
        async with self._planning:
            await self._start(who, tournament_id, beacon)
        await self._rounds.advance(tournament_id)
        return await self.get(tournament_id)

    async def _start(self, who: Identity, tournament_id: str, given: str | None) -> None:
        tournament = await self._find_own(who, tournament_id)
        if tournament.state != "open":
            raise Conflict(f"state: expected open, it is {tournament.state}")
        beacon = beacon_of(tournament.plan.config, given)
        entries = await self._store.tournaments.entries(tournament_id)
        schedule = await asyncio.to_thread(plan_of, tournament.plan, entries, beacon)
        fixed = msgspec.structs.replace(tournament, beacon=beacon, blocks=schedule.blocks)
        start = Start(
            final=schedule.final,
            beacon=beacon,
            blocks=schedule.blocks,
            opened=opening_of(fixed, entries).head(),
            entries=len(entries),
            rating=START,
        )
        if not await self._store.tournaments.start(tournament.plan, start):
            raise Conflict("entries: they changed just now; start again")

    async def get(self, tournament_id: str) -> TournamentView:
        """Give a tournament as it stands; raise NotFound."""
        heads, overviews, withdrawn = await asyncio.gather(
            self._store.tournaments.heads(tournament_id),
            self._store.tournaments.overviews([tournament_id]),
            self._store.tournaments.withdrawn(tournament_id),
        )
        if not overviews:
            raise no_tournament(tournament_id)
        (found,) = overviews
        return TournamentView(
            **msgspec.structs.asdict(_summary(found)),
            blocks=found.tournament.blocks,
            heads=[head.hex() for head in heads],
            invited=found.tournament.plan.invited,
            withdrawn=sorted(withdrawn),
            estimate=estimate(found, now_ms()),
        )

    async def page(self, cursor: str | None, limit: int) -> Page[TournamentSummary]:
        """Give a page of tournaments, the newest first; raise Invalid for a bad cursor."""
        found = await self._store.tournaments.page(cursor, check_limit(limit))
        if found is None:
            raise bad_cursor(cursor)
        views = [_summary(overview) for overview in found]
        return Page(views, views[-1].id if len(views) == limit else None)

    async def some(self, ids: Sequence[str]) -> list[TournamentSummary]:
        """Give those of these tournaments that there are, in this order."""
        found = await self._store.tournaments.overviews(ids) if ids else []
        return [_summary(overview) for overview in found]

    async def latest(self, game_name: str) -> str:
        """Give the id of the tournament of this game that started last; NotFound if none has."""
        found = await self._store.tournaments.latest(game_name)
        if found is None:
            raise NotFound(f"no tournament of {game_name!a} has started")
        return found

    async def _check_owners(self, ids: Sequence[str]) -> None:
        """Raise Invalid for the first of those invited who is no owner."""
        for place, owner in enumerate(await self._store.owners.get_many(list(ids))):
            if owner is None:
                expected = "expected the id of an owner, as bots show it"
                raise Invalid(f"invited[{place}]", f"{expected}, got {ids[place][:80]!a}")

    async def _find_own(self, who: Identity, tournament_id: str) -> Tournament:
        return await find_own_tournament(self._store.tournaments, who, tournament_id)


def _summary(overview: Overview) -> TournamentSummary:
    tournament = overview.tournament
    plan, revealed = tournament.plan, tournament.over
    return TournamentSummary(
        id=plan.id,
        name=plan.name,
        owner=plan.owner,
        state=tournament.state,
        config=plan.config,
        registration="open" if plan.invitation is None else "invitation",
        attempt=tournament.attempt,
        commitment=plan.commitment,
        beacon=_hex(tournament.beacon),
        opened=_hex(tournament.opened),
        entries=overview.entries,
        round=tournament.round,
        sets_open=overview.sets_open,
        sets_quarantined=overview.sets_quarantined,
        sets_done=overview.sets_done,
        secret=plan.secret.hex() if revealed else None,
        final=_hex(tournament.final if revealed else None),
        created_ms=plan.created_ms,
        started_ms=tournament.started_ms,
        ended_ms=tournament.ended_ms,
    )


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()
