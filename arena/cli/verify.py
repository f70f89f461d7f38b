"""`arena verify`: plays the decisions of replay files again and compares what comes of them."""

from pathlib import Path
from typing import Annotated

import typer

from arena.app import BAD_INPUT
from arena.cli.console import bars, complain, say
from arena.cli.failures import WRONG, InputError
from arena.cli.files import read_replay
from arena.engine.record import RecordError
from arena.engine.replay import verify as play_again
from arena.games import game

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Replay files, as `play --out` writes them.")
]


def verify(files: Files) -> None:
    """Play replay files again: cards, dice and digest must come out as recorded.

    Says of each file `verified`, or between which decisions the first difference lies. Exit code
    0: all hold; 1: one differs; 2: one is no replay that can be played here.
    """
    codes = set()
    with bars() as progress:
        for path in progress.track(files, description="verifying"):
            codes.add(_verify_one(path))
    if codes - {0}:
        raise typer.Exit(min(codes - {0}))


def _verify_one(path: Path) -> int:
    """Say how it stands with one file; give its exit code."""
    try:
        record = read_replay(path)
    except (RecordError, InputError) as error:
        complain(f"error: {error}")
        return BAD_INPUT
    try:
        difference = play_again(game(record.header.game), record)
    except RecordError as error:
        complain(f"error: {path}: {error}")
        return BAD_INPUT
    say(f"{path}: {difference or 'verified'}")
    return WRONG if difference else 0
