"""`arena analyse`: plays house bots to measure seats and duplicate deals of a game."""

from typing import Annotated

import typer

from arena.cli.console import Json, bars, print_json, say, table
from arena.cli.cores import on_all_cores
from arena.engine.rules import Game
from arena.games import GAMES
from arena.games import game as find_game
from arena.service.analysis import Analysis, Job, analysis, jobs_of, work
from arena.tournament.analysis import Measure

GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help=f"Only this one: {' or '.join(GAMES)}."),
]
Players = Annotated[int | None, typer.Option(help="Only tables of so many; else all sizes.")]
Matches = Annotated[
    int, typer.Option(min=10, max=500_000, help="Matches of each of the three series.")
]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Another one deals other cards.")]

_HEAD = ("game", "players", "share of seat 0, 1, ...", "±", "p", "gain", "rho", "off", "rotation")
_WORDS = (0, 2)


def analyse(
    game: GameName = None,
    players: Players = None,
    matches: Matches = 500,
    seed: Seed = "1",
    json: Json = False,
) -> None:
    """Measure by play of house bots how fair seats are, and what duplicate deals gain.

    `share` is what part of its opponents a seat left behind when copies of one bot played; `p` how
    likely its wins are if all seats are equal. `gain` is by how much a set's score varies less in
    mode `rotation` than in `off`, `rho` the part of the variance that is gone; then how many sets
    tell two bots 50 Elo apart in either. Intervals are 95 %. A seed gives the same on any machine.

    For example: arena analyse --game sky-5 --players 4 --matches 20000
    """
    games = list(GAMES.values()) if game is None else [find_game(game)]
    sizes = [(each, size) for each in games for size in _sizes(each, players)]
    jobs = {(each.name, size): jobs_of(each.name, size, matches, seed) for each, size in sizes}
    found = _played(jobs)
    if json:
        print_json(found)
    else:
        _print(found)


def _sizes(game: Game, players: int | None) -> list[int]:
    """Give how many may play; raise HeaderError where it is not as many as were asked for."""
    if players is None:
        return list(range(game.min_players, game.max_players + 1))
    game.header(players, "0" * 64)
    return [players]


def _played(jobs: dict[tuple[str, int], list[Job]]) -> list[Analysis]:
    """Play it all, and judge each game and size as soon as it is played."""
    every = [job for some in jobs.values() for job in some]
    with bars() as progress:
        played = on_all_cores(work, every)
        results = iter(progress.track(played, total=len(every), description="playing"))
        return [
            analysis(game, players, [(job, next(results)) for job in some])
            for (game, players), some in jobs.items()
        ]


def _print(found: list[Analysis]) -> None:
    """Print a line for each game and size, and what was played."""
    table(_HEAD, [_row(each) for each in found], _WORDS)
    say()
    for each in found:
        sets, matches = each.duplicates.sets, each.seats.matches
        say(
            f"{each.game}, {each.players}: {matches} matches of copies of {each.copies}; "
            f"{sets} sets in either mode, {each.twins} by a toss at each ask"
        )


def _row(each: Analysis) -> tuple[str, ...]:
    shares, gained = each.seats.shares, each.duplicates
    return (
        each.game,
        str(each.players),
        " ".join(f"{share.value:.3f}" for share in shares),
        f"{max(share.high - share.value for share in shares):.3f}",
        f"{each.seats.p:.4f}" if each.seats.p >= 0.0001 else "<0.0001",
        _interval(gained.gain),
        _interval(gained.rho),
        str(gained.sets_off),
        str(gained.sets_rotation),
    )


def _interval(measure: Measure | None) -> str:
    """Give a value with its interval; where no luck is left there is none."""
    if measure is None:
        return "-"
    return f"{measure.value:.2f} ({measure.low:.2f} to {measure.high:.2f})"
