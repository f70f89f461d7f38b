"""`arena schema`: prints the JSON Schema of all that bots and outsiders read and write."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Literal, cast

import msgspec
import typer

from arena.cli.contest_file.form import contest_schema
from arena.cli.failures import InputError
from arena.games import game as find_game
from arena.protocol.schema import Schema, standalone
from arena.protocol.schema import schema as all_schemas
from arena.store.feed import Announcement

What = Annotated[
    Literal["bots", "contest", "feed"],
    typer.Argument(
        help="bots: what they and replay files say; contest: a contest file; feed: an announcement."
    ),
]
GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="Only this game's: its ask, its events, its view."),
]

_SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "bots": all_schemas,
    "contest": contest_schema,
    "feed": partial(standalone, Announcement, "An announcement of the feed"),
}


def schema(what: What = "bots", game: GameName = None) -> None:
    """Print the JSON Schema of protocol, replay file, and each game's asks, events and views.

    Or, with `contest`, that of a contest file, and with `feed` that of a line of the feed.
    """
    document = _SCHEMAS[what]()
    if game is not None:
        if what != "bots":
            raise InputError(f"--game: expected none with `{what}`")
        document = cast(dict[str, Schema], document["games"])[find_game(game).name]
    typer.echo(msgspec.json.format(msgspec.json.encode(document)))
