"""`arena demo`: a tournament of HTTP bots in each game, played, rated and proved here and now.

It does what an organiser and a contestant would do, over the REST API; only tokens and the proof
at the end come from the services, since they are for whoever has the store.
"""

import asyncio
import importlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, cast

import aiohttp
import typer

from arena.app import App
from arena.cli.boards import print_board, print_proof, prove
from arena.cli.console import bars, say
from arena.cli.demo.contest import Contest
from arena.cli.failures import WRONG
from arena.cli.files import make_directory, write_replay
from arena.cli.processes import LOOPBACK, Child, Children, end_as_by_ctrl_c, free_ports, run
from arena.cli.rest import Api
from arena.cli.settings import open_services, read_settings
from arena.cli.stack import Stack, ready, stack
from arena.games import GAMES
from arena.match.house import HouseBot
from arena.store.owners import Scope
from arena.tournament.config import Config

WORKERS = 2
ENTRANTS = 12
ENTRIES_PER_BOT = 2
"""So often each bot of the house enters, of which there are three a game."""
_POLL_S = 0.25


@dataclass(frozen=True)
class Plan:
    """What is played of one game. `sets` are those of a round of its six bots."""

    game: str
    players: int
    sets: int

    def config(self, rounds: int) -> Config:
        """Give its configuration; all entrants are trusted, so each deal is played in rotation."""
        return Config(
            game=self.game, players=self.players, rounds=rounds, mode="rotation", ladder=True
        )

    def matches(self, rounds: int) -> int:
        """Give how many matches that are: every deal is played once in each rotation."""
        return rounds * self.sets * self.players


PLANS = (Plan("sky-5", players=2, sets=15), Plan("sky-heist", players=4, sets=6))


@dataclass(frozen=True)
class Entrant:
    """A bot of the house, to be served over HTTP under a name of its own."""

    name: str
    bot: str
    game: str
    port: int

    @property
    def url(self) -> str:
        """Where it is served."""
        return f"http://{LOOPBACK}:{self.port}"

    def serve(self, children: Children) -> Child:
        """Start its server."""
        return children.start(self.name, "bots", self.bot, "--port", str(self.port))


Rounds = Annotated[
    int,
    typer.Option(min=1, max=50, help="Rounds of each tournament; a round has 54 matches in all."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where to keep the replays, for `arena replay` and `verify`."),
]
Kept = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Where to keep the store and all that was played, for `arena up --data DIR`.",
    ),
]


def demo(rounds: Rounds = 6, out: Out = None, data: Kept = None) -> None:
    """Play a tournament of HTTP bots in each game, here and now, and prove all that came of it.

    Two at a table in Sky 5, four in Sky Heist; six bots a game, each an HTTP server of its own; a
    store, the API and two workers beside them. Then every match is played again from its record,
    and every rating computed again from the log. Nothing is left behind but what --data or --out
    name a directory for.
    """
    end_as_by_ctrl_c()
    if out is not None:
        make_directory(out)
    began = time.monotonic()
    with _directory(data) as directory:
        settings = read_settings(directory, [f"{LOOPBACK}/32"])
        port, *bot_ports = free_ports(1 + ENTRANTS)
        with stack(settings, LOOPBACK, port) as running:
            proved = run(_demo(running, list(_entrants(bot_ports)), rounds, out))
    say()
    say(f"Done in {time.monotonic() - began:.0f} s; all processes have ended.")
    _say_what_next(out, data)
    if not proved:
        raise typer.Exit(WRONG)


@contextmanager
def _directory(data: Path | None) -> Iterator[Path]:
    """Give the directory of the store; where none is named, one that is gone afterwards."""
    if data is not None:
        yield data
        return
    with TemporaryDirectory(prefix="arena-demo-") as directory:
        yield Path(directory)


