"""Contests that a browser test holds for itself, in the store that the server shows.

What may live here: how a contest is begun, played set by set, and asked about over the API.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from playwright.async_api import Page

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store.tournaments import Registration
from arena.tournament.config import Config
from tests.browser.show import Place
from tests.loopback import Loopback

T = TypeVar("T")


class Hall:
    """Where contests are held, by the owner of the show."""

    def __init__(self, app: App, who: Identity, loopback: Loopback) -> None:
        self.app = app
        self.who = who
        self._loopback = loopback

    async def draft(
        self, name: str, config: Config, registration: Registration = "open"
    ) -> TournamentView:
        """Draft a contest."""
        return await self.app.tournaments.create(self.who, name, config, registration)

    async def open(self, name: str, config: Config, bots: int) -> TournamentView:
        """Open a contest that has so many entries."""
        view = await self.draft(name, config)
        await self.app.tournaments.open(self.who, view.id)
        for number in range(bots):
            url = await self._loopback.start()
            bot = await self.app.bots.register(self.who, f"{name} {number}", url)
            await self.app.entries.enter(self.who, view.id, bot.id)
        return await self.app.tournaments.get(view.id)

    async def start(self, name: str, config: Config, bots: int) -> TournamentView:
        """Start a contest of so many bots."""
        view = await self.open(name, config, bots)
        return await self.app.tournaments.start(self.who, view.id)

    async def play(self, contest: str, sets: int = 1_000) -> TournamentView:
        """Play so many sets of a contest, in the order of its schedule."""
        view = await self.app.tournaments.get(contest)
        while sets and view.state == "running":
            numbers = sorted(await self.app.store.sets.open_numbers(contest))[:sets]
            await self.app.sets.play(contest, view.round, numbers)
            sets -= len(numbers)
            view = await self.app.tournaments.get(contest)
        return view


@asynccontextmanager
async def opened(place: Place, data: Path) -> AsyncIterator[App]:
    """Open the services over the store of the show."""
    settings = Settings(redis_url=place.store_url, data=data, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app:
        yield app


@asynccontextmanager
async def hall(place: Place, data: Path) -> AsyncIterator[Hall]:
    """Give the services over the store of the show, and bots for a while."""
    async with opened(place, data) as app, Loopback() as loopback:
        yield Hall(app, await app.owners.authenticate(place.show.token), loopback)


async def told(page: Page, path: str, kind: type[T]) -> T:
    """Give what the API answers."""
    reply = await page.request.get(path)
    assert reply.ok, await reply.text()
    return msgspec.json.decode(await reply.body(), type=kind)
