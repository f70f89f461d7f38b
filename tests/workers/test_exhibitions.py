"""Exhibitions played by real workers."""

import asyncio
import sys

import pytest

from arena.app import App
from arena.service.exhibitions import ExhibitionView
from arena.service.owners import Identity
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.processes import horses_of
from tests.service.exhibits import SIMPLE, against, register
from tests.waiting import until
from tests.workers.conftest import Start


async def until_over(app: App, who: Identity, view: ExhibitionView) -> ExhibitionView:
    """Give an exhibition when it is over."""

    async def over() -> bool:
        nonlocal view
        view = await app.exhibitions.get(who, view.id)
        return view.ended_ms is not None

    await until(over, "the exhibition is not over", more=lambda: str(view))
    return view


@pytest.mark.skipif(sys.platform != "linux", reason="finds the work horse in /proc")
async def test_one_whose_worker_dies_is_played_by_another(
    app: App, ada: Identity, loopback: Loopback, start: Start
) -> None:
    """From the same cards, under another name: the bot is not to mix it up with the first."""
    matches, go_on = list[str](), asyncio.Event()

    async def waiting(ask: Ask) -> int:
        matches.append(ask.match_id)
        await go_on.wait()
        return by_view(ask)

    bot = await register(app, ada, loopback, waiting)
    worker = start("workers.worker")
    view = await app.exhibitions.create(ada, against(bot, SIMPLE, seed="5eed" * 16))

    async def asked() -> bool:
        return len(matches) == 1

    await until(asked, "nobody is asked")
    assert len(horses_of(worker.pid)) == 1
    worker.kill()
    worker.wait()
    go_on.set()
    for module in ("workers.janitor", "workers.worker"):
        start(module)
    view = await until_over(app, ada, view)

    assert view.state == "finished", view.why
    assert len(set(matches)) == 2
    assert (await app.exhibitions.replay(ada, view.id)).header.seed == "5eed" * 16
