"""Settings and wiring, once: reads the environment, opens the store, builds the services.

What may live here: how the parts are put together, and how a process of the service begins and
says why it cannot. Every entrance (API, CLI, workers) calls `open_app`, and nothing below it reads
the environment.
"""

import os
import resource
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import cast, get_args

import msgspec
import structlog

from arena.logs import configure_logs
from arena.match.canary import Canary
from arena.match.guard import Guard, Network, networks
from arena.match.urls import UrlError
from arena.service.alarms import Alarms
from arena.service.audit import Audit
from arena.service.boards import Boards
from arena.service.bot_life import BotLife
from arena.service.bots import Bots
from arena.service.bundles import Bundles
from arena.service.conformance import Conformance
from arena.service.direction import Direction
from arena.service.endpoints import Endpoints
from arena.service.entries import Entries
from arena.service.exhibitions import Exhibitions
from arena.service.faults import Faults
from arena.service.feed import Feed
from arena.service.final_standings import FinalStandings
from arena.service.histories import Histories
from arena.service.ladder_rounds import LadderRounds
from arena.service.ladders import Ladders
from arena.service.ledgers import Ledgers
from arena.service.limits import PER_S, RequestLimits
from arena.service.matches import Matches
from arena.service.metrics import Metrics
from arena.service.owners import Owners
from arena.service.playing.exhibitor import Exhibitor
from arena.service.playing.quarantine import HealthChecks
from arena.service.playing.sets import Sets
from arena.service.repeats import Repeats
from arena.service.rounds import Rounds
from arena.service.tokens import Tokens
from arena.service.tournaments import Tournaments
from arena.store.client import Durability
from arena.store.embedded import socket_url
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.sets import LEASE_MS
from arena.store.store import Store, open_store

BAD_INPUT = 2
"""Exit code: the environment, an argument or a file cannot be used."""
UNREACHABLE = 3
"""Exit code: the store, or a service that is needed, does not answer."""

_FILES = 16_384
"""Files and sockets that a process may have open: an ask has up to four, while it is connected, and
a reader of the feed one for as long as he reads."""
METRICS_FROM = ("127.0.0.0/8", "::1/128")
"""Networks that metrics are told to, where no others are named."""
_OPEN = "bots in these networks may be called, also without TLS and whatever else is there"

_log: structlog.stdlib.BoundLogger = structlog.get_logger("arena")


