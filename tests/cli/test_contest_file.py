"""Contest files: what is in one is what is drafted, and every mistake is told at once."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.inspect import type_info

from arena.cli.contest_file import form
from arena.cli.contest_file.form import ContestFile, Step, contest_schema
from arena.cli.contest_file.reader import MAX_BYTES, ContestError, read_contest
from arena.tournament.config import Config
from tests.cli.conftest import Run
from tests.cli.service import CUP

LONG = '''\
# A comment, and a text that looks like what it is not:
name = """Cup
players = 9"""
registration = "closed"
game = "sky-heist"
rules = 9
player = 3
players = 6

rounds = "four"   # rounds = 5
move_ms = 5.0
deals = 200
mode = "both"
k_schedule = [
  { until = 30, k = 40 },
  # players = 7
  { until = 20, kk = 3 }, 7,
  { k = 1000 },
]
withdrawal = true
[time]
bank_ms = 3
'''
MISTAKES = (
    "2: name: expected visible characters only, got '\\n'",
    "4: registration: expected invitation or open, got 'closed'",
    "6: rules: sky-heist is played here by version 1, not 9",
    "7: player: expected players, got another key",
    "8: players: expected a whole number from 2 to 5, got 6",
    "10: rounds: expected a whole number from 1 to 1000, got 'four'",
    "11: move_ms: expected a whole number from 10 to 60000, got 5.0",
    "13: mode: expected auto or field or off or rotation, got 'both'",
    "17: k_schedule[1].kk: expected k, got another key",
    "17: k_schedule[1].k: expected a whole number from 1 to 350, got none",
    "17: k_schedule[2]: expected a table with k, got 7",
    "18: k_schedule[3].k: expected a whole number from 1 to 350, got 1000",
    "20: withdrawal: expected defaults or void, got True",
    "21: time: expected name or registration",
)


def read(directory: Path, text: str) -> ContestFile:
    """Read a file with this text."""
    file = directory / "cup.toml"
    file.write_text(text)
    return read_contest(file).contest


def mistakes(directory: Path, text: str) -> list[str]:
    """Give the mistakes in a file with this text, without its path."""
    with pytest.raises(ContestError) as caught:
        read(directory, text)
    head, *lines = str(caught.value).splitlines()
    assert head.endswith("nothing was created")
    return [line.removeprefix(f"{directory / 'cup.toml'}:").strip() for line in lines]


def test_every_mistake_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    """Whatever looks like a key in comments and texts; in a list, the line of the item."""
    found = mistakes(tmp_path, LONG)

    assert len(found) == len(MISTAKES)
    for line, told in zip(found, MISTAKES, strict=True):
        assert line.startswith(told)


def test_tables_have_lines_of_their_own(tmp_path: Path) -> None:
    """A K schedule may be written as tables as well."""
    steps = "[[k_schedule]]\nuntil = 30\nk = 40\n\n[[k_schedule]]\nuntil = 0\nk = 10\n"

    assert mistakes(tmp_path, CUP + steps) == [
        "11: k_schedule[1].until: expected a whole number from 1 to 1000000, got 0"
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", ["name: expected text of 1 to 40", "game: expected", "players: e", "rounds: e"]),
        (CUP + "deals = 100\n", ["k_schedule: K 40 × 100 sets per bot per round = 4000"]),
        (CUP + "k_schedule = [{ until = 3, k = 9 }]\n", ["6: k_schedule: expected null as"]),
        (CUP + "k_schedule = 40\n", ["6: k_schedule: expected a list of 1 to 10 tables"]),
        (CUP + "rounds_per_match = 0\n", ["6: rounds_per_match: expected a whole number"]),
        (CUP.replace("sky-5", "sky 5") + "rules = 9\n", ["2: game: expected sky-5 or sky-heist"]),
        (
            'name = "x"\ngame = "sky-5"\nplayers = 5\nrounds = 1000\ndeals = 350\nmode = "off"\n'
            "k_schedule = [{ k = 1 }]\nmove_ms = 1\n",
            ["4: rounds: expected at most 1000000 matches", "8: move_ms: expected"],
        ),
        (CUP + "beacon = 0\n", ["6: beacon: expected"]),
        (CUP + "weather = 5\n", ["6: weather: expected name or registration or invited"]),
    ],
)
def test_what_is_missing_and_what_does_not_go_together_is_told_too(
    lines: str, told: list[str], tmp_path: Path
) -> None:
    """By the service's own rules; nothing that only follows from another mistake."""
    found = mistakes(tmp_path, lines)

    assert len(found) == len(told)
    for line, words in zip(found, told, strict=True):
        assert line.startswith(words)


@pytest.mark.parametrize("field", ContestFile.__struct_fields__)
@pytest.mark.parametrize("value", ["1979-05-27", "{ x = 1 }", "[nan]", "-1"])
def test_a_value_of_another_type_is_told_whatever_the_field(
    tmp_path: Path, field: str, value: str
) -> None:
    """With its line, and in words of what the field takes."""
    others = [line for line in CUP.splitlines() if not line.startswith(f"{field} =")]
    found = mistakes(tmp_path, "\n".join([f"{field} = {value}", *others]))

    assert found[0].startswith(f"1: {field}"), found
    assert ": expected " in found[0]


