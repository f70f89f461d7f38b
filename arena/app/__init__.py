"""Wiring, once: reads the settings, opens the store, builds the services.

What may live here: how the parts are put together, and how a process of the service begins and
says why it cannot. Every entrance (API, CLI, workers) calls `open_app`, and nothing below it reads
the environment.
"""

import gc
import os
import resource
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass

import structlog

from arena.app.settings import Settings, SettingsError
from arena.logs import configure_logs
from arena.service.alarms import Alarms
from arena.service.audit import Audit
from arena.service.boards import Boards
from arena.service.bot_life import BotLife
from arena.service.bot_lists import BotLists
from arena.service.bots import Bots
from arena.service.bundles import Bundles
from arena.service.conformance import Conformance
from arena.service.current import CurrentTournaments
from arena.service.direction import Direction
from arena.service.endpoints import Endpoints
from arena.service.entries import Entries
from arena.service.exhibitions import Exhibitions
from arena.service.faults import Faults
from arena.service.feed import Feed
from arena.service.final_standings import FinalStandings
from arena.service.highlights import Highlights
from arena.service.histories import Histories
from arena.service.ladder_rounds import LadderRounds
from arena.service.ladder_strengths import LadderStrengths
from arena.service.ladders import Ladders
from arena.service.ledgers import Ledgers
from arena.service.limits import RequestLimits
from arena.service.matches import Matches
from arena.service.metrics import Metrics
from arena.service.owners import Owners
from arena.service.placings import Placings
from arena.service.playing.exhibitor import Exhibitor
from arena.service.playing.quarantine import HealthChecks
from arena.service.playing.sets import Sets
from arena.service.plays import MOST_WAITING, Plays
from arena.service.profiles import Profiles
from arena.service.repeats import Repeats
from arena.service.rounds import Rounds
from arena.service.schedules import Schedules
from arena.service.tokens import Tokens
from arena.service.tournaments import Tournaments
from arena.service.turns import Turns
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.store import Store, open_store

BAD_INPUT = 2
"""Exit code: the environment, an argument or a file cannot be used."""
UNREACHABLE = 3
"""Exit code: the store, or a service that is needed, does not answer."""

_FILES = 16_384
"""Files and sockets that a process may have open: an ask has up to four, while it is connected, and
a reader of the feed one for as long as he reads."""
_OPEN = "bots in these networks may be called, also without TLS and whatever else is there"

_log: structlog.stdlib.BoundLogger = structlog.get_logger("arena")


@dataclass(frozen=True)
class App:
    """The store and the services over it, ready for use."""

    settings: Settings
    store: Store
    owners: Owners
    tokens: Tokens
    limits: RequestLimits
    repeats: Repeats
    bots: Bots
    bot_lists: BotLists
    conformance: Conformance
    bot_life: BotLife
    tournaments: Tournaments
    entries: Entries
    direction: Direction
    rounds: Rounds
    sets: Sets
    boards: Boards
    final_standings: FinalStandings
    matches: Matches
    plays: Plays
    profiles: Profiles
    placings: Placings
    schedules: Schedules
    highlights: Highlights
    current_tournaments: CurrentTournaments
    bundles: Bundles
    histories: Histories
    ladders: Ladders
    ladder_rounds: LadderRounds
    ladder_strengths: LadderStrengths
    exhibitions: Exhibitions
    exhibition_plays: Plays
    exhibitor: Exhibitor
    audit: Audit
    alarms: Alarms
    faults: Faults
    feed: Feed
    metrics: Metrics


def allow_files() -> None:
    """Raise the usual limit of 1,024 as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def exit_code(run: Callable[[Settings], None]) -> int:
    """Run a process with the environment's settings; give 0, or say on stderr what is wrong."""
    gc.freeze()  # what is loaded by now stays: there is no need to go through it, also at the end
    configure_logs()
    allow_files()
    try:
        settings = Settings.read(os.environ)
        if settings.allow_networks:
            _log.warning("private_networks_allowed", networks=settings.allow_networks, why=_OPEN)
        run(settings)
    except (SettingsError, StoreUnfit) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except StoreAway as error:
        print(error, file=sys.stderr)
        return UNREACHABLE
    return 0


@asynccontextmanager
async def open_app(settings: Settings) -> AsyncIterator[App]:
    """Open the store and build the services; close what was opened at the end.

    Raises StoreAway or StoreUnfit with a message that says what to do.
    """
    guard, canary = settings.guard(), settings.canary()
    async with (
        open_store(settings.redis_url, settings.lease_ms, settings.durability) as store,
        canary or nullcontext(),
    ):
        checks = HealthChecks(store.health, guard)
        bots = Bots(store, Endpoints(store.buckets, guard), checks)
        rounds, ledgers, feed = Rounds(store), Ledgers(store), Feed(store)
        finals = FinalStandings(store)
        tournaments = Tournaments(store, rounds)
        sets, matches = Sets(store, guard, rounds, canary), Matches(store)
        histories, boards = Histories(store, ledgers), Boards(store, ledgers, tournaments)
        exhibitions = Exhibitions(store, matches)
        again = Turns("matches played again", MOST_WAITING)
        yield App(
            settings=settings,
            store=store,
            owners=Owners(store.owners),
            tokens=Tokens(store.owners),
            limits=RequestLimits(store.buckets, settings.requests_per_s),
            repeats=Repeats(store.repeats),
            bots=bots,
            bot_lists=BotLists(store, tournaments),
            conformance=Conformance(store, bots, guard),
            bot_life=BotLife(store, bots),
            tournaments=tournaments,
            entries=Entries(store, bots),
            direction=Direction(store, rounds),
            rounds=rounds,
            sets=sets,
            boards=boards,
            final_standings=finals,
            matches=matches,
            plays=Plays(matches.timed, again),
            profiles=Profiles(store, matches),
            placings=Placings(store, boards, finals),
            schedules=Schedules(store, matches),
            highlights=Highlights(matches, histories, bots),
            current_tournaments=CurrentTournaments(store, tournaments),
            bundles=Bundles(store, ledgers, finals),
            histories=histories,
            ladders=Ladders(store),
            ladder_rounds=LadderRounds(store),
            ladder_strengths=LadderStrengths(store),
            exhibitions=exhibitions,
            exhibition_plays=Plays(exhibitions.timed, again),
            exhibitor=Exhibitor(store, guard, sets, canary),
            audit=Audit(store),
            alarms=Alarms(store, rounds),
            faults=Faults(store, bots),
            feed=feed,
            metrics=Metrics(store, feed),
        )
