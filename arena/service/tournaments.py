"""Use cases: the life of a tournament up to its start, and its description."""

import msgspec

from arena.service.owners import Identity
from arena.service.paging import Page
from arena.store.tournaments import State
from arena.tournament.config import Config


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a tournament. `secret` and `final` (hex) once it is finished.

    `sets_open` are the sets of the present round that are not committed yet; `heads` are the
    heads of the result log's chain (hex) at the end of each finished round.
    """

    id: str
    name: str
    owner: str
    state: State
    config: Config
    commitment: str
    entries: int
    round: int
    sets_open: int
    sets_done: int
    heads: list[str]
    secret: str | None
    final: str | None
    created_ms: int


class EntryView(msgspec.Struct, frozen=True, kw_only=True):
    """One bot of a tournament; `nonce` (hex) goes into the seed."""

    bot: str
    name: str
    owner: str
    nonce: str


class Tournaments:
    """Tournaments: draft, open (for entries), running, finished."""

    async def create(self, who: Identity, name: str, config: Config) -> TournamentView:
        """Draft a tournament: its secret is drawn and its commitment made here.

        Needs the scope organiser. Raises Invalid naming the field of a config that cannot be held.
        """
        raise NotImplementedError

    async def open(self, who: Identity, tournament_id: str) -> TournamentView:
        """Open a draft for entries; raises NotFound (also for others' drafts) and Conflict."""
        raise NotImplementedError

    async def enter(
        self, who: Identity, tournament_id: str, bot_id: str, nonce: str | None = None
    ) -> EntryView:
        """Enter an own bot; `nonce` is 64 hex digits of the entrant's choice, else drawn here.

        Raises NotFound, Conflict (not open, entered already), Invalid (game not played, nonce).
        """
        raise NotImplementedError

    async def start(self, who: Identity, tournament_id: str) -> TournamentView:
        """Close the entries, fix the seed and begin round 1.

        Raises Conflict if it is not open, Invalid if these entries cannot play this config.
        """
        raise NotImplementedError

    async def get(self, tournament_id: str) -> TournamentView:
        """Give a tournament as it stands."""
        raise NotImplementedError

    async def list(self, cursor: str | None, limit: int) -> Page[TournamentView]:
        """Give a page of tournaments, the newest first."""
        raise NotImplementedError

    async def entries(self, tournament_id: str) -> list[EntryView]:
        """Give the entries in order of bot id."""
        raise NotImplementedError

    async def latest(self, game: str) -> TournamentView:
        """Give the newest tournament of this game that has started; raise NotFound if none has."""
        raise NotImplementedError
