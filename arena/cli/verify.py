"""`arena verify`: plays the decisions of replay files again and compares what comes of them."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer

from arena.app import BAD_INPUT
from arena.cli.console import Json, bars, complain, path_text, print_json, say
from arena.cli.failures import WRONG, InputError
from arena.cli.files import read_replay
from arena.engine.record import RecordError
from arena.engine.replay import verify as play_again
from arena.games import game

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Replay files, as `play --out` writes them.")
]


class Finding(msgspec.Struct, frozen=True):
    """How it stands with one file; `why` says where it differs, or why it cannot be played."""

    file: str
    verdict: Literal["verified", "differs", "unreadable"]
    why: str | None = None


_CODES = {"verified": 0, "differs": WRONG, "unreadable": BAD_INPUT}


def verify(files: Files, json: Json = False) -> None:
    """Play replay files again: cards, dice and digest must come out as recorded.

    Says of each file `verified`, or between which decisions the first difference lies. Exit code
    0: all hold; 1: one differs; 2: one is no replay that can be played here.
    """
    findings = list[Finding]()
    with bars() as progress:
        for path in progress.track(files, description="verifying"):
            findings.append(_finding(path))
            if not json:
                _tell(findings[-1])
    if json:
        print_json(findings)
    if codes := {_CODES[finding.verdict] for finding in findings} - {0}:
        raise typer.Exit(min(codes))


def _finding(path: Path) -> Finding:
    try:
        record = read_replay(path)
        difference = play_again(game(record.header.game), record)
    except (RecordError, InputError) as error:
        return Finding(path_text(path), "unreadable", str(error).removeprefix(f"{path}: "))
    if difference is not None:
        return Finding(path_text(path), "differs", str(difference))
    return Finding(path_text(path), "verified")


def _tell(finding: Finding) -> None:
    if finding.verdict == "unreadable":
        complain(f"error: {finding.file}: {finding.why}")
    else:
        say(f"{finding.file}: {finding.why or finding.verdict}")
