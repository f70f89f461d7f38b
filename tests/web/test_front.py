"""The front page among many tournaments: what is on and to come is found behind all of them."""

from pathlib import Path

import msgspec
from litestar.testing import AsyncTestClient

from arena.app import App
from arena.app.settings import Settings
from arena.server.application import create_app
from arena.service.current import LOOKED_AT
from arena.service.owners import Identity
from arena.store.tournaments import Plan
from tests.loopback import Loopback
from tests.server import app, loopback, server_url, store_url
from tests.service.conftest import ada
from tests.service.contest import DUEL, start_contest
from tests.store.cup import Cup

__all__ = ["ada", "app", "loopback", "server_url", "store_url"]

LATER_MS = 1 << 42
"""A time that is yet to come."""


async def draft(app: App, number: int, *, over: bool = False) -> Plan:
    """Draft a tournament that is newer than all others, by somebody of his own."""
    plan = msgspec.structs.replace(
        Cup.plan, id=f"{number:032x}", owner=f"{number:032x}", name=f"Later {number}",
        created_ms=LATER_MS + number,
    )  # fmt: skip
    assert await app.store.tournaments.draft(plan, b"head 0")
    if over:
        assert await app.store.acts.cancel(plan.id, plan.owner)
    return plan


async def test_what_is_on_and_to_come_is_found_behind_many_newer_tournaments(
    app: App, ada: Identity, loopback: Loopback, store_url: str, tmp_path: Path
) -> None:
    """Drafts and tournaments that are over, however many these are."""
    on = await start_contest(app, ada, loopback)
    coming = await app.tournaments.create(ada, "Another", DUEL)
    await app.tournaments.open(ada, coming.id)
    for number in range(LOOKED_AT + 1):
        await draft(app, number, over=number % 2 == 0)

    async with AsyncTestClient(create_app(Settings(redis_url=store_url, data=tmp_path))) as client:
        answer = await client.get("/")

    assert f'data-key="{on.id}"' in answer.text
    assert f'href="/tournaments/{coming.id}#enter"' in answer.text


async def test_what_is_over_is_looked_at_again_only_to_be_shown(app: App) -> None:
    """It stays as it is; so a long past costs nothing."""
    for number in range(12):
        await draft(app, number, over=number % 3 != 0)
    first = await app.current_tournaments.read(2)
    again = await app.current_tournaments.read(2)

    assert [each.name for each in first] == [f"Later {number}" for number in reversed(range(12))]
    assert [each.name for each in again] == [f"Later {n}" for n in (11, 10, 9, 6, 3, 0)]
    await draft(app, 12, over=True)
    assert [each.name for each in await app.current_tournaments.read(2)] == [
        f"Later {n}" for n in (12, 11, 10, 9, 6, 3, 0)
    ]
