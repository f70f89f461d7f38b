"""`arena verify`: accepts what was played, and nothing else."""

import re
from pathlib import Path

import msgspec
import pytest

from arena.cli import files
from arena.engine.ask import FAULT
from arena.engine.record import encode_record
from arena.games import GAMES
from tests.cli.conftest import Run
from tests.cli.records import record_of, saved

WHERE = re.compile(r": differs between decisions (\d+) and (\d+): ")
RECORD = encode_record(record_of(GAMES["sky-5"])).decode()


@pytest.mark.parametrize("name", GAMES)
def test_matches_played_here_are_verified(name: str, arena: Run, tmp_path: Path) -> None:
    """The round trip through files, several at once."""
    paths = [
        saved(tmp_path / f"{number}.json", record_of(GAMES[name], number)) for number in (1, 2)
    ]

    ran = arena("verify", *paths)

    assert ran.code == 0
    assert ran.out == "".join(f"{path}: verified\n" for path in paths)


@pytest.mark.parametrize("name", GAMES)
def test_any_changed_decision_is_found(name: str, arena: Run, tmp_path: Path) -> None:
    """Whichever decision it is, and it lies between the two that are named."""
    record = record_of(GAMES[name])
    for at in range(0, len(record.decisions), 11):
        decisions = list(record.decisions)
        decisions[at] = 0 if decisions[at] == FAULT else FAULT
        changed = msgspec.structs.replace(record, decisions=tuple(decisions))

        ran = arena("verify", saved(tmp_path / "m.json", changed))

        assert ran.code == 1
        found = WHERE.search(ran.out)
        assert found is not None
        assert int(found[1]) <= at + 1 <= int(found[2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a sky-arena-replay/1 file"),
        ("{}", "missing required field `header`"),
        ("[" * 5000, "not a sky-arena-replay/1 file"),
        (RECORD.replace("replay/1", "replay/2"), "Invalid enum value 'sky-arena-replay/2'"),
        (RECORD.replace('"players":3', '"players":11'), "Expected `int` <= 10"),
        (RECORD.replace('"players":3', '"players":"3"'), "$.header.players"),
        (RECORD.replace('"decisions":[', '"decisions":[-2,'), "$.decisions[0]"),
        (RECORD.replace('"outcome"', '"luck":7,"outcome"'), "unknown field `luck`"),
        (RECORD.replace('"game":"sky-5"', '"game":"chess"'), "game: expected one of sky-5"),
        (RECORD.replace('"outcome"', '"\x7f\u202e":7,"outcome"'), r"unknown field `\x7f\u202e`"),
        (RECORD.replace('"players":3', '"players":7'), "players: expected 2 to 5, got 7"),
        (RECORD.replace('"rules":1', '"rules":9'), "rules: sky-5 is played here by version 1"),
        (RECORD.replace('"windows":[]', '"windows":[0]'), "windows: expected"),
    ],
)
def test_a_file_that_is_no_replay_is_bad_input(
    text: str, message: str, arena: Run, tmp_path: Path
) -> None:
    """The message names the file and the field; nothing is said to differ."""
    path = tmp_path / "m.json"
    path.write_text(text)

    ran = arena("verify", path)

    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(f"error: {path}: ")
    assert message in ran.err


def test_a_file_that_is_too_large_is_not_read(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever checks the files of others need not hold them in memory."""
    monkeypatch.setattr(files, "MAX_BYTES", len(RECORD) - 1)
    path = tmp_path / "m.json"
    path.write_text(RECORD)

    ran = arena("verify", path)

    assert ran.code == 2
    assert f"at most {len(RECORD) - 1} bytes" in ran.err


def test_a_missing_file_is_bad_input(arena: Run, tmp_path: Path) -> None:
    """No traceback for a slip of the keyboard."""
    ran = arena("verify", tmp_path / "none.json")

    assert ran.code == 2
    assert "cannot be read: No such file or directory" in ran.err


def test_one_bad_file_does_not_keep_the_others_from_being_checked(
    arena: Run, tmp_path: Path
) -> None:
    """All files are gone through, and a difference found weighs more than a file not read."""
    good = saved(tmp_path / "good.json", record_of(GAMES["sky-5"]))
    malformed = tmp_path / "malformed.json"
    malformed.write_text("{}")
    record = record_of(GAMES["sky-5"])
    differing = saved(
        tmp_path / "differing.json",
        msgspec.structs.replace(record, digest="0" * 64),
    )

    assert arena("verify", malformed, good).code == 2
    ran = arena("verify", malformed, differing, good)

    assert ran.code == 1
    assert f"{good}: verified" in ran.out
    assert f"{differing}: differs between decisions " in ran.out
