"""`arena schema`: prints the JSON Schema of all that bots and outsiders read and write."""

from typing import Annotated, Literal, cast

import msgspec
import typer

from arena.cli.contest_file import contest_schema
from arena.cli.failures import InputError
from arena.games import game as find_game
from arena.protocol.schema import Schema
from arena.protocol.schema import schema as all_schemas

What = Annotated[
    Literal["bots", "contest"],
    typer.Argument(help="bots: what they and replay files say; contest: a contest file."),
]
GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="Only this game's: its ask, its events, its view."),
]


def schema(what: What = "bots", game: GameName = None) -> None:
    """Print the JSON Schema of protocol, replay file, and each game's asks, events and views.

    Or, with `contest`, that of a contest file.
    """
    document = contest_schema() if what == "contest" else all_schemas()
    if game is not None:
        if what == "contest":
            raise InputError("--game: expected none with `contest`")
        document = cast(dict[str, Schema], document["games"])[find_game(game).name]
    typer.echo(msgspec.json.format(msgspec.json.encode(document)))