async def _demo(running: Stack, entrants: Sequence[Entrant], rounds: int, out: Path | None) -> bool:
    """Hold both tournaments; give whether everything proved right."""
    say(f"Starting a store, the API on {running.url}, {WORKERS} workers and the bots ...")
    servers = [each.serve(running.children) for each in entrants]
    await running.start(WORKERS)
    async with AsyncExitStack() as opened:
        session = await opened.enter_async_context(aiohttp.ClientSession())
        app = await opened.enter_async_context(open_services(running.settings))
        for entrant, server in zip(entrants, servers, strict=True):
            await ready(server, session, entrant.url)
        organiser = Api(session, running.url, await _token(app, "organiser"))
        contestant = Api(session, running.url, await _token(app, "contestant"))
        contests = [await _begin(plan, rounds, entrants, organiser, contestant) for plan in PLANS]
        matches = sum(plan.matches(rounds) for plan in PLANS)
        say(f"Playing {matches} matches: {', '.join(each.name for each in contests)} ...")
        await _follow(running.children, contests)
        for contest in contests:
            say()
            say(f"{contest.name}, {contest.config.players} at a table")
            print_board(await contest.board())
        say()
        if out is not None:
            await _keep_replays(contests, out)
        return await _prove(app, contests)


def _entrants(ports: Iterable[int]) -> Iterator[Entrant]:
    """Give every bot of the house as often as it enters, each with a port of its own."""
    house = cast(Mapping[str, HouseBot], importlib.import_module("bots.house").HOUSE)
    entries = product(house.values(), range(1, ENTRIES_PER_BOT + 1))
    for (bot, number), port in zip(entries, ports, strict=True):
        yield Entrant(f"{bot.name}-{number}", bot.name, bot.game, port)


async def _token(app: App, scope: Scope) -> str:
    """Give the token of a new owner with this scope."""
    _, token = await app.owners.create(scope, (scope,))
    return token


async def _begin(
    plan: Plan, rounds: int, entrants: Sequence[Entrant], organiser: Api, contestant: Api
) -> Contest:
    """Open a tournament, enter the bots of its game, and start it."""
    contest = await Contest.draft(organiser, GAMES[plan.game].title, plan.config(rounds))
    urls = {each.name: each.url for each in entrants if each.game == plan.game}
    await contest.enter(contestant, urls)
    await contest.start()
    return contest


async def _follow(children: Children, contests: Sequence[Contest]) -> None:
    """Show how the tournaments come along, in matches, until all are finished."""
    with bars() as progress:
        open_ones = {
            progress.add_task(contest.name, total=plan.matches(contest.config.rounds)): contest
            for plan, contest in zip(PLANS, contests, strict=True)
        }
        while open_ones:
            children.check()
            for bar, contest in list(open_ones.items()):
                view = await contest.view()
                progress.update(bar, completed=view.sets_done * contest.config.players)
                if view.state == "finished":
                    del open_ones[bar]
            await asyncio.sleep(_POLL_S)


async def _keep_replays(contests: Sequence[Contest], out: Path) -> None:
    """Write the replays of all matches into a directory."""
    with bars() as progress:
        for contest in contests:
            bar = progress.add_task(f"{contest.name}: replays", total=None)
            async for match in contest.matches():
                write_replay(out / f"{match.id}.json", await contest.replay(match.id))
                progress.advance(bar)


async def _prove(app: App, contests: Sequence[Contest]) -> bool:
    """Say how all ratings and matches are by the log; give whether they are right."""
    with bars() as progress:
        proofs = [await prove(app.audit, each.id, each.name, progress) for each in contests]
    for contest, proof in zip(contests, proofs, strict=True):
        print_proof(contest.name, proof)
    return not any(proof.differences for proof in proofs)


def _say_what_next(out: Path | None, data: Path | None) -> None:
    say("Where to look next:")
    if data is None:
        say("  arena demo --data DIR                    the same, and its store is kept for:")
    up = f"arena up --data {data or 'DIR'}"
    say(f"  {up:<40} the service on it, to stay: look at the address that it prints")
    replays = "arena demo --out replays" if out is None else f"arena verify {out}/*.json"
    say(f"  {replays:<40} the replays as files that anybody can check")
    say(f"  {'arena play --help':<40} one match, of bots of your own too")
    say("  README.md                                a bot in ten lines, and how it all works")
