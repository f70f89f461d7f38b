"""Batches whose store goes away under them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import msgspec
import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.owners import Identity
from arena.store.errors import StoreAway
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.mortal import Server
from tests.service.contest import DUEL, start_contest

ROUND: Config = msgspec.structs.replace(DUEL, rounds=1)


@pytest.fixture
async def app(mortal: Server) -> AsyncIterator[App]:
    """The services over a store that may be killed."""
    settings = Settings(
        redis_url=mortal.url, data=mortal.data, allow_networks=("127.0.0.1/32",), lease_ms=10_000
    )
    async with open_app(settings) as app:
        yield app


class Counting:
    """Bots that count their asks; from the 25th on they say so."""

    def __init__(self) -> None:
        self.asked = Counter[str]()
        self.busy = asyncio.Event()

    def decide(self, ask: Ask) -> int:
        """Choose by the view."""
        self.asked[ask.ask_id] += 1
        if self.asked.total() == 25:
            self.busy.set()
        return by_view(ask)


async def test_a_batch_outlasts_an_outage(
    app: App, ada: Identity, loopback: Loopback, mortal: Server
) -> None:
    """Longer than the client tries: nobody is asked meanwhile, and nobody twice because of it."""
    bots = Counting()
    view = await start_contest(app, ada, loopback, ROUND, [bots.decide] * 4)
    playing = asyncio.create_task(app.sets.play(view.id, 1, range(view.sets_open)))
    await bots.busy.wait()
    mortal.kill()
    await asyncio.sleep(0.5)
    before = bots.asked.total()
    await asyncio.sleep(3)
    assert bots.asked.total() == before
    mortal.start()
    await asyncio.wait_for(playing, 60)

    view = await app.tournaments.get(view.id)
    assert view.state == "finished"
    assert set(bots.asked.values()) == {1}
    page = await app.matches.page(view.id, None, 100)
    assert {match.strikes for match in page.items} == {(0, 0)}
    assert (await app.audit.verify(view.id)).differences == []


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_batch_gives_up_in_the_end(
    app: App, ada: Identity, loopback: Loopback, mortal: Server, *, stopped: bool
) -> None:
    """When its sets may be others' by now, or sooner where it is told to stop."""
    bots, stop = Counting(), asyncio.Event()
    view = await start_contest(app, ada, loopback, ROUND, [bots.decide] * 4)
    settings: Settings = msgspec.structs.replace(app.settings, lease_ms=600_000 if stopped else 500)
    async with open_app(settings) as other:
        playing = asyncio.create_task(other.sets.play(view.id, 1, range(view.sets_open), stop))
        await bots.busy.wait()
        mortal.kill()
        if stopped:
            stop.set()
        with pytest.raises(StoreAway):
            await asyncio.wait_for(playing, 60)
    mortal.start()
