"""What a finished match costs in the store, all indexes included.

A tournament of house bots is played over HTTP in each game. Counted are the keys that grow with
every match: the log, the index of each round, and the feed's announcements.
"""

import asyncio
import tempfile
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.protocol.messages import BotInfo
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.embedded import serve
from arena.tournament.config import Config
from bots.house import HOUSE
from tests.loopback import BOTH_GAMES, Loopback

BOTS = 8
PLANS = (
    (Config(game="sky-5", rules=1, players=2, rounds=2, mode="rotation"), 1_024),
    (Config(game="sky-heist", rules=1, players=4, rounds=1, mode="rotation"), 3_072),
)
"""Tournaments to play, and the bytes that a match of each may cost."""


class Cost(msgspec.Struct, frozen=True):
    """Bytes of the store per match of a tournament."""

    game: str
    matches: int
    log: float
    index: float
    feed: float
    allowed: int

    @property
    def all(self) -> float:
        """All of it."""
        return self.log + self.index + self.feed


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as directory, serve(Path(directory)) as (url, _):
        settings = Settings(redis_url=url, data=Path(directory), allow_networks=("127.0.0.1/32",))
        costs = asyncio.run(measure(settings))
    Console().print(grid(costs))


async def measure(settings: Settings) -> list[Cost]:
    """Play the tournaments; give what a match of each costs."""
    async with open_app(settings) as app:
        _, token = await app.owners.create("bench", ("organiser", "contestant"))
        who = await app.owners.authenticate(token)
        return [await cost(app, who, config, allowed) for config, allowed in PLANS]


async def cost(app: App, who: Identity, config: Config, allowed: int) -> Cost:
    """Play one tournament; give what a match costs."""
    feed = await size(app, keys.FEED)
    async with Loopback() as loopback:
        view = await play(app, who, loopback, config)
    index = [keys.done(view.id, number) for number in range(1, config.rounds + 1)]
    matches = view.sets_done * config.players
    return Cost(
        game=f"{config.game}, {config.players} players",
        matches=matches,
        log=await size(app, keys.log(view.id)) / matches,
        index=sum([await size(app, key) for key in index]) / matches,
        feed=(await size(app, keys.FEED) - feed) / matches,
        allowed=allowed,
    )


async def play(app: App, who: Identity, loopback: Loopback, config: Config) -> TournamentView:
    """Play a tournament of house bots to its end, in this process."""
    view = await app.tournaments.create(who, "Bench", config)
    await app.tournaments.open(who, view.id)
    house = [bot for bot in HOUSE.values() if bot.game == config.game]
    for number in range(BOTS):
        chosen = house[number % len(house)]
        info: BotInfo = msgspec.structs.replace(BOTH_GAMES, windows=chosen.windows)
        url = await loopback.start(chosen.decide, info)
        bot = await app.bots.register(who, f"{config.game} {number}", url)
        await app.entries.enter(who, view.id, bot.id)
    view = await app.tournaments.start(who, view.id)
    while view.state == "running":
        await app.sets.play(view.id, view.round, list(range(view.sets_open)))
        view = await app.tournaments.get(view.id)
    return view


async def size(app: App, key: str) -> int:
    """Give the bytes of a key, counted to its last element."""
    found = await app.store.client.find(int, "MEMORY", "USAGE", key, "SAMPLES", 0)
    return found or 0


def grid(costs: list[Cost]) -> Grid:
    """Give the figures as a table."""
    table = Grid(title="Bytes of the store per finished match")
    for column in ("tournament", "matches", "log", "index", "feed", "all", "allowed"):
        table.add_column(column, justify="left" if column == "tournament" else "right")
    for each in costs:
        parts = [f"{part:,.0f}" for part in (each.log, each.index, each.feed, each.all)]
        table.add_row(each.game, str(each.matches), *parts, f"{each.allowed:,}")
    return table


if __name__ == "__main__":
    main()
