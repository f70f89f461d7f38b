"""`arena token create`: an owner with a token, made by whoever has the store."""

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from arena.cli.console import OUT
from arena.cli.failures import InputError
from arena.cli.processes import run
from arena.cli.settings import DATA, Data, open_services, read_settings
from arena.store.owners import Owner, Scope

SCOPES = get_args(Scope)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the owner, shown to all.")]
Scopes = Annotated[
    list[str],
    typer.Option("--scope", metavar="SCOPE", help=f"{', '.join(SCOPES)}. May be repeated."),
]

app = typer.Typer(no_args_is_help=True, help="Tokens: what a person shows to act on the arena.")


@app.callback()
def _group() -> None:
    """Keep `create` a subcommand although it is the only one."""


@app.command()
def create(name: Name, scope: Scopes, data: Data = DATA) -> None:
    """Make an owner of bots and tournaments and print the token, which cannot be shown again."""
    unknown = [word for word in scope if word not in SCOPES]
    if unknown:
        raise InputError(f"--scope: expected {', '.join(SCOPES)}, got {unknown[0]!r}")
    owner, token = run(_create(data, name, cast(tuple[Scope, ...], tuple(scope))))
    OUT.print(f"owner  {owner.id} ({owner.name})")
    OUT.print(f"verify {owner.verify}  (a bot states this in its GET to prove that it is yours)")
    OUT.print(f"token  {token}")


async def _create(data: Path, name: str, scopes: tuple[Scope, ...]) -> tuple[Owner, str]:
    async with open_services(read_settings(data)) as opened:
        return await opened.owners.create(name, scopes)
