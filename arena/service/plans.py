"""Whether a tournament can be held, and its whole plan: made before its first match is played."""

from collections.abc import Sequence
from typing import NoReturn

from arena.engine.record import HeaderError
from arena.games import game
from arena.service.errors import Invalid
from arena.store.tournaments import MOST_ENTRIES, Entry, Plan, Registration
from arena.tournament.config import (
    MAX_SWING,
    Config,
    ConfigError,
    check,
    match_header,
    settled,
    swing,
)
from arena.tournament.pairing import match_count
from arena.tournament.schedule import Schedule
from arena.tournament.seeds import final_seed

MOST_MATCHES = 1_000_000
"""Matches of a tournament."""


def checked(config: Config) -> Config:
    """Give the settled configuration.

    Raises Invalid, naming the field, for what can never be held, however many bots enter.
    """
    try:
        config = settled(config, game(config.game))
        match_header(config, game(config.game), "0" * 64)
        check(config, config.players)
    except (HeaderError, ConfigError) as error:
        _refuse(error)
    least = match_count(config, config.players)
    if least > MOST_MATCHES:
        rounds, deals = (MOST_MATCHES * n // least for n in (config.rounds, config.deals))
        expected = f"expected at most {MOST_MATCHES} matches: lower rounds to {rounds}"
        expected += f" or deals to {deals}"
        raise Invalid("rounds", f"{expected}; got {config.rounds}, which make {least} or more")
    return config


def check_invited(registration: Registration, invited: Sequence[str]) -> None:
    """Raise Invalid where owners are invited to what everybody may enter."""
    if invited and registration == "open":
        raise Invalid("invited", "expected none, or registration by `invitation`, got some")


def plan_of(plan: Plan, entries: Sequence[Entry], beacon: bytes | None) -> Schedule:
    """Draw the final seed and plan the whole tournament; raise Invalid if it cannot be held."""
    final = final_seed(plan.secret, {entry.bot: entry.nonce for entry in entries}, beacon)
    try:
        schedule = Schedule(plan.config, [entry.bot for entry in entries], final)
    except ConfigError as error:
        _refuse(error)
    if schedule.match_count > MOST_MATCHES:
        expected = f"expected no more than make {MOST_MATCHES} matches"
        got = f"{len(entries)} make {schedule.match_count}"
        raise Invalid("entries", f"{expected}, {got}: {_nearest(plan.config, len(entries))}")
    return schedule


def _nearest(config: Config, bots: int) -> str:
    """Give the nearest numbers of bots below and above with which it could be held."""

    def held(number: int) -> bool:
        few = match_count(config, number) <= MOST_MATCHES
        return few and swing(config, number) <= MAX_SWING

    below = next(filter(held, range(bots - 1, config.players - 1, -1)), None)
    above = next(filter(held, range(bots + 1, MOST_ENTRIES + 1)), None)
    would_do = " or ".join(str(number) for number in (below, above) if number is not None)
    return f"{would_do} would do"


def beacon_of(config: Config, given: str | None) -> bytes | None:
    """Give the beacon's value (64 hex digits) that a start needs, if its configuration names one.

    Raises Invalid where it is missing, or where none was named when the tournament was drafted.
    """
    if config.beacon is None and given is not None:
        raise Invalid("beacon", "expected none: the configuration does not name a beacon round")
    if config.beacon is not None and given is None:
        expected = f"expected the value of round {config.beacon}, 64 hex digits"
        raise Invalid("beacon", f"{expected}: look it up once it is out, and start with it")
    return None if given is None else bytes.fromhex(given)


def _refuse(error: HeaderError | ConfigError) -> NoReturn:
    """Raise Invalid for an error whose text begins with the field at fault."""
    field, _, text = str(error).partition(": ")
    raise Invalid(field, text) from error
