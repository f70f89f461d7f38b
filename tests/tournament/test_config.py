"""The configuration: its canonical bytes, and what is refused with which words."""

import msgspec
import pytest

from arena.engine.record import Header, HeaderError
from arena.tournament.config import (
    MAX_SWING,
    Config,
    ConfigError,
    KSchedule,
    Mode,
    canonical,
    check,
    match_header,
    played_mode,
    swing,
)
from tests.tournament.sample import GAME, config

SEED = "ab" * 32


def test_canonical_json_has_sorted_keys_and_no_spaces() -> None:
    """These are the bytes that are committed to: every field, defaults spelled out."""
    assert canonical(config(4, rounds=3)) == (
        b'{"bank_ms":10000,"beacon":null,"deals":1,"game":"sky-5",'
        b'"k_schedule":[[30,40],[100,20],[null,10]],"ladder":false,"max_strikes":5,'
        b'"mode":"rotation","move_ms":500,"players":4,"rounds":3,"rounds_per_match":null,"rules":1,'
        b'"withdrawal":"defaults"}'
    )


def test_a_configuration_survives_its_canonical_form() -> None:
    """What is stored is what was meant."""
    given = config(3, rounds=7, mode="off", deals=2)
    assert msgspec.json.decode(canonical(given), type=Config) == given


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (b'"mode":"duplicate"', r"enum value 'duplicate' - at `\$\.mode`"),
        (b'"players":6', r"<= 5 - at `\$\.players`"),
        (b'"game":"Sky 5"', r"matching regex .* - at `\$\.game`"),
        (b'"seats":4', "unknown field `seats`"),
        (b'"beacon":9007199254740993', r"at `\$\.beacon`"),
    ],
)
def test_json_out_of_bounds_is_refused_by_field(change: bytes, message: str) -> None:
    """Every field is bounded where it is read, and no other is accepted."""
    data = b'{"game":"sky-5","rules":1,"players":4,"rounds":3,' + change + b"}"
    with pytest.raises(msgspec.ValidationError, match=message):
        msgspec.json.decode(data, type=Config)


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", 6), ("players", 1), ("rounds", 1001), ("deals", 0), ("mode", "both")],
)
def test_values_out_of_bounds_are_refused_by_field_with_what_was_given(
    field: str, value: int | str
) -> None:
    """`check` bounds a configuration that never was JSON, too."""
    broken = msgspec.structs.replace(config(4), **{field: value})
    with pytest.raises(ConfigError, match=f"^{field}: .*, got {value!r}$"):
        check(broken, 10)


@pytest.mark.parametrize(
    ("k_schedule", "message"),
    [
        (((30, 40),), "expected null as the last"),
        (((None, 40), (None, 20)), "expected null as the last"),
        (((30, 40), (30, 20), (None, 10)), "expected rising `until`"),
        (((30, 10), (None, 20)), "expected K that never rises"),
    ],
)
def test_a_senseless_k_schedule_is_refused(k_schedule: KSchedule, message: str) -> None:
    """It must say one K for every number of sets, and K must not rise."""
    with pytest.raises(ConfigError, match=f"k_schedule: {message}.*got "):
        check(config(4, k_schedule=k_schedule), 10)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_too_few_bots_are_refused(players: int) -> None:
    """A table must be full; as many bots as players are enough."""
    with pytest.raises(ConfigError, match=f"bots: expected at least {players}.*got {players - 1}"):
        check(config(players), players - 1)
    with pytest.raises(ConfigError, match="enter 1 more, or hold one with fewer players"):
        check(config(players), players - 1)
    check(config(players), players)


@pytest.mark.parametrize(
    ("players", "bots", "deals", "k", "mode", "swing"),
    [
        (5, 9, 2, 40, "off", 400),
        (5, 5, 9, 40, "off", 360),
        (4, 9, 1, 88, "off", 352),
        (2, 9, 9, 40, "rotation", 360),
        (2, 9, 5, 40, "field", 400),
    ],
)
def test_a_k_that_overshoots_is_refused_with_its_numbers(
    players: int, bots: int, deals: int, k: int, mode: Mode, swing: int
) -> None:
    """K × sets per bot per round may not pass 350; the message says what to lower."""
    with pytest.raises(ConfigError, match=rf"K {k} × .* = {swing}, expected at most 350: lower"):
        check(config(players, mode=mode, deals=deals, k_schedule=((None, k),)), bots)


