"""A started tournament with bots on loopback, for tests of what follows."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import msgspec

from arena.app import App
from arena.protocol.messages import BotInfo
from arena.service.bots import OwnBot
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import BOTH_GAMES, Loopback, by_view

DUEL = Config(game="sky-5", rules=1, players=2, rounds=2, mode="rotation")


async def start_contest(
    app: App,
    who: Identity,
    loopback: Loopback,
    config: Config = DUEL,
    bots: Sequence[Function] = (by_view, by_view, by_view),
    info: BotInfo = BOTH_GAMES,
) -> TournamentView:
    """Start a tournament of these bots."""
    view = await open_contest(app, who, loopback, config, bots, info)
    return await app.tournaments.start(who, view.id)


async def open_contest(
    app: App,
    who: Identity,
    loopback: Loopback,
    config: Config,
    bots: Sequence[Function],
    info: BotInfo = BOTH_GAMES,
) -> TournamentView:
    """Enter these bots in a tournament."""
    view = await app.tournaments.create(who, "Cup", config)
    await app.tournaments.open(who, view.id)
    for number, decide in enumerate(bots):
        bot = await app.bots.register(who, f"bot {number}", await loopback.start(decide, info))
        await app.entries.enter(who, view.id, bot.id)
    return view


async def start_again(
    app: App, who: Identity, tournament: TournamentView, config: Config
) -> TournamentView:
    """Start another tournament, of the bots of one that has started."""
    view = await app.tournaments.create(who, "Another", config)
    await app.tournaments.open(who, view.id)
    for entry in await app.store.tournaments.entries(tournament.id):
        await app.entries.enter(who, view.id, entry.bot)
    return await app.tournaments.start(who, view.id)


async def play_round(app: App, tournament: TournamentView) -> TournamentView:
    """Play the present round in this process; give the tournament after it."""
    numbers = await app.store.sets.open_numbers(tournament.id)
    await app.sets.play(tournament.id, tournament.round, numbers)
    return await app.tournaments.get(tournament.id)


async def play_all(app: App, tournament: TournamentView) -> TournamentView:
    """Play all rounds in this process."""
    while tournament.state == "running":
        tournament = await play_round(app, tournament)
    return tournament


def with_limit(max_concurrency: int) -> BotInfo:
    """Give what a bot says that plays no more matches at once."""
    return msgspec.structs.replace(BOTH_GAMES, max_concurrency=max_concurrency)


def watched(number: int, most: Counter[int], pause_s: float) -> Function:
    """Give a bot that takes its time, and keeps in `most` how many asks it has had at once."""
    now = 0

    async def decide(ask: Ask) -> int:
        nonlocal now
        now += 1
        most[number] = max(most[number], now)
        await asyncio.sleep(pause_s)
        now -= 1
        return by_view(ask)

    return decide


async def prove(app: App, view: TournamentView) -> None:
    """Fail unless ratings and matches follow from the log."""
    assert (await app.audit.rebuild(view.id)).differences == []
    assert (await app.audit.verify(view.id)).differences == []


async def own_bot(app: App, who: Identity, name: str) -> OwnBot:
    """Give an own bot by its name."""
    found = next(each for each in (await app.bots.page(None, 99)).items if each.name == name)
    return await app.bots.get_own(who, found.id)
