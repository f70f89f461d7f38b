"""`arena leaderboard` and `arena rebuild`: a tournament's ratings, and their proof from its log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress

from arena.cli.console import Json, bars, complain, print_json, say, table
from arena.cli.failures import WRONG
from arena.cli.processes import run
from arena.cli.settings import DATA, Data, open_services, read_settings
from arena.service.audit import Audit, Rebuilt, Verified
from arena.service.audit import Progress as Report
from arena.service.boards import Row
from arena.service.ladders import LadderRow

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Id of a tournament.")]


class Proof(msgspec.Struct, frozen=True):
    """What came of computing a tournament's ratings, and playing its matches, again."""

    rebuilt: Rebuilt
    verified: Verified

    @property
    def differences(self) -> list[str]:
        """Where something is not as it must be, in words."""
        return [*self.rebuilt.differences, *self.verified.differences]


def leaderboard(tournament: Tournament, json: Json = False, data: Data = DATA) -> None:
    """Print the live ratings of a tournament, the best first; `?` marks a provisional one."""
    rows = run(_board(data, tournament))
    print_json(rows) if json else print_board(rows)


def rebuild(tournament: Tournament, json: Json = False, data: Data = DATA) -> None:
    """Compute all ratings again from the result log, and play all its matches again.

    Changes nothing. Exit code 1 where the board, the log or a match is not as it must be.
    """
    proof = run(_rebuild(data, tournament))
    print_json(proof) if json else print_proof(tournament, proof)
    if proof.differences:
        raise typer.Exit(WRONG)


def print_board(rows: Sequence[Row | LadderRow]) -> None:
    """Print a board; ratings are shown to a tenth of a point of Elo."""
    cells = [
        (
            row.name,
            "-" if row.rank is None else str(row.rank),
            f"{row.rating / 1_000_000:.1f}{'?' if row.provisional else ' '}",
            str(row.sets),
        )
        for row in rows
    ]
    table(("bot", "rank", "rating", "sets"), cells)


def print_proof(title: str, proof: Proof) -> None:
    """Say how ratings and matches of a tournament are."""
    rebuilt, verified = proof.rebuilt, proof.verified
    for difference in proof.differences:
        complain(f"{title}: {difference}")
    say(
        f"{title}: ratings computed again from the log of {rebuilt.sets} sets:"
        f" {finding(rebuilt.differences)}; {verified.matches} matches played again:"
        f" {finding(verified.differences)}"
    )


async def prove(audit: Audit, tournament: str, title: str, progress: Progress) -> Proof:
    """Check ratings and matches of a tournament against its log."""
    rebuilt = await audit.rebuild(tournament, _bar(progress, f"{title}: sets rated again"))
    verified = await audit.verify(tournament, _bar(progress, f"{title}: sets played again"))
    return Proof(rebuilt, verified)


async def _board(data: Path, tournament: str) -> list[Row]:
    async with open_services(read_settings(data)) as app:
        return await app.boards.leaderboard(tournament)


async def _rebuild(data: Path, tournament: str) -> Proof:
    with bars() as progress:
        async with open_services(read_settings(data)) as app:
            return await prove(app.audit, tournament, tournament, progress)


def _bar(progress: Progress, description: str) -> Report:
    task = progress.add_task(description, total=None)
    return lambda done, total: progress.update(task, completed=done, total=total)


def finding(differences: Sequence[str]) -> str:
    """Say in a few words whether what was computed again is as it was."""
    return f"{len(differences)} differences" if differences else "the same, bit for bit"