def swing_with(given: Config, bots: int, way: str, value: int) -> int:
    """Give by how much a bot could move with another K, number of deals or number of bots."""
    if way == "K":
        return swing(msgspec.structs.replace(given, k_schedule=((None, value),)), bots)
    if way == "deals":
        return swing(msgspec.structs.replace(given, deals=value), bots)
    return swing(given, value)


@pytest.mark.parametrize(
    ("players", "bots", "deals", "k", "mode", "ways"),
    [
        (5, 9, 2, 40, "off", {"K": 35, "deals": 1, "the number of bots": 5}),
        (4, 9, 1, 88, "off", {"K": 87, "the number of bots": 4}),
        (2, 90, 5, 40, "auto", {"K": 35, "deals": 4, "the number of bots": 7}),
        (2, 90, 9, 40, "off", {"K": 38, "deals": 8}),
    ],
)
def test_a_refused_size_names_the_nearest_that_would_do(
    players: int, bots: int, deals: int, k: int, mode: Mode, ways: dict[str, int]
) -> None:
    """Each by itself; the next larger one would not."""
    given = config(players, mode=mode, deals=deals, k_schedule=((None, k),))
    words = " or ".join(f"{name} to {most}" for name, most in ways.items())
    with pytest.raises(ConfigError, match=f"350: lower {words}$"):
        check(given, bots)

    for way, most in ways.items():
        assert swing_with(given, bots, way, most) <= MAX_SWING
        assert swing_with(given, bots, way, most + 1) > MAX_SWING


@pytest.mark.parametrize(
    ("players", "bots", "deals", "k"), [(5, 9, 1, 70), (2, 9, 8, 40), (2, 2, 35, 10), (4, 4, 8, 40)]
)
def test_a_k_just_within_bounds_is_accepted(players: int, bots: int, deals: int, k: int) -> None:
    """350 itself is allowed; with two players a round shrinks to the steps that K allows."""
    check(config(players, deals=deals, k_schedule=((None, k),)), bots)


@pytest.mark.parametrize(
    ("players", "bots", "mode"),
    [(2, 7, "off"), (2, 8, "field"), (3, 29, "off"), (3, 30, "field"), (5, 50, "field")],
)
def test_auto_is_field_for_many_bots_and_off_for_few(players: int, bots: int, mode: Mode) -> None:
    """Field from 10 bots per seat, with two players from 8 bots; a mode named is kept."""
    assert played_mode(config(players, mode="auto"), bots) == mode
    assert played_mode(config(players, mode="rotation"), bots) == "rotation"


def test_a_match_has_the_header_of_its_tournament() -> None:
    """Rounds of the game are the game's own unless the configuration says otherwise."""
    given = config(4)
    header = match_header(given, GAME, SEED, (2, 0))
    assert header == Header("sky-5", players=4, rounds=6, rules=1, seed=SEED, windows=(0, 2))
    short = msgspec.structs.replace(given, rounds_per_match=2)
    assert match_header(short, GAME, SEED).rounds == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            msgspec.structs.replace(config(4), rules=3),
            "rules: sky-5 is played here by version 1, not 3",
        ),
        (Config(game="sky-5", rules=1, players=5, rounds=1), "players: expected 2 to 4, got 5"),
        (
            Config(game="sky-5", rules=1, players=4, rounds=1, rounds_per_match=10),
            "rounds_per_match: expected 1 to 9, got 10",
        ),
    ],
)
def test_what_the_game_cannot_play_is_refused_by_field(given: Config, message: str) -> None:
    """Version, players and rounds are the game's to bound."""
    with pytest.raises(HeaderError, match=message):
        match_header(given, GAME, SEED)
