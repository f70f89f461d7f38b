"""The service that a command speaks to: by a URL and a token, from options or the environment.

What may live here: the options that all such commands have, and how one of them is run.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer

from arena.cli.processes import run
from arena.cli.rest import Api, connected

T = TypeVar("T")

HERE = "http://127.0.0.1:8000"
_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)


def id_of(text: str) -> str:
    """Give an id; it becomes part of a path, so nothing else may be in it."""
    if not _ID.fullmatch(text):
        raise typer.BadParameter(f"expected an id of 32 hex digits, got {text[:80]!a}")
    return text


Url = Annotated[
    str, typer.Option(metavar="URL", envvar="ARENA_URL", help="The service to speak to.")
]
Token = Annotated[
    str | None,
    typer.Option(
        metavar="TOKEN",
        envvar="ARENA_TOKEN",
        help="What `arena token create` has printed. In the environment others cannot see it.",
    ),
]
Most = Annotated[int, typer.Option(min=1, max=10_000, help="So many at most.")]
Tournament = Annotated[
    str, typer.Argument(metavar="TOURNAMENT", parser=id_of, help="Id of a tournament.")
]
BotId = Annotated[str, typer.Argument(metavar="BOT", parser=id_of, help="Id of a bot.")]


def ask(url: str, token: str | None, call: Callable[[Api], Awaitable[T]]) -> T:
    """Give what comes of calls of the API; raise InputError, Refused or ApiError."""

    async def connected_call() -> T:
        async with connected(url, token) as api:
            return await call(api)

    return run(connected_call())
