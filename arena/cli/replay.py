"""`arena replay`: tells the story of a match from its replay file."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from arena.cli.console import complain, print_json_line, say
from arena.cli.failures import WRONG
from arena.cli.files import read_replay
from arena.engine.record import Header, HeaderError, Record
from arena.engine.retelling import RetellingError, beats
from arena.engine.rules import Game
from arena.engine.story import tell
from arena.games import game

_line = msgspec.json.Encoder(order="sorted")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")]
Events = Annotated[
    bool,
    typer.Option(
        "--events",
        "--json",
        help="The header, every event unredacted, and the outcome as JSON lines instead; "
        "`| sha256sum` gives the digest of the match.",
    ),
]


def replay(file: File, events: Events = False) -> None:
    """Tell the story of a match, event by event, nothing hidden."""
    record = read_replay(file)
    entry = _game_of(file, record.header)
    try:
        _print_events(entry, record) if events else _print_story(entry, record)
    except RetellingError as error:
        complain(f"error: {file}: {error}")
        raise typer.Exit(WRONG) from error


def _game_of(file: Path, header: Header) -> Game:
    """Give the game of a match that can be played here; raise HeaderError naming the file."""
    try:
        entry = game(header.game)
        entry.check(header)
    except HeaderError as error:
        raise HeaderError(f"{file}: {error}") from error
    return entry


def _print_events(entry: Game, record: Record) -> None:
    print_json_line(_line.encode(record.header))
    for beat in beats(entry, record):
        for event in beat.events:
            print_json_line(_line.encode(event))
    print_json_line(_line.encode(record.outcome))


def _print_story(entry: Game, record: Record) -> None:
    header = record.header
    say(f"{entry.title}, {header.players} players, rounds: {header.rounds}")
    say(f"seed   {header.seed}")
    for line in tell(entry, record):
        say(line)
    say()
    for seat, (rank, score) in enumerate(zip(*_result(record), strict=True)):
        say(f"seat {seat}: rank {rank}, score {score}")
    say(f"digest {record.digest}")


def _result(record: Record) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return record.outcome.ranks, record.outcome.scores
