"""Tournaments found by id; one that has started comes with its schedule.

What may live here: what playing, boards, acts and audits begin from.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from arena.engine.rules import Game
from arena.games import game
from arena.service.errors import Conflict, NotFound
from arena.service.owners import Identity
from arena.store.tournaments import Entry, Tournament, TournamentRepository
from arena.tournament.blocks import Blocks
from arena.tournament.config import Config
from arena.tournament.log import decode_entry
from arena.tournament.opening import Entrant, Opening
from arena.tournament.schedule import Schedule
from arena.tournament.voids import Void, Voids

_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)


class Started(msgspec.Struct, frozen=True):
    """A started tournament, its entries by bot id, its schedule and its game."""

    tournament: Tournament
    entries: dict[str, Entry]
    schedule: Schedule
    game: Game


def opening_of(tournament: Tournament, entries: Sequence[Entry]) -> Opening:
    """Give what the start of a tournament has fixed, with the beacon and blocks that it has."""
    beacon = tournament.beacon
    return Opening(
        tournament=tournament.plan.id,
        name=tournament.plan.name,
        attempt=tournament.attempt,
        commitment=tournament.plan.commitment,
        beacon=None if beacon is None else beacon.hex(),
        blocks=tournament.blocks,
        entrants=tuple(
            Entrant(entry.bot, entry.name, entry.owner, entry.nonce.hex(), entry.windows)
            for entry in sorted(entries, key=lambda entry: entry.bot)
        ),
    )


def round_over(tournament: Tournament, round_number: int) -> bool:
    """Say whether all sets of a round are in the log, so that its replays are public."""
    return tournament.over or round_number < tournament.round


async def find_tournament(repository: TournamentRepository, tournament_id: str) -> Tournament:
    """Give the tournament of this id; raise NotFound, also for what has not the form of one."""
    tournament = await repository.get(tournament_id) if _ID.fullmatch(tournament_id) else None
    if tournament is None:
        raise no_tournament(tournament_id)
    return tournament


def no_tournament(tournament_id: str) -> NotFound:
    """Say that there is no tournament of this id."""
    return NotFound(f"there is no tournament {tournament_id!a}")


async def find_own_tournament(
    repository: TournamentRepository, who: Identity, tournament_id: str
) -> Tournament:
    """Give an own tournament; raise NotFound, also for somebody else's."""
    tournament = await repository.get(tournament_id)
    if tournament is None or tournament.plan.owner != who.owner.id:
        raise NotFound(f"there is no tournament {tournament_id!a} of yours")
    return tournament


async def not_in_state(
    repository: TournamentRepository, tournament_id: str, expected: str
) -> Conflict:
    """Say how a tournament stands by now: somebody else may just have been quicker."""
    state = (await find_tournament(repository, tournament_id)).state
    return Conflict(f"state: expected {expected}, it is {state}")


async def find_started(repository: TournamentRepository, tournament_id: str) -> Started:
    """Give the tournament with its schedule; raise NotFound, also if it has not started."""
    tournament = await find_tournament(repository, tournament_id)
    if tournament.final is None:
        raise NotFound(f"tournament {tournament_id} has not started")
    entries = {entry.bot: entry for entry in await repository.entries(tournament_id)}
    config, voids = tournament.plan.config, await find_voids(repository, tournament_id)
    schedule = _schedule_of(config, tuple(entries), tournament.final, tournament.blocks, voids)
    return Started(tournament, entries, schedule, game(config.game))


async def find_voids(repository: TournamentRepository, tournament_id: str) -> Voids:
    """Give what the voids of a tournament's log come to."""
    return _voids_of(tuple(await repository.voids(tournament_id)))


@lru_cache(maxsize=16)
def _voids_of(entries: tuple[bytes, ...]) -> Voids:
    """Add up these entries of a log: always the same, and much work where whole rounds are void."""
    found = [decode_entry(data) for data in entries]
    return Voids(entry for entry in found if isinstance(entry, Void))


@lru_cache(maxsize=16)
def _schedule_of(
    config: Config, bots: tuple[str, ...], final: bytes, blocks: Blocks, voids: Voids
) -> Schedule:
    """Plan a tournament, or give the plan as it was made before."""
    return Schedule(config, bots, final, blocks, voids)
