"""What the exit codes say that `arena --help` lists: they are these, and there are no others."""

import re
from pathlib import Path

import msgspec
import pytest

from arena.cli import verify
from arena.games import GAMES
from tests.cli.conftest import Run
from tests.cli.records import record_of, saved


def test_they_are_listed_where_one_looks(arena: Run) -> None:
    """In one place."""
    ran = arena("--help")

    told = " ".join(ran.out.split()).partition("Exit codes: ")[2]
    assert ran.code == 0
    assert re.findall(r"\b\d+\b", told) == ["0", "1", "2", "3", "70", "130"]


def test_each_means_what_is_said(arena: Run, tmp_path: Path) -> None:
    """Done, found wrong, bad input, a service that is not there; 130 where it is interrupted."""
    record = record_of(GAMES["sky-5"])
    good = saved(tmp_path / "good.json", record)
    wrong = saved(tmp_path / "wrong.json", msgspec.structs.replace(record, digest="0" * 64))
    away = ("tournament", "list", "--url", "http://127.0.0.1:1")

    assert arena("verify", good).code == 0
    assert arena("verify", good, wrong).code == 1
    assert arena("verify", tmp_path / "none.json").code == 2
    assert arena("verify", "--nothing").code == 2
    assert arena(*away).code == 3


@pytest.mark.parametrize("kind", [ValueError, KeyError, RuntimeError])
def test_a_defect_of_ours_is_no_finding(
    kind: type[Exception], arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever acts on 1, that something is wrong, must not be misled; its traceback is shown."""

    def fail(_: Path) -> None:
        raise kind("a slip \x1b[2J")

    monkeypatch.setattr(verify, "read_replay", fail)
    ran = arena("verify", saved(tmp_path / "m.json", record_of(GAMES["sky-5"])))

    assert (ran.code, ran.out) == (70, "")
    assert "Traceback" in ran.err
    assert "\x1b" not in ran.err


def test_an_interrupted_command_says_so(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Ctrl-C, wherever it is."""

    def interrupt(_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "read_replay", interrupt)

    assert arena("verify", saved(tmp_path / "m.json", record_of(GAMES["sky-5"]))).code == 130
