"""`arena tournament export`: what the API tells everybody of a tournament, as files.

What may live here: which files there are, and how they come about. Lists that have pages become
files with a line of JSON for each item, so that they may be of any length.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer
from rich.progress import Progress

from arena.cli.console import bars
from arena.cli.failures import InputError
from arena.cli.files import make_directory, whole, write, write_replay
from arena.cli.rest import Api, ApiError
from arena.engine.record import Record
from arena.service.matches import MATCH_ID, MatchView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView

Out = Annotated[
    Path, typer.Option(metavar="DIR", help="Where to write; files of an earlier export give way.")
]
Replays = Annotated[
    bool,
    typer.Option("--replays", help="Those that are public as well, one request for each match."),
]

_ANSWERS = {
    "tournament.json": "",
    "entries.json": "/entries",
    "standings.json": "/standings",
    "standings.csv": "/standings?format=csv",
}
_LISTS = {
    "audit.jsonl": "/audit",
    "history.jsonl": "/history",
    "crosstable.jsonl": "/crosstable",
    "matches.jsonl": "/matches",
}
_FROM_THE_DRAFT_ON = ("audit.jsonl",)


async def write_all(api: Api, tournament: str, out: Path, *, replays: bool) -> list[Path]:
    """Write a tournament's files into a directory and give their paths.

    Raises Refused, ApiError, and InputError where they cannot be written.
    """
    at = f"tournaments/{tournament}"
    started = (await api.get(TournamentView, at)).started_ms is not None
    make_directory(out)
    for name, path in _ANSWERS.items():
        write(out / name, await api.text(f"{at}{path}"))
    lists = {name: path for name, path in _LISTS.items() if started or name in _FROM_THE_DRAFT_ON}
    with bars() as progress:
        for name, path in lists.items():
            bar = progress.add_task(name, total=None)
            with _written(out / name) as file:
                async for item in api.pages(Page[msgspec.Raw], f"{at}{path}"):
                    file.write(bytes(item) + b"\n")
                    progress.advance(bar)
        if replays and started:
            await _write_replays(api, out, progress)
    return [out / name for name in (*_ANSWERS, *lists)]


async def _write_replays(api: Api, out: Path, progress: Progress) -> None:
    """Write those that are public of the matches that were written."""
    make_directory(out / "replays")
    bar = progress.add_task("replays", total=None)
    with (out / "matches.jsonl").open("rb") as lines:
        for line in lines:
            match = _match(line)
            if match.replay:
                record = await api.get(Record, f"matches/{match.id}/replay")
                write_replay(out / "replays" / f"{match.id}.json", record)
            progress.advance(bar)


def _match(line: bytes) -> MatchView:
    """Give a match; raise ApiError for what is none, and an id that would lead out of `--out`."""
    try:
        match = msgspec.json.decode(line, type=MatchView)
    except msgspec.DecodeError as error:
        raise ApiError(f"matches: its answer is none of this release's API: {error}") from error
    if not MATCH_ID.fullmatch(match.id):
        raise ApiError(f"matches: expected ids of matches, got {match.id[:80]!a}")
    return match


@contextmanager
def _written(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write; raise InputError where it cannot be."""
    try:
        with whole(path) as file:
            yield file
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
