"""`arena exhibition ...`: matches on demand that rate nobody, to try a bot.

What may live here: the commands, one call of the service each. How an exhibition is shown is in
`arena.cli.exhibition.view`.
"""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.bodies import NewExhibition
from arena.cli.console import Json, path_text, print_json, say_done
from arena.cli.exhibition.view import print_exhibition, print_exhibitions, wait_to_end
from arena.cli.failures import WRONG, InputError
from arena.cli.files import check_place, write_replay
from arena.cli.remote import HERE, Most, Token, Url, ask, id_of
from arena.cli.rest import Api
from arena.engine.record import Record
from arena.games import GAMES
from arena.service.exhibitions import ExhibitionView
from arena.service.paging import Page

Seats = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT...",
        help="Id of a bot, or house:NAME, for every seat; an own one at least.",
    ),
]
GameName = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help=f"{' or '.join(GAMES)}.")
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="64 hex digits that deal the cards; drawn where not given."),
]
Of = Annotated[
    str | None,
    typer.Option(
        metavar="MATCH",
        help="In the place of both: the cards and limits of a public match, or of an exhibition.",
    ),
]
Wait = Annotated[
    bool, typer.Option("--wait/--no-wait", help="Whether to wait until it is over; Ctrl-C ends it.")
]
Exhibition = Annotated[
    str, typer.Argument(metavar="EXHIBITION", parser=id_of, help="Id of an exhibition.")
]
Out = Annotated[Path, typer.Option(metavar="FILE", help="Where to write the replay.")]

app = typer.Typer(no_args_is_help=True, help="Exhibitions: matches that rate nobody.")


@app.command()
def play(
    bots: Seats,
    game: GameName = None,
    seed: Seed = None,
    of: Of = None,
    wait: Wait = True,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Have a match played that rates nobody, and show what came of it.

    Exit code 1 where it failed. For example: arena exhibition play $BOT house:sky5-good --game
    sky-5
    """
    if (game is None) == (of is None):
        raise InputError("--game or --of: expected one of them")
    body = NewExhibition(tuple(bots), game, seed, of)
    view = ask(url, token, lambda api: _played(api, body, wait))
    _show(view, json)
    if view.state == "failed":
        raise typer.Exit(WRONG)


async def _played(api: Api, body: NewExhibition, wait: bool) -> ExhibitionView:
    begun = await api.create(ExhibitionView, "exhibitions", body)
    return await wait_to_end(api, begun) if wait else begun


@app.command("list")
def list_exhibitions(
    most: Most = 50, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """List those that were begun with an own token, the newest first."""
    views = ask(url, token, lambda api: api.items(Page[ExhibitionView], "exhibitions", most))
    print_json(views) if json else print_exhibitions(views)


@app.command()
def show(exhibition: Exhibition, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Show an exhibition, to whoever has begun it and to the owners of the bots in it."""
    _show(ask(url, token, lambda api: api.get(ExhibitionView, f"exhibitions/{exhibition}")), json)


@app.command()
def replay(
    exhibition: Exhibition, out: Out, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """Write the replay of a finished one, as `arena replay` and `arena verify` read it."""
    check_place(out)
    record = ask(url, token, lambda api: api.get(Record, f"exhibitions/{exhibition}/replay"))
    write_replay(out, record)
    say_done("replay", path_text(out), json)


def _show(view: ExhibitionView, json: bool) -> None:
    print_json(view) if json else print_exhibition(view)
