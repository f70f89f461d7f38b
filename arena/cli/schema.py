"""`arena schema`: prints the JSON Schema of all that bots and outsiders read and write."""

from typing import Annotated, cast

import msgspec
import typer

from arena.games import game as find_game
from arena.protocol.schema import Schema
from arena.protocol.schema import schema as all_schemas

GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="Only this game's: its ask, its events, its view."),
]


def schema(game: GameName = None) -> None:
    """Print the JSON Schema of protocol, replay file, and each game's asks, events and views."""
    document = all_schemas()
    if game is not None:
        document = cast(dict[str, Schema], document["games"])[find_game(game).name]
    typer.echo(msgspec.json.format(msgspec.json.encode(document)))