class SettingsError(ValueError):
    """A variable of the environment that cannot be used; the message names it."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the environment says.

    `redis_url` (ARENA_REDIS_URL) is the store, by default the embedded server's socket in `data`
    (ARENA_DATA, default `data`). `allow_networks` (ARENA_ALLOW_NETWORK, comma separated) are
    networks in which bots may be called although they are not public. `canary_url`
    (ARENA_CANARY_URL, default none) always answers, so that where it does not our own line is down
    and no bot is to blame; workers ask it beside the bots. `lease_ms` (ARENA_LEASE_MS)
    is how long a set stays with a worker that gives no sign of life. `durability`
    (ARENA_DURABILITY) is `everysec` or `waitaof`. The API listens on `host`
    (ARENA_HOST, an IP address, default 127.0.0.1) and `port` (ARENA_PORT, default 8000).
    `requests_per_s` (ARENA_REQUESTS_PER_S) is how often an address and an owner may ask it, and
    `trusted_proxies` (ARENA_TRUSTED_PROXIES, comma separated) are networks whose word it takes for
    whom they were called by. `metrics_from` (ARENA_METRICS_FROM, comma separated, by default this
    host) are networks that metrics are told to.
    """

    redis_url: str
    data: Path
    allow_networks: tuple[str, ...] = ()
    canary_url: str | None = None
    lease_ms: int = LEASE_MS
    durability: Durability = "everysec"
    host: str = "127.0.0.1"
    port: int = 8000
    requests_per_s: int = PER_S
    trusted_proxies: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = METRICS_FROM

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        """Read the settings; raise SettingsError naming a variable that cannot be used."""
        data = Path(environ.get("ARENA_DATA") or "data")
        settings = cls(
            redis_url=environ.get("ARENA_REDIS_URL") or socket_url(data),
            data=data,
            allow_networks=_list(environ, "ARENA_ALLOW_NETWORK"),
            canary_url=environ.get("ARENA_CANARY_URL") or None,
            lease_ms=_number(environ, "ARENA_LEASE_MS", LEASE_MS, 500, 600_000),
            durability=_durability(environ),
            host=_address(environ, "ARENA_HOST", "127.0.0.1"),
            port=_number(environ, "ARENA_PORT", 8000, 1, 65_535),
            requests_per_s=_number(environ, "ARENA_REQUESTS_PER_S", PER_S, 1, 10_000),
            trusted_proxies=_list(environ, "ARENA_TRUSTED_PROXIES"),
            metrics_from=_list(environ, "ARENA_METRICS_FROM") or METRICS_FROM,
        )
        settings._check()
        return settings

    def _check(self) -> None:
        """Raise SettingsError for what is made of settings only later."""
        self.guard()
        self.canary()
        self.proxies()
        self.metrics_networks()

    def guard(self) -> Guard:
        """Give the guard of calls to bots; raise SettingsError for a network that is none."""
        try:
            return Guard(networks(self.allow_networks))
        except ValueError as error:
            raise SettingsError(f"ARENA_ALLOW_NETWORK: {error}") from error

    def canary(self) -> Canary | None:
        """Give the canary, if there is one; raise SettingsError if it may not be called."""
        if self.canary_url is None:
            return None
        guard = self.guard()
        try:
            return Canary(guard.check(self.canary_url), guard)
        except UrlError as error:
            text = str(error).removeprefix("url: ")
            raise SettingsError(f"ARENA_CANARY_URL: {text}") from error

    def proxies(self) -> tuple[Network, ...]:
        """Give the networks of trusted proxies; raise SettingsError for one that is none."""
        try:
            return networks(self.trusted_proxies)
        except ValueError as error:
            raise SettingsError(f"ARENA_TRUSTED_PROXIES: {error}") from error

    def metrics_networks(self) -> tuple[Network, ...]:
        """Give the networks that metrics are told to; raise SettingsError for one that is none."""
        try:
            return networks(self.metrics_from)
        except ValueError as error:
            raise SettingsError(f"ARENA_METRICS_FROM: {error}") from error


def _list(environ: Mapping[str, str], name: str) -> tuple[str, ...]:
    texts = environ.get(name, "").split(",")
    return tuple(text.strip() for text in texts if text.strip())


def _number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = environ.get(name) or str(default)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SettingsError(f"{name}: expected {least} to {most}, got {text!a}")
    return int(text)


def _durability(environ: Mapping[str, str]) -> Durability:
    text = environ.get("ARENA_DURABILITY") or "everysec"
    if text not in get_args(Durability):
        expected = " or ".join(get_args(Durability))
        raise SettingsError(f"ARENA_DURABILITY: expected {expected}, got {text!a}")
    return cast(Durability, text)


def _address(environ: Mapping[str, str], name: str, default: str) -> str:
    text = environ.get(name) or default
    try:
        return str(ip_address(text))
    except ValueError:
        expected = "an IP address such as 127.0.0.1, or 0.0.0.0 for all of this host's"
        raise SettingsError(f"{name}: expected {expected}, got {text!a}") from None


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
    bundles: Bundles
    histories: Histories
    ladders: Ladders
    ladder_rounds: LadderRounds
    exhibitions: Exhibitions
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
        yield App(
            settings=settings,
            store=store,
            owners=Owners(store.owners),
            tokens=Tokens(store.owners),
            limits=RequestLimits(store.buckets, settings.requests_per_s),
            repeats=Repeats(store.repeats),
            bots=bots,
            conformance=Conformance(store, bots, guard),
            bot_life=BotLife(store, bots),
            tournaments=tournaments,
            entries=Entries(store, bots),
            direction=Direction(store, rounds),
            rounds=rounds,
            sets=sets,
            boards=Boards(store, ledgers, tournaments),
            final_standings=finals,
            matches=matches,
            bundles=Bundles(store, ledgers, finals),
            histories=Histories(store, ledgers),
            ladders=Ladders(store),
            ladder_rounds=LadderRounds(store),
            exhibitions=Exhibitions(store, matches),
            exhibitor=Exhibitor(store, guard, sets, canary),
            audit=Audit(store),
            alarms=Alarms(store, rounds),
            faults=Faults(store, bots),
            feed=feed,
            metrics=Metrics(store, feed),
        )
