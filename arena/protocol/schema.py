"""JSON Schema (2020-12) of everything that bots and outsiders read and write.

What may live here: the types of messages with a game's own words in them, and their schemas. Each
schema stands alone, so that any validator takes it as it is.
"""

from functools import reduce
from operator import or_
from typing import Protocol, cast

import msgspec

from arena.engine.ask import Event, Option, View
from arena.engine.record import Record
from arena.engine.rules import Game
from arena.games import GAMES
from arena.protocol.messages import PROTOCOL, BotInfo, Choice, Decide, End

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, object]
DecideType = type[Decide[Option, View, Event]]


class _Generic(Protocol):
    """What type checkers cannot see in a class: types put into it at run time."""

    def __getitem__(self, words: tuple[object, ...]) -> DecideType: ...


def decide_type(game: Game) -> DecideType:
    """Give the type of `POST <url>/decide` in the words of one game."""
    words = (_any_of(game.options), game.view, _any_of(game.events))
    return cast(_Generic, Decide)[words]


def schema() -> Schema:
    """Give all schemas: the messages of the protocol, the replay file, the words of each game."""
    return {
        "protocol": PROTOCOL,
        "info": standalone(BotInfo, "GET <url>/: the answer"),
        "choice": standalone(Choice, "POST <url>/decide: the answer"),
        "end": standalone(End, "POST <url>/end"),
        "replay": standalone(Record, "A replay file"),
        "games": {name: _of_game(game) for name, game in GAMES.items()},
    }


def _of_game(game: Game) -> Schema:
    return {
        "rules": game.version,
        "decide": standalone(decide_type(game), f"POST <url>/decide of {game.title}"),
        "event": standalone(_any_of(game.events), f"An event of {game.title}"),
        "view": standalone(game.view, f"What a seat or a spectator knows in {game.title}"),
    }


def _any_of(types: tuple[type, ...]) -> object:
    return reduce(or_, types)


def standalone(kind: object, title: str) -> Schema:
    """Give one type's schema with all it refers to beside it."""
    (top,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    if "$ref" in top:
        top = parts.pop(top["$ref"].removeprefix("#/$defs/"))
    return {"$schema": DIALECT, **top, "title": title, "$defs": parts}
