"""Exhibitions of a bot on loopback, for the tests of them."""

import asyncio

from arena.app import App
from arena.protocol.messages import BotInfo
from arena.service.bots import OwnBot
from arena.service.exhibitions import ExhibitionView, Wish
from arena.service.owners import Identity
from bots.kit import Function
from tests.loopback import BOTH_GAMES, Loopback, by_view

SIMPLE = "house:sky5-simple"


async def register(
    app: App,
    who: Identity,
    loopback: Loopback,
    decide: Function = by_view,
    info: BotInfo = BOTH_GAMES,
    name: str = "mine",
) -> OwnBot:
    """Register a bot."""
    return await app.bots.register(who, name, await loopback.start(decide, info))


def against(bot: OwnBot, *others: str, seed: str | None = None) -> Wish:
    """Give the wish to see a bot against these, or against a house bot, in Sky 5."""
    return Wish(bots=(bot.id, *(others or (SIMPLE,))), game="sky-5", seed=seed)


async def shown(app: App, who: Identity, wish: Wish) -> ExhibitionView:
    """Have an exhibition played in this process; give it as it is then."""
    view = await app.exhibitions.create(who, wish)
    await app.exhibitor.play(view.id, asyncio.Event())
    return await app.exhibitions.get(who, view.id)
