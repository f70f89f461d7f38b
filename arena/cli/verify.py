"""`arena verify`: proves replay files and bundles, and says what was found in each.

What may live here: which file is which, and how findings are told.
"""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.progress import Progress

from arena.app import BAD_INPUT
from arena.cli.bundle.file import is_bundle
from arena.cli.bundle.proof import prove
from arena.cli.bundle.view import checks
from arena.cli.console import Json, bars, complain, facts, path_text, print_json, say
from arena.cli.failures import WRONG, InputError
from arena.cli.files import read_replay
from arena.engine.record import RecordError
from arena.engine.replay import verify as play_again
from arena.games import game
from arena.tournament.bundle import BundleError
from arena.tournament.proof import Disproof

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        help="Replay files, as `play --out` writes them, and bundles, as `export` does.",
    ),
]


class Finding(msgspec.Struct, frozen=True):
    """How it stands with one file; `why` says where it differs, or why it cannot be played.

    Of a bundle `checks` are what was found right, by kind, and what the proof rests on.
    """

    file: str
    verdict: Literal["verified", "differs", "unreadable"]
    why: str | None = None
    checks: dict[str, str] | None = None


_MOST_WHY = 2_000
"""Characters of what is said of a file: it may quote what the file holds."""
_CODES = {"verified": 0, "differs": WRONG, "unreadable": BAD_INPUT}


def verify(files: Files, json: Json = False) -> None:
    """Prove replay files and bundles: all that can be derived must come out as it is told.

    Plays every match again, cards, dice and digest; of a bundle also checks commitment, seeds,
    schedule, seatings, log and ratings, on all cores. Says of each file `verified`, or what first
    differs. Exit code 0: all hold; 1: one differs; 2: one is nothing that can be checked here.
    """
    findings = list[Finding]()
    with bars() as progress:
        for path in progress.track(files, description="verifying"):
            findings.append(_finding(path, progress))
            if not json:
                _tell(findings[-1])
    if json:
        print_json(findings)
    if codes := {_CODES[finding.verdict] for finding in findings} - {0}:
        raise typer.Exit(min(codes))


def _finding(path: Path, progress: Progress) -> Finding:
    try:
        return _of_bundle(path, progress) if is_bundle(path) else _of_replay(path)
    except Disproof as found:
        return Finding(path_text(path), "differs", _short(f"{found.kind}: {found}"))
    except (RecordError, InputError, BundleError) as error:
        why = str(error).removeprefix(f"{path}: ")
        return Finding(path_text(path), "unreadable", _short(why))


def _short(why: str) -> str:
    return why if len(why) <= _MOST_WHY else f"{why[:_MOST_WHY]}..."


def _of_replay(path: Path) -> Finding:
    record = read_replay(path)
    difference = play_again(game(record.header.game), record)
    if difference is not None:
        return Finding(path_text(path), "differs", str(difference))
    return Finding(path_text(path), "verified")


def _of_bundle(path: Path, progress: Progress) -> Finding:
    bar = progress.add_task("entries of the log", total=None)
    try:
        proved = prove(path, lambda done, of: progress.update(bar, completed=done, total=of))
    finally:
        progress.remove_task(bar)
    return Finding(path_text(path), "verified", checks=dict(checks(proved)))


def _tell(finding: Finding) -> None:
    if finding.verdict == "unreadable":
        complain(f"error: {finding.file}: {finding.why}")
    else:
        say(f"{finding.file}: {finding.why or finding.verdict}")
    if finding.checks is not None:
        facts(list(finding.checks.items()))
