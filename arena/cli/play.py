"""`arena play`: one match here and now, between bots in this process and bots behind URLs."""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.live import Live
from rich.text import Text

from arena.cli.console import ERR, Json, complain, print_json, say, table
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
from arena.protocol.messages import FaultKind

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


class SeatReport(msgspec.Struct, frozen=True):
    """What a bot has come to at its seat."""

    bot: str
    rank: int
    score: int
    faults: int


class Fault(msgspec.Struct, frozen=True):
    """A fault at decision `at` (0-based) of the match, and why it is one."""

    seat: int
    ask: str
    at: int
    kind: FaultKind
    detail: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the match, by seat and in all."""

    game: str
    seats: list[SeatReport]
    faults: list[Fault]
    decisions: int
    seed: str
    digest: str


def play(
    game: GameName,
    bot: Bots,
    seed: Seed = None,
    rounds: Rounds = None,
    out: Out = None,
    allow_network: AllowNetwork = None,
    json: Json = False,
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
    report = _report(bot, played)
    print_json(report) if json else _print(entry, report)
    if out is not None:
        write_replay(out, played.record)
        if not json:
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


def _report(bots: Sequence[str], played: Played) -> Report:
    record = played.record
    counts = Counter(fault.seat for fault in played.faults)
    outcome = zip(bots, record.outcome.ranks, record.outcome.scores, strict=True)
    return Report(
        game=record.header.game,
        seats=[SeatReport(*each, counts[number]) for number, each in enumerate(outcome)],
        faults=[
            Fault(each.seat, each.ask, each.at, each.kind, each.detail) for each in played.faults
        ],
        decisions=len(record.decisions),
        seed=record.header.seed,
        digest=record.digest,
    )


def _print(entry: Game, report: Report) -> None:
    say(f"{entry.title}, {len(report.seats)} players, {report.decisions} decisions")
    rows = [
        (f"seat {number}: {seat.bot}", str(seat.rank), str(seat.score), str(seat.faults))
        for number, seat in enumerate(report.seats)
    ]
    table(("", "rank", "score", "faults"), rows)
    for fault in report.faults:
        why = f": {fault.detail}" if fault.detail else ""
        complain(f"seat {fault.seat}, {fault.ask}, decision {fault.at}: {fault.kind}{why}")
    say(f"seed   {report.seed}")
    say(f"digest {report.digest}")
