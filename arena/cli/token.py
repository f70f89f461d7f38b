"""`arena token ...`: owners and their tokens, as whoever has the store makes and ends them."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar, cast, get_args

import msgspec
import typer

from arena.app import App
from arena.cli.console import Json, print_json, say, say_done, table
from arena.cli.failures import InputError
from arena.cli.processes import run
from arena.cli.settings import DATA, Data, open_services, read_settings
from arena.service.bearer import DAYS, MOST_DAYS
from arena.service.tokens import NewToken
from arena.store.owners import Owner as StoredOwner
from arena.store.owners import Scope

T = TypeVar("T")
SCOPES = get_args(Scope)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the owner, shown to all.")]
Owner = Annotated[str, typer.Argument(metavar="OWNER", help="Id of an owner, as bots show it.")]
TokenId = Annotated[
    str, typer.Argument(metavar="TOKEN_ID", help="Id of a token: the 16 digits after `arena_`.")
]
Scopes = Annotated[
    list[str],
    typer.Option("--scope", metavar="SCOPE", help=f"{', '.join(SCOPES)}. May be repeated."),
]
Days = Annotated[int, typer.Option(min=1, max=MOST_DAYS, help="How long the token shall be good.")]


class Created(msgspec.Struct, frozen=True):
    """An owner that was just made, with the text of the first token."""

    owner: StoredOwner
    token: str


app = typer.Typer(no_args_is_help=True, help="Tokens: what a person shows to act on the arena.")


@app.command()
def create(
    name: Name, scope: Scopes, days: Days = DAYS, json: Json = False, data: Data = DATA
) -> None:
    """Make an owner of bots and tournaments and print the token, which cannot be shown again."""
    scopes = _checked(scope)
    owner, token = _with_store(data, lambda app: app.owners.create(name, scopes, days))
    if json:
        print_json(Created(owner, token))
        return
    say(f"owner  {owner.id} ({owner.name})")
    say(f"verify {owner.verify}  (a bot states this in its GET to prove that it is yours)")
    _say(token, days)


@app.command()
def add(
    owner: Owner, scope: Scopes, days: Days = DAYS, json: Json = False, data: Data = DATA
) -> None:
    """Make a further token for an owner and print it; it cannot be shown again."""
    scopes = _checked(scope)
    _show(_with_store(data, lambda app: app.tokens.add(owner, scopes, days)), days, json)


@app.command("list")
def list_tokens(owner: Owner, json: Json = False, data: Data = DATA) -> None:
    """Print an owner's tokens that are good: ids, scopes and times, never their text."""
    found = _with_store(data, lambda app: app.tokens.of(owner))
    if json:
        print_json(found)
        return
    rows = [
        (each.id, _day(each.created_ms), _day(each.expires_ms), ", ".join(each.scopes))
        for each in found
    ]
    table(("id", "made", "expires", "scopes"), rows, (0, 1, 2, 3))


@app.command()
def rotate(token_id: TokenId, days: Days = DAYS, json: Json = False, data: Data = DATA) -> None:
    """Print a new token with the scopes of this one, which is good for 24 hours more at most."""
    _show(_with_store(data, lambda app: app.tokens.rotate(token_id, days)), days, json)


@app.command()
def revoke(token_id: TokenId, json: Json = False, data: Data = DATA) -> None:
    """Make a token good for nothing, at once and everywhere."""
    _with_store(data, lambda app: app.tokens.revoke(token_id))
    say_done("revoked", token_id, json)


def _checked(words: list[str]) -> tuple[Scope, ...]:
    unknown = [word for word in words if word not in SCOPES]
    if unknown:
        raise InputError(f"--scope: expected {', '.join(SCOPES)}, got {unknown[0]!r}")
    return cast(tuple[Scope, ...], tuple(words))


def _show(token: NewToken, days: int, json: bool) -> None:
    print_json(token) if json else _say(token.token, days)


def _say(token: str, days: int) -> None:
    say(f"good for {days} days")
    say(f"token  {token}")


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1_000, UTC).strftime("%Y-%m-%d")


def _with_store(data: Path, use: Callable[[App], Awaitable[T]]) -> T:
    """Give what the services give on a store that runs."""

    async def opened() -> T:
        async with open_services(read_settings(data)) as app:
            return await use(app)

    return run(opened())
