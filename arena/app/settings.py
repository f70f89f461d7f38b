"""What the environment says, read once.

What may live here: the variables, their bounds, and what is made of each by itself.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import cast, get_args

import msgspec

from arena.match.canary import Canary
from arena.match.guard import Guard, Network, networks
from arena.match.urls import UrlError
from arena.service.limits import PER_S
from arena.store.client import Durability
from arena.store.embedded import socket_url
from arena.store.sets import LEASE_MS

METRICS_FROM = ("127.0.0.0/8", "::1/128")
"""Networks that metrics are told to, where no others are named."""


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
