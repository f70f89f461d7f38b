"""All of the arena as processes, each under its own user of `deploy/users.acl`."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import msgspec

from arena.cli.demo.contest import Contest
from arena.cli.processes import free_ports
from arena.cli.rest import Api
from arena.service.ladders import LadderRound
from arena.service.paging import Page
from arena.store import keys
from arena.store.queue import JobQueue
from arena.tournament.config import Config
from bots.kit import Ask
from tests.cli.command import ARENA
from tests.cli.family import descendants
from tests.deploy.server import OPERATOR, Deployed
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL
from tests.waiting import until, until_ready

RATED: Config = msgspec.structs.replace(DUEL, ladder=True)
SCOPES = ("--scope", "organiser", "--scope", "contestant")


class Arena:
    """The command line, each command as one of the users."""

    def __init__(self, server: Deployed, directory: Path) -> None:
        self._server = server
        self._directory = directory

    async def __call__(self, user: str, *arguments: str) -> str:
        """Run a command, which must succeed; give what it printed."""
        return await asyncio.to_thread(self._run, user, arguments)

    @contextmanager
    def staying(self, user: str, *arguments: str) -> Iterator[int]:
        """Run a command that stays, and stop it with all that it has started; give its id."""
        with subprocess.Popen([ARENA, *arguments], env=self._environ(user)) as process:
            try:
                yield process.pid
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(20)

    def _run(self, user: str, arguments: tuple[str, ...]) -> str:
        done = subprocess.run(
            [ARENA, *arguments], env=self._environ(user), capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _environ(self, user: str) -> dict[str, str]:
        """Give a directory of its own to each, as if each had a host of its own."""
        return os.environ | {
            "ARENA_REDIS_URL": self._server.url(user),
            "ARENA_DATA": str(self._directory / user),
            "ARENA_ALLOW_NETWORK": "127.0.0.1/32",
            "ARENA_LEASE_MS": "2000",
        }


class Killer:
    """A bot that kills the worker's horse, once, when this waits for a decision of its.

    Checks of bots ask it as well, while there is no horse.
    """

    def __init__(self, pid: int) -> None:
        """Know the process below which the worker is."""
        self._pid = pid
        self._looking = False
        self.killed = set[int]()

    async def decide(self, ask: Ask) -> int:
        """Play any option."""
        if not self.killed and not self._looking:
            self._looking = True
            self.killed = await asyncio.to_thread(self._kill)
            self._looking = False
        return by_view(ask)

    def _kill(self) -> set[int]:
        below = (descendants(child) for child in descendants(self._pid))
        horses = set[int]().union(*below)
        for horse in horses:
            os.kill(horse, signal.SIGKILL)
        return horses


async def test_each_process_does_its_work_under_its_own_user(
    server: Deployed, tmp_path: Path
) -> None:
    """From an empty server to a proved tournament, with bad jobs and a dead horse on the way."""
    arena, port = Arena(server, tmp_path), str(free_ports(1)[0])
    assert "made a store" in await arena("arena-setup", "init")
    token = (await arena("arena-setup", "token", "create", "Ada", *SCOPES)).split("token ")[1]
    await put_bad_jobs(server)
    with (
        arena.staying("arena-api", "serve", "--port", port),
        arena.staying("arena-worker", "worker") as worker,
        arena.staying("arena-janitor", "janitor"),
    ):
        async with Loopback() as bots, aiohttp.ClientSession() as session:
            url = f"http://127.0.0.1:{port}"
            await until_ready(url)
            api = Api(session, url, token.strip())
            contest = await Contest.draft(api, "Cup", RATED)
            killer = Killer(worker)
            urls = {f"bot {n}": await bots.start(killer.decide) for n in range(4)}
            await contest.enter(api, urls)
            await contest.start()
            await until_finished(contest)
            matches = [match async for match in contest.matches()]
            await contest.replay(matches[0].id)
            await until_rated(api, contest)
            for path in ("", "ladders/sky-5", "v1/ladders/sky-5/strengths", "v1/highlights"):
                async with session.get(f"{url}/{path}") as answer:
                    assert answer.ok, path
        board = await arena("arena-reader", "leaderboard", contest.id)
        proof = await arena("arena-reader", "rebuild", contest.id)
        ladder = await arena("arena-reader", "ladder", "rebuild", "sky-5")
        assert await arena("arena-reader", "alarms") == "no alarms\n"
        assert "no set" in await arena("arena-janitor", "retry", contest.id)

    assert killer.killed
    assert len(board.splitlines()) == 5
    assert proof.count("the same, bit for bit") == 2
    assert "4 ratings computed again from 2 rounds: the same, bit for bit" in ladder
    assert server.denied() == []
    with server.as_user(OPERATOR) as redis:
        assert redis.hget(keys.COUNTERS, "jobs_refused") == b"1"


async def put_bad_jobs(server: Deployed) -> None:
    """Enqueue a job of ours that fails, since there is no such tournament, and a foreign one."""
    queue = JobQueue(server.url("arena-api"))
    await queue.put("0" * 32, 1, [[0]])
    queue.close()
    with server.as_user(OPERATOR) as redis:
        redis.hset("rq:job:bad", "data", json.dumps(["os.system", None, ["true"], {}]))
        redis.rpush(f"rq:queue:{keys.QUEUE}", "bad")


async def until_finished(contest: Contest) -> None:
    """Wait for the end of a contest."""

    async def finished() -> bool:
        return (await contest.view()).state == "finished"

    await until(finished, "the contest is not finished")


async def until_rated(api: Api, contest: Contest) -> None:
    """Wait until the ladder has taken in both rounds of a contest."""

    async def rated() -> bool:
        page = await api.get(Page[LadderRound], "ladders/sky-5/rounds")
        return [(each.tournament, each.round) for each in page.items] == [
            (contest.id, 1),
            (contest.id, 2),
        ]

    await until(rated, "the ladder has not taken in the contest")
