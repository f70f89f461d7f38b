"""Somebody who has exhibitions played, by bots whose names and words might break a page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from arena.app import App
from arena.protocol.messages import BotInfo
from arena.service.exhibitions import ExhibitionView
from arena.service.owners import Identity
from tests.browser.hall import opened
from tests.browser.payloads import PAYLOADS
from tests.browser.show import Place
from tests.browser.test_hostile_text import saying
from tests.loopback import Loopback

SCRIPT: Final = PAYLOADS[0]
RIGHT_TO_LEFT: Final = next(each for each in PAYLOADS if each.startswith("שלום"))
HOUSE: Final = "house:sky5-simple"
GAMES: Final = ("sky-5", "sky-heist")


class Trainer(NamedTuple):
    """Somebody with two bots, by whose names and words pages might be broken."""

    app: App
    token: str
    who: Identity
    bots: dict[str, str]
    loopback: Loopback

    async def play(self, view: ExhibitionView) -> ExhibitionView:
        """Do what a worker does with an exhibition; give how it stands then."""
        await self.app.exhibitor.play(view.id, asyncio.Event())
        return await self.app.exhibitions.get(self.who, view.id)

    async def newest(self) -> ExhibitionView:
        """Give the exhibition that was begun last."""
        return (await self.app.exhibitions.page(self.who, None, 1)).items[0]


@asynccontextmanager
async def trained(place: Place, data: Path) -> AsyncIterator[Trainer]:
    """Give a trainer, over the store of the show."""
    async with opened(place, data) as app, Loopback() as loopback:
        _, token = await app.owners.create("Grace", ("contestant",))
        who = await app.owners.authenticate(token)
        info = BotInfo(protocol=1, games=GAMES, version=PAYLOADS[2])
        bots = {
            name: (
                await app.bots.register(who, name, await loopback.start(saying(PAYLOADS[3]), info))
            ).id
            for name in (SCRIPT, RIGHT_TO_LEFT)
        }
        yield Trainer(app, token, who, bots, loopback)
