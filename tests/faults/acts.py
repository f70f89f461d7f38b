"""What the tests do with a scene again and again."""

import aiohttp

from arena.store.sweep import EVERY_S, Sweep
from tests.faults.scene import Scene
from tests.waiting import until


async def status(url: str) -> int:
    """Give the status of the answer of an API."""
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status


async def is_refused(where: str, token: str) -> bool:
    """Draft a tournament; say whether the API puts us off."""
    body = {"name": "Cup", "config": {"game": "sky-5", "players": 2, "rounds": 1}}
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{where}/v1/tournaments", json=body, headers=headers) as response,
    ):
        assert response.status in (201, 503), await response.text()
        return "Retry-After" in response.headers


async def processes_are_refused(scene: Scene, why: str) -> None:
    """Those that are started now end, and say why."""
    posts = [scene.start(role) for role in ("worker", "janitor", "api")]
    for post in posts:
        post.kept = False

    async def ended() -> bool:
        return all(post.ended for post in posts)

    await until(ended, "a process runs on a store that it must not use", more=scene.logs)
    for post in posts:
        assert why in post.log(), post.name


async def swept(scene: Scene) -> None:
    """Have RQ's leftovers taken away, as janitors do within two minutes, once no job waits."""
    now_s = 0.0

    async def drained() -> bool:
        return not await scene.app.store.queue.waiting()

    await until(drained, "jobs still wait", more=scene.logs)
    sweep = Sweep(scene.app.store.client, lambda: now_s)
    await sweep.look()
    now_s = EVERY_S
    await sweep.look()
