"""What an organiser fixes before the first entry: the configuration the commitment is made over.

What may live here: the configuration, its bounds and its checks. Whatever decides a match or a
rating is in it, and nothing else is; a change of its fields is a change of what is committed to.
"""

from typing import Annotated, Literal

import msgspec

from arena.engine.record import Header, HeaderError
from arena.engine.rules import Game

MAX_SWING = 350
"""No bot may be able to move by more Elo than this in a round (K × its sets of the round)."""

Mode = Literal["auto", "rotation", "field", "off"]
PlayedMode = Literal["rotation", "field", "off"]
Withdrawal = Literal["defaults", "void"]

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*(?!\n)$", max_length=40)]
Rules = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Players = Annotated[int, msgspec.Meta(ge=2, le=5)]
Rounds = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Deals = Annotated[int, msgspec.Meta(ge=1, le=MAX_SWING)]
MoveMs = Annotated[int, msgspec.Meta(ge=10, le=60_000)]
BankMs = Annotated[int, msgspec.Meta(ge=0, le=600_000)]
MaxStrikes = Annotated[int, msgspec.Meta(ge=1, le=100)]
Beacon = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
KFactor = Annotated[int, msgspec.Meta(ge=1, le=MAX_SWING)]
Until = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
KStep = tuple[Until | None, KFactor]
"""(until, K): K holds up to and including a bot's set number `until`; None is for ever after."""
KSchedule = Annotated[tuple[KStep, ...], msgspec.Meta(min_length=1, max_length=10)]

USUAL_K: KSchedule = ((30, 40), (100, 20), (None, 10))
"""K where no other is named, and on ladders."""


_FIELDS = {"rounds": "rounds_per_match"}
"""What of a match's header has another name in the configuration."""


class ConfigError(ValueError):
    """A tournament that cannot be held: the message names the field, the value, the expected."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One tournament's plan. Times are in ms; `beacon` is a public randomness round, if any."""

    game: Name
    rules: Rules = 0
    """Version of the game's rules; 0 stands for the one played here until `settled` names it."""
    players: Players
    rounds: Rounds
    deals: Deals = 1
    mode: Mode = "auto"
    k_schedule: KSchedule = USUAL_K
    rounds_per_match: Rounds | None = None
    """Rounds of the game in one match; None leaves it to the game's rules."""
    move_ms: MoveMs = 500
    bank_ms: BankMs = 10_000
    max_strikes: MaxStrikes = 5
    withdrawal: Withdrawal = "defaults"
    """What becomes of the sets that a bot has not played when it is withdrawn."""
    beacon: Beacon | None = None
    ladder: bool = False
    """Whether its rounds are rated on the ladder of the game as well."""


def settled(config: Config, game: Game) -> Config:
    """Give the configuration with the version of the rules named, as it is committed to."""
    return msgspec.structs.replace(config, rules=config.rules or game.version)


def canonical(config: Config) -> bytes:
    """Give the configuration as the bytes that are committed to: JSON, sorted keys, no spaces."""
    return msgspec.json.encode(config, order="sorted")


def played_mode(config: Config, bots: int) -> PlayedMode:
    """Give the duplicate mode that will be played: `auto` goes by the number of bots."""
    if config.mode != "auto":
        return config.mode
    large = 8 if config.players == 2 else 10 * config.players
    return "field" if bots >= large else "off"


def match_header(config: Config, game: Game, seed: str, windows: tuple[int, ...] = ()) -> Header:
    """Give the header of a match of this tournament, `windows` being the seats that want them.

    Raises HeaderError, naming the field, where the game or its version cannot be played so here.
    """
    header = Header(
        game=config.game,
        players=config.players,
        rounds=game.rounds if config.rounds_per_match is None else config.rounds_per_match,
        rules=config.rules,
        seed=seed,
        windows=tuple(sorted(windows)) if game.window_kinds else (),
    )
    try:
        game.check(header)
    except HeaderError as error:
        field, _, text = str(error).partition(": ")
        raise HeaderError(f"{_FIELDS.get(field, field)}: {text}") from error
    return header


def check(config: Config, bots: int) -> None:
    """Raise ConfigError, naming the field, unless `bots` bots can play this tournament."""
    _check_bounds(config)
    _check_k_schedule(config.k_schedule)
    if bots < config.players:
        more = f"enter {config.players - bots} more, or hold one with fewer players"
        raise ConfigError(f"bots: expected at least {config.players} (players), got {bots}: {more}")
    _check_swing(config, bots)
    if config.ladder and config.k_schedule != USUAL_K:
        # K there goes by a bot's own number of sets, and is larger where byes or voids have left it
        # behind the nominal one: a round of several deals may then move it beyond MAX_SWING.
        usual = [list(step) for step in USUAL_K]
        raise ConfigError(f"ladder: expected it with the k_schedule {usual} alone")


def _check_bounds(config: Config) -> None:
    """Apply the bounds of the fields, which msgspec itself applies only where it decodes."""
    for field in msgspec.structs.fields(Config):
        given = msgspec.to_builtins(getattr(config, field.name))
        try:
            msgspec.convert(given, field.type)
        except msgspec.ValidationError as error:
            raise ConfigError(f"{field.name}: {error}, got {given!r}") from error


def _check_k_schedule(schedule: KSchedule) -> None:
    given = [list(step) for step in schedule]
    ends = [until for until, _ in schedule if until is not None]
    if len(ends) != len(schedule) - 1 or schedule[-1][0] is not None:
        raise ConfigError(f"k_schedule: expected null as the last `until` alone, got {given}")
    if ends != sorted(set(ends)):
        raise ConfigError(f"k_schedule: expected rising `until`, got {given}")
    factors = [k for _, k in schedule]
    if factors != sorted(factors, reverse=True):
        raise ConfigError(f"k_schedule: expected K that never rises, got {given}")


def swing(config: Config, bots: int) -> int:
    """Give by how much Elo a bot may move at most in a round: K × its sets of the round.

    The first round has the largest K, which never rises.
    """
    return config.k_schedule[0][1] * _least_tables(config, bots) * config.deals


def _check_swing(config: Config, bots: int) -> None:
    """Refuse a K that overshoots, and say what would do."""
    k, moved = config.k_schedule[0][1], swing(config, bots)
    if moved > MAX_SWING:
        raise ConfigError(
            f"k_schedule: K {k} × {moved // k} sets per bot per round = {moved}, expected at most "
            f"{MAX_SWING}: lower {_lower(config, bots)}"
        )


def _lower(config: Config, bots: int) -> str:
    """Give the nearest K, number of deals and number of bots that would do, each by itself."""
    k, tables = config.k_schedule[0][1], _least_tables(config, bots)
    fewer = (n for n in range(bots - 1, config.players - 1, -1) if swing(config, n) <= MAX_SWING)
    enough = {
        "K": MAX_SWING // (tables * config.deals),
        "deals": MAX_SWING // (tables * k),
        "the number of bots": next(fewer, 0),
    }
    ways = [f"{name} to {most}" for name, most in enough.items() if most]
    return " or ".join(ways) or "both K and deals"


def _least_tables(config: Config, bots: int) -> int:
    """Give how many tables every bot must at least play in a round for its seats to balance."""
    if bots == config.players:
        return 1
    if config.players == 2:
        return 2 if played_mode(config, bots) == "field" else 1
    return config.players