def test_owners_are_invited_by_their_ids(tmp_path: Path) -> None:
    """Each that is none is told on its own line; where everybody may enter none is."""
    by_invitation, ada = 'registration = "invitation"\n', "a" * 32
    good = read(tmp_path, CUP + by_invitation + f'invited = ["{ada}"]\n')
    bad = CUP + by_invitation + f'invited = [\n  "{ada}",\n  "ada",\n  7,\n]\n'
    none = mistakes(tmp_path, CUP + 'registration = "no"\ninvited = "ada"\n')

    assert good.invited == (ada,)
    assert mistakes(tmp_path, bad) == [
        "9: invited[1]: expected an id of 32 hex digits, got 'ada'",
        "10: invited[2]: expected an id of 32 hex digits, got 7",
    ]
    assert none[1:] == ["7: invited: expected a list of at most 200 ids of owners, got 'ada'"]
    assert mistakes(tmp_path, CUP + f'invited = ["{ada}"]\n') == [
        "6: invited: expected none, or registration by `invitation`, got some"
    ]
    assert mistakes(tmp_path, CUP + f'registration = "no"\ninvited = ["{ada}"]\n') == [
        "6: registration: expected invitation or open, got 'no'"
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'name = "x"\nplayers = \n', "(at line 2, column 11)"),
        (b'name = "x"\nname = "y"\n', "(at line 2, column 11)"),
        (b'name = "x"\n# \xff\n', "cup.toml:2: expected UTF-8, got other bytes"),
        (b"#" * (MAX_BYTES + 1), f"expected at most {MAX_BYTES} bytes, got more"),
        (b"x = " + b"[" * 8_000, "not TOML: "),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(data: bytes, told: str, tmp_path: Path) -> None:
    """As far as the parser can tell it."""
    file = tmp_path / "cup.toml"
    file.write_bytes(data)

    with pytest.raises(ContestError) as caught:
        read_contest(file)
    assert told in str(caught.value)


def test_a_mark_of_the_byte_order_is_passed_over(tmp_path: Path) -> None:
    """Editors put it at the beginning, where nobody sees it."""
    file = tmp_path / "cup.toml"
    file.write_bytes(b"\xef\xbb\xbf" + CUP.encode())

    read_contest(file)


def test_a_file_drafts_what_it_says_and_else_the_defaults(tmp_path: Path) -> None:
    """Those of the configuration itself."""
    least = {"game": "sky-5", "players": 2, "rounds": 2}
    steps = "[[k_schedule]]\nuntil = 9\nk = 8\n\n[[k_schedule]]\nk = 7\n"
    plain, full = read(tmp_path, CUP), read(tmp_path, CUP + 'withdrawal = "void"\n' + steps)

    assert plain.config() == msgspec.convert({**least, "mode": "rotation"}, Config)
    assert msgspec.convert({**least, "name": "Cup"}, ContestFile).config() == msgspec.convert(
        least, Config
    )
    assert full.k_schedule == (Step(until=9, k=8), Step(k=7))
    assert full.config().k_schedule == ((9, 8), (None, 7))
    assert full.config().withdrawal == "void"


def test_a_file_may_say_all_of_a_configuration() -> None:
    """With the same bounds."""
    own = {field.name: field.type for field in msgspec.structs.fields(ContestFile)}
    for field in msgspec.structs.fields(Config):
        if field.name not in ("game", "k_schedule"):
            of_file = type_info(own[field.name])
            assert getattr(of_file, "type", of_file) == type_info(field.type), field.name


def test_its_schema_is_printed_and_stands_in_the_package(arena: Run) -> None:
    """JSON Schema 2020-12; the file beside the code is what editors are pointed to."""
    printed = json.loads(arena("schema", "contest").out)
    packaged = Path(form.__file__).with_name("contest.schema.json")

    Draft202012Validator.check_schema(printed)
    assert json.loads(packaged.read_text()) == printed
    checks = Draft202012Validator(printed)
    good = {"name": "Cup", "game": "sky-5", "players": 2, "rounds": 2}
    checks.validate({**good, "k_schedule": [{"until": 30, "k": 40}, {"k": 10}]})
    for bad in ({**good, "game": "chess"}, {**good, "players": 6}, {**good, "beacon": 0}):
        assert not checks.is_valid(bad)
    assert set(cast(Mapping[str, object], contest_schema()["properties"])) == set(
        ContestFile.__struct_fields__
    )


def test_a_file_can_be_checked_without_a_service(tmp_path: Path, arena: Run) -> None:
    """Exit code 2 and every mistake, or 0."""
    file = tmp_path / "cup.toml"
    file.write_text(CUP)
    good = arena("tournament", "create", "--file", file, "--check")
    file.write_text(LONG)
    bad = arena("tournament", "create", "--file", file, "--open", "--url", "http://127.0.0.1:1")

    assert (good.code, good.out) == (0, f"{file}: a contest that can be held\n")
    assert (bad.code, bad.out) == (2, "")
    assert bad.err.startswith(f"error: {file}: 14 mistakes; nothing was created\n{file}:2: name: ")
