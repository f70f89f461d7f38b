"""The page of a match that cannot be played again here."""

from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import AsyncTestClient

from arena.app import App
from arena.app.settings import Settings
from arena.games import GAMES
from arena.server.application import create_app
from arena.service.owners import Identity
from tests.loopback import Loopback
from tests.server import app, loopback, server_url, store_url
from tests.service.conftest import ada
from tests.service.contest import play_all, start_contest

__all__ = ["ada", "app", "loopback", "server_url", "store_url"]


async def test_a_match_by_rules_of_another_day_keeps_its_page(
    app: App,
    ada: Identity,
    loopback: Loopback,
    store_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With its result, and why there is no more: after an update of a game nothing is an error."""
    contest = await play_all(app, await start_contest(app, ada, loopback))
    match = (await app.matches.page(contest.id, None, 1)).items[0]
    monkeypatch.setitem(GAMES, "sky-5", replace(GAMES["sky-5"], version=99))

    async with AsyncTestClient(create_app(Settings(redis_url=store_url, data=tmp_path))) as client:
        answer = await client.get(f"/matches/{match.id}")

    assert answer.status_code == 200
    assert "Played by other rules" in answer.text
    assert all(name in answer.text for name in (await app.bots.names(match.bots)).values())
