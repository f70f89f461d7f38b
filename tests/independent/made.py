"""A bundle of a real tournament, as the service gives it, for tests that take it apart."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import cycle
from pathlib import Path

import msgspec

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.games import GAMES
from arena.match.house import house_bots
from arena.service.owners import Identity
from arena.tournament.bundle import Line, SetLine, encode_line
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import play_all, play_round
from tests.sizes import size

Bundle = list[Line]

BEACON = "5e" * 32
HOUSE_ROUNDS = size(1, 21)
ROUNDS_PER_MATCH = size(1, GAMES["sky-heist"].rounds)
CUP = Config(
    game="sky-heist", rules=0, players=3, rounds=2, mode="off", beacon=7, max_strikes=2,
    rounds_per_match=1,
)  # fmt: skip
"""Four bots: two rounds of four tables, three matches each; and two sets more, played again."""


def clumsy(ask: Ask) -> int:
    """Choose what there is not, now and then."""
    return 999 if by_view(ask) == 1 else by_view(ask)


async def hold(app: App, who: Identity, loopback: Loopback) -> str:
    """Hold a tournament with a bot that makes faults, one that wants windows, and void sets."""
    view = await app.tournaments.create(who, "Cup", CUP)
    await app.tournaments.open(who, view.id)
    for number, decide in enumerate((by_view, by_view, clumsy, by_view)):
        info = msgspec.structs.replace(BOTH_GAMES, windows=number == 1)
        bot = await app.bots.register(who, f"bot {number}", await loopback.start(decide, info))
        await app.entries.enter(who, view.id, bot.id)
    view = await app.tournaments.start(who, view.id, BEACON)
    view = await play_round(app, view)
    await app.direction.void(who, view.id, 1, [0, 3], "a power cut", rerun=True)
    while view.state == "running":
        view = await play_round(app, view)
    assert view.state == "finished"
    return view.id


async def pieces(app: App, tournament: str) -> AsyncIterator[bytes]:
    """Give a bundle as it is sent."""
    reader = await app.bundles.open(tournament)
    while (piece := await reader.next()) is not None:
        yield piece


async def hold_of_house_bots(app: App, who: Identity, loopback: Loopback) -> str:
    """Hold a tournament of twelve house bots, over HTTP; with one round it has 48 matches."""
    config = Config(
        game="sky-heist", players=4, rounds=HOUSE_ROUNDS, rounds_per_match=ROUNDS_PER_MATCH,
        move_ms=60_000,
    )  # fmt: skip
    view = await app.tournaments.create(who, "House cup", config)
    await app.tournaments.open(who, view.id)
    for number, house in zip(range(12), cycle(house_bots("sky-heist"))):
        info = msgspec.structs.replace(BOTH_GAMES, windows=house.windows, max_concurrency=32)
        url = await loopback.start(house.decide, info)
        bot = await app.bots.register(who, f"bot {number}", url)
        await app.entries.enter(who, view.id, bot.id)
    await play_all(app, await app.tournaments.start(who, view.id))
    return view.id


Hold = Callable[[App, Identity, Loopback], Awaitable[str]]


def make(store_url: str, directory: Path, hold: Hold) -> bytes:
    """Give the bundle of a tournament that is held for it."""

    async def held() -> bytes:
        settings = Settings(redis_url=store_url, data=directory, allow_networks=("127.0.0.1/32",))
        async with open_app(settings) as app, Loopback() as loopback:
            _, token = await app.owners.create("Ada", ("organiser", "contestant"))
            who = await app.owners.authenticate(token)
            tournament = await hold(app, who, loopback)
            return b"".join([piece async for piece in pieces(app, tournament)])

    return asyncio.run(held())


def write(bundle: Bundle, path: Path) -> Path:
    """Write a bundle as a file, gzipped; give its path."""
    with gzip.open(path, "wb", 1) as file:
        file.writelines(map(encode_line, bundle))
    return path


def a_set(bundle: Bundle, which: int = 0) -> tuple[int, SetLine]:
    """Give a line with a set, the first or another, and its place."""
    found = [(at, line) for at, line in enumerate(bundle) if isinstance(line, SetLine)]
    return found[which]
