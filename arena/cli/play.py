"""`arena play`: one match here and now, between bots in this process and bots behind URLs."""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.text import Text

from arena.cli.console import ERR, complain, say, table
from arena.cli.failures import InputError
from arena.cli.files import check_place, write_replay
from arena.cli.players import FORMS, seat
from arena.cli.processes import run
from arena.cli.settings import AllowNetwork
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.games import game as find_game
from arena.match.clock import Limits
from arena.match.guard import Guard, networks
from arena.match.referee import Played
from arena.match.referee import play as referee

GameName = Annotated[str, typer.Option("--game", metavar="NAME", help=f"{' or '.join(GAMES)}.")]
Bots = Annotated[
    list[str],
    typer.Option("--bot", metavar="BOT", help=f"{FORMS}; once for every seat, in order of seats."),
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="64 hex digits that deal the cards; drawn where not given."),
]
Rounds = Annotated[
    int | None, typer.Option(help="Rounds of the match, where the game has several.")
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where to write the replay of the match.")
]


def play(
    game: GameName,
    bot: Bots,
    seed: Seed = None,
    rounds: Rounds = None,
    out: Out = None,
    allow_network: AllowNetwork = None,
) -> None:
    """Play one match; the same seed and deterministic bots give the same digest anywhere.

    For example: arena play --game sky-5 --bot house:sky5-good --bot my_bot:decide --out match.json
    """
    entry = find_game(game)
    try:
        guard = Guard(networks(allow_network or ()))
    except ValueError as error:
        raise InputError(f"--allow-network: {error}") from error
    seed = secrets.token_hex(32) if seed is None else seed
    entry.header(len(bot), seed, rounds)  # refuses what cannot be played before any bot is called
    if out is not None:
        check_place(out)
    played = run(_play(entry, bot, seed, rounds, guard))
    _report(entry, bot, played)
    if out is not None:
        write_replay(out, played.record)
        say(f"replay {out}")


async def _play(
    entry: Game, bots: Sequence[str], seed: str, rounds: int | None, guard: Guard
) -> Played:
    async with AsyncExitStack() as open_clients:
        players = [await seat(bot, entry, guard, open_clients) for bot in bots]
        windows = tuple(number for number, player in enumerate(players) if player.windows)
        match = Table.new(entry, entry.header(len(bots), seed, rounds, windows))
        # The ids follow from the seed, so that bots that use them as their dice repeat as well.
        key = sha256(b"arena play\0" + bytes.fromhex(seed)).digest()
        with _progress(match):
            try:
                return await referee(match, players, Limits(), key)
            except ExceptionGroup as group:
                raise group.exceptions[0] from group


@contextmanager
def _progress(match: Table) -> Iterator[None]:
    """Show how many decisions have been taken, where stderr is a terminal."""
    if not ERR.is_terminal:
        yield
        return

    def line() -> Text:
        return Text(f"playing: {len(match.decisions)} decisions")

    with Live(get_renderable=line, console=ERR, transient=True):
        yield


def _report(entry: Game, bots: Sequence[str], played: Played) -> None:
    record = played.record
    faults = Counter(report.seat for report in played.faults)
    say(f"{entry.title}, {len(bots)} players, {len(record.decisions)} decisions")
    rows = [
        (f"seat {number}: {bot}", str(rank), str(score), str(faults[number]))
        for number, (bot, rank, score) in enumerate(
            zip(bots, record.outcome.ranks, record.outcome.scores, strict=True)
        )
    ]
    table(("", "rank", "score", "faults"), rows)
    for report in played.faults:
        why = f": {report.detail}" if report.detail else ""
        complain(f"seat {report.seat}, {report.ask}, decision {report.at}: {report.kind}{why}")
    say(f"seed   {record.header.seed}")
    say(f"digest {record.digest}")
