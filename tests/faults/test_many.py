"""F22: several janitors and APIs do the same thing at once."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import aiohttp
import msgspec

from arena.service.tournaments import TournamentView
from arena.store import keys
from tests.faults.check import check
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view

FOUR = (by_view,) * 4
RACERS = 4
"""Requests at once to each API."""


class Answer(msgspec.Struct, frozen=True):
    """What an API said."""

    status: int
    body: bytes


class Apis:
    """Several APIs of one store, asked at once by the same organiser."""

    def __init__(self, token: str, urls: Sequence[str]) -> None:
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._urls = urls

    async def post(self, path: str, body: object = None) -> Answer:
        """Ask the first of them."""
        return await self._post(self._urls[0], path, body)

    async def race(self, path: str, body: object = None) -> list[Answer]:
        """Ask all of them `RACERS` times at once."""
        posts = [self._post(url, path, body) for url in self._urls for _ in range(RACERS)]
        return await asyncio.gather(*posts)

    async def _post(self, url: str, path: str, body: object) -> Answer:
        data = None if body is None else msgspec.json.encode(body)
        async with (
            aiohttp.ClientSession(url, headers=self._headers) as session,
            session.post(path, data=data) as response,
        ):
            return Answer(response.status, await response.read())


async def test_what_two_apis_and_two_janitors_do_at_once_is_done_once(
    fault_report: Report,
) -> None:
    """F22. Opened, entered and started by all of them: one contest; late ones are told so."""
    scene = Scene(matches=24, workers=2, janitors=2, bots=FOUR, begin=False)
    async with scene:
        started = await asyncio.gather(scene.api(), scene.api())
        apis = Apis(scene.token, [url for _, url in started])
        bots = [entry.bot for entry in await scene.app.entries.of(scene.tournament)]
        config = (await scene.app.tournaments.get(scene.tournament)).config
        drafted = await apis.post("/v1/tournaments", {"name": "Raced", "config": config})
        scene.tournament = msgspec.json.decode(drafted.body, type=TournamentView).id
        path = f"/v1/tournaments/{scene.tournament}"

        opened = await apis.race(f"{path}/open")
        entered = [await apis.race(f"{path}/entries", {"bot": bot}) for bot in bots]
        begun = await apis.race(f"{path}/start")
        await scene.finished()

        assert {answer.status for answer in opened} <= {200, 409}
        for answers in entered:
            assert sorted(each.status for each in answers) == [201] + [409] * (len(answers) - 1)
        assert 200 in {answer.status for answer in begun} <= {200, 409}
        assert set((await announced(scene)).values()) == {1}
        races = len(opened) + sum(map(len, entered)) + len(begun)
        fault_report("F22", "two APIs and two janitors", races, await check(scene))


async def announced(scene: Scene) -> Counter[tuple[bytes, ...]]:
    """Give how often each step of the contest was announced."""
    feed = await scene.app.store.client.run(
        list[tuple[bytes, list[bytes]]], "XRANGE", keys.FEED, "-", "+"
    )
    steps = (tuple(fields) for _, fields in feed)
    return Counter(step for step in steps if scene.tournament.encode() in step)
