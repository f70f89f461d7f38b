"""`arena tournament export`: what the API tells everybody of a tournament, as files.

What may live here: which files there are, and how they come about.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress

from arena.cli.console import bars
from arena.cli.failures import InputError
from arena.cli.files import make_directory, whole, write, write_replay
from arena.cli.rest import Api
from arena.engine.record import Record
from arena.service.boards import Row
from arena.service.direction import ActView
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.service.tournaments import EntryView, TournamentView

Out = Annotated[
    Path, typer.Option(metavar="DIR", help="Where to write; files of an earlier export give way.")
]
Replays = Annotated[
    bool,
    typer.Option("--replays", help="Those that are public as well, one request for each match."),
]


async def export(api: Api, tournament: str, out: Path, *, replays: bool) -> list[Path]:
    """Write a tournament's files into a directory and give their paths.

    Raises Refused, ApiError, and InputError where they cannot be written.
    """
    at = f"tournaments/{tournament}"
    answers = {
        "tournament.json": await api.get(TournamentView, at),
        "entries.json": await api.get(list[EntryView], f"{at}/entries"),
        "standings.json": await api.get(list[Row], f"{at}/standings"),
        "audit.json": [act async for act in api.pages(Page[ActView], f"{at}/audit")],
    }
    make_directory(out)
    for name, answer in answers.items():
        write(out / name, msgspec.json.format(msgspec.json.encode(answer)))
    matches = out / "matches.jsonl"
    with bars() as progress:
        found = _counted(progress, api.pages(Page[MatchView], f"{at}/matches"))
        await _write_matches(api, found, matches, out / "replays" if replays else None)
    return [*(out / name for name in answers), matches]


async def _write_matches(
    api: Api, matches: AsyncIterator[MatchView], path: Path, replays: Path | None
) -> None:
    """Write a line of JSON for each match, and its replay into a directory if there is one."""
    if replays is not None:
        make_directory(replays)
    try:
        with whole(path) as file:
            async for match in matches:
                file.write(msgspec.json.encode(match) + b"\n")
                if replays is not None and match.replay:
                    record = await api.get(Record, f"matches/{match.id}/replay")
                    write_replay(replays / f"{match.id}.json", record)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


async def _counted(
    progress: Progress, matches: AsyncIterator[MatchView]
) -> AsyncIterator[MatchView]:
    """Show how many matches have come."""
    bar = progress.add_task("matches", total=None)
    async for match in matches:
        progress.advance(bar)
        yield match
