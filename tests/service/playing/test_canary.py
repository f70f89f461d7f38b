"""Sets in play while our own line is down: nobody is blamed, they stay ours, and we can stop."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import msgspec
import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.match import canary
from arena.service.owners import Identity
from arena.service.playing import ending
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import Loopback
from tests.match.outside import Line, outside
from tests.service.contest import DUEL, play_all, start_contest
from tests.waiting import until

LEASE_MS = 1_500
BRIEF: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=500, bank_ms=0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the canary often, wait for it for a moment."""
    monkeypatch.setattr(canary, "EVERY_S", 0.05)
    monkeypatch.setattr(canary, "ANSWER_MS", 400)
    monkeypatch.setattr(ending, "GRACE_S", 0.2)


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    """A line that is up."""
    async with outside() as line:
        yield line


def beside(app: App, line: Line) -> Settings:
    """Give the settings of a worker with the canary."""
    return msgspec.structs.replace(app.settings, canary_url=line.url, lease_ms=LEASE_MS)


def cutting(line: Line, asked: Counter[str], at: int) -> Function:
    """Give a bot whose line goes down at ask number `at`."""

    async def decide(ask: Ask) -> int:
        asked[ask.ask_id] += 1
        if asked.total() == at:
            line.up = False
        return await line.bot(ask)

    return decide


async def cut(line: Line) -> bool:
    """Say whether the line is down."""
    return not line.up


async def claims(app: App) -> int:
    """Give how many sets were claimed."""
    return int(await app.store.client.run(bytes, "HGET", keys.COUNTERS, "sets_claimed"))


async def clean(app: App, view: TournamentView) -> bool:
    """Say whether nobody was struck."""
    matches = (await app.matches.page(view.id, None, 50)).items
    return bool(matches) and all(match.strikes == (0, 0) for match in matches)


async def test_an_outage_of_ours_pauses_a_contest(
    app: App, ada: Identity, loopback: Loopback, line: Line
) -> None:
    """Its sets stay with their holder for longer than a lease, and end as if nothing had been."""
    asked = Counter[str]()
    view = await start_contest(app, ada, loopback, BRIEF, [cutting(line, asked, 15)] * 3)
    numbers = list(range(view.sets_open))
    async with open_app(beside(app, line)) as cut_off, open_app(app.settings) as other:
        playing = asyncio.create_task(cut_off.sets.play(view.id, 1, numbers))
        await until(lambda: cut(line), "the line was not cut")
        await asyncio.sleep(1.3 * LEASE_MS / 1_000)
        await asyncio.wait_for(other.sets.play(view.id, 1, numbers), 60)
        assert not playing.done()
        line.up = True
        await asyncio.wait_for(playing, 60)

    assert (await app.tournaments.get(view.id)).state == "finished"
    assert await clean(app, view)
    assert await claims(app) == view.sets_open
    assert {ask for ask, times in asked.items() if times > 1} == set(line.lost) != set()


@pytest.mark.parametrize("told", [True, False])
async def test_an_outage_of_ours_does_not_hold_up_a_stop(
    app: App,
    ada: Identity,
    loopback: Loopback,
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
    told: bool,
) -> None:
    """Nor the end of a job's longest time: its sets are given back, for others to go on with."""
    if not told:
        monkeypatch.setattr(ending, "LONGEST_S", 1.0)
    asked, stop = Counter[str](), asyncio.Event()
    view = await start_contest(app, ada, loopback, BRIEF, [cutting(line, asked, 15)] * 3)
    async with open_app(beside(app, line)) as cut_off:
        playing = asyncio.create_task(cut_off.sets.play(view.id, 1, range(view.sets_open), stop))
        await until(lambda: cut(line), "the line was not cut")
        if told:
            stop.set()
        await asyncio.wait_for(playing, 60)
    line.up = True

    view = await asyncio.wait_for(play_all(app, view), 60)
    assert view.state == "finished"
    assert await clean(app, view)
