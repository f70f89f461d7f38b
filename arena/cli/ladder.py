"""`arena ladder ...`: the standing leaderboard of a game, as everybody sees it, and its proof."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.boards import finding, print_board
from arena.cli.console import Json, bars, complain, moment, print_json, say, table
from arena.cli.failures import WRONG
from arena.cli.processes import run
from arena.cli.remote import HERE, BotId, Most, Url, ask
from arena.cli.settings import DATA, Data, open_services, read_settings
from arena.games import GAMES
from arena.service.ladder_rounds import LadderProof
from arena.service.ladders import LadderPoint, LadderRow
from arena.service.paging import Page


def _game(text: str) -> str:
    if text not in GAMES:
        raise typer.BadParameter(f"expected {' or '.join(GAMES)}, got {text[:40]!a}")
    return text


GameName = Annotated[
    str, typer.Argument(metavar="GAME", parser=_game, help=f"{' or '.join(GAMES)}.")
]

app = typer.Typer(
    no_args_is_help=True, help="Ladders: the ratings of a game beside its tournaments."
)


@app.command()
def show(game: GameName, url: Url = HERE, json: Json = False) -> None:
    """Print the ladder of a game, the best first; `?` marks a provisional rating."""
    rows = ask(url, None, lambda api: api.get(list[LadderRow], f"ladders/{game}"))
    print_json(rows) if json else print_board(rows)


@app.command()
def history(
    game: GameName, bot: BotId, most: Most = 20, url: Url = HERE, json: Json = False
) -> None:
    """Print a bot's rating after each round that it was in, the newest first."""
    path = f"ladders/{game}/bots/{bot}"
    points = ask(url, None, lambda api: api.items(Page[LadderPoint], path, most))
    print_json(points) if json else _print_points(points)


@app.command()
def rebuild(game: GameName, json: Json = False, data: Data = DATA) -> None:
    """Compute all ratings of a ladder again from the logs.

    Changes nothing. Exit code 1 where the ladder is not as it must be.
    """
    proof = run(_rebuild(data, game))
    print_json(proof) if json else _print_proof(game, proof)
    if proof.differences:
        raise typer.Exit(WRONG)


async def _rebuild(data: Path, game: str) -> LadderProof:
    with bars() as progress:
        task = progress.add_task(f"{game}: rounds rated again", total=None)
        async with open_services(read_settings(data)) as services:
            return await services.ladder_rounds.prove(
                game, lambda done, total: progress.update(task, completed=done, total=total)
            )


def _print_points(points: Sequence[LadderPoint]) -> None:
    cells = [
        (moment(each.at_ms), each.tournament, str(each.round), f"{each.rating / 1_000_000:.1f}")
        for each in points
    ]
    table(("when", "tournament", "round", "rating"), cells, (0, 1))


def _print_proof(game: str, proof: LadderProof) -> None:
    for difference in proof.differences:
        complain(f"{game}: {difference}")
    rated = f"{proof.bots} ratings computed again from {proof.rounds} rounds"
    say(f"{game}: {rated}: {finding(proof.differences)}")
