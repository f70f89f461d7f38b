"""A scene: one arena of real processes of its own, in the middle of a contest.

What may live here: what a fault test stands on. The store, workers and janitors are processes that
the test may kill, stop and restart; the bots are served by the test itself and remembered.
"""

import asyncio
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from inspect import isawaitable
from pathlib import Path
from types import TracebackType

import aiohttp

from arena.app import App, Settings, open_app
from arena.cli.processes import free_ports
from arena.cli.stack import API, JANITOR, WORKER, environment
from arena.protocol.messages import Choice, chosen
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store.epoch import found
from arena.store.errors import StoreAway, StoreError
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.faults.processes import MARK, Post, Server, marked, open_files, signal_to
from tests.faults.proxy import Proxy
from tests.loopback import Loopback, by_view
from tests.service.contest import with_limit

PATIENCE_S = 90.0
LEASE_MS = 1_500
_POLL_S = 0.05
_REVIVE_S = 0.1
_END_S = 12.0
"""A worker is gone 10 s after SIGTERM; the machine may be busy."""
_K = 10
_STEPS = 350 // _K
"""Sets of one bot in a round, times deals, that this K allows."""


class Memory:
    """What the bots of a scene were asked, by the id of the ask, and what they answered."""

    def __init__(self) -> None:
        self.asked = Counter[str]()
        self.answers = defaultdict[str, set[int]](set)

    def of(self, decide: Function) -> Function:
        """Give a bot that remembers."""

        async def remembering(ask: Ask) -> int | Choice:
            self.asked[ask.ask_id] += 1
            answer = decide(ask)
            if isawaitable(answer):
                answer = await answer
            self.answers[ask.ask_id].add(chosen(answer).choice)
            return answer

        return remembering


class Scene:
    """An arena in play. Entering starts all of it; leaving ends all of it and misses nothing.

    `bots` must answer the same ask alike whenever it comes. With `begin=False` the contest stays
    open, with all bots entered, until `begin` is called. `options` are the store's.
    """

    def __init__(
        self,
        *,
        matches: int = 60,
        workers: int = 2,
        janitors: int = 1,
        bots: Sequence[Function] = (by_view,) * 6,
        lease_ms: int = LEASE_MS,
        environ: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        begin: bool = True,
    ) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="scene-"))
        self.server = Server(self.directory / "data", *options)
        self.memory = Memory()
        self.posts: list[Post] = []
        self.bots = len(bots)
        self.chance = random.Random(1)
        """For whatever a test leaves to chance."""
        self.app: App
        self.organiser: Identity
        self.tournament: str
        self._config = contest(matches, len(bots))
        self.sets = self._config.rounds * self._config.deals * len(bots) * (len(bots) - 1) // 2
        self._functions = bots
        self._counts = (workers, janitors)
        self._environ = dict(environ or {})
        self._begin = begin
        self._settings = Settings(
            redis_url=self.server.url,
            data=self.server.data,
            allow_networks=("127.0.0.1/32",),
            lease_ms=lease_ms,
        )
        self._stack = AsyncExitStack()
        self._proxies: list[Proxy] = []
        self._reviving: asyncio.Task[None] | None = None
        self._files = 0

    async def __aenter__(self) -> "Scene":
        self._files = open_files()
        try:
            await self._enter()
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        left = await self._end()
        assert error is not None or not left, f"I8: {left}"

    async def begin(self) -> TournamentView:
        """Start the contest."""
        return await self.app.tournaments.start(self.organiser, self.tournament)

    async def spread(self, times: int) -> AsyncIterator[int]:
        """Give 1 to `times`, each when that share of the sets is in the log: when to do harm."""
        for number in range(1, times + 1):
            await self.played(number * self.sets // (times + 1))
            yield number

    async def busy_worker(self) -> Post:
        """Give a worker that has a work horse now, by chance."""

        async def found() -> bool:
            return bool(self.horses())

        await until(found, "no worker is busy", PATIENCE_S, self.logs)
        return self.chance.choice([post for post in self.workers if post.horses()])

    def worker(
        self,
        module: str = WORKER,
        *,
        url: str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Post:
        """Start one more worker: `python -m module`, its way to the store and variables its own."""
        return self._post("worker", (module,), url, environ)

    def janitor(
        self,
        module: str = JANITOR,
        *,
        url: str | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Post:
        """Start one more janitor."""
        return self._post("janitor", (module,), url, environ)

    async def api(
        self, *, url: str | None = None, environ: Mapping[str, str] | None = None
    ) -> tuple[Post, str]:
        """Start an API; give it and its address, where it is ready."""
        port = free_ports(1)[0]
        post = self._post("api", (API,), url, {"ARENA_PORT": str(port)} | dict(environ or {}))
        where = f"http://127.0.0.1:{port}"
        async with aiohttp.ClientSession() as session:
            await until(lambda: _ready(session, f"{where}/health/ready"), f"{post.name} not ready")
        return post, where

    async def proxy(self) -> Proxy:
        """Open a way to the store that can be disturbed; it is for `url` of the above."""
        proxy = Proxy(self.server.path, self.directory / f"proxy-{len(self._proxies)}.sock")
        await self._stack.enter_async_context(proxy)
        self._proxies.append(proxy)
        return proxy

    @property
    def workers(self) -> list[Post]:
        """The workers, in the order of their start."""
        return [post for post in self.posts if post.name.startswith("worker")]

    @property
    def janitors(self) -> list[Post]:
        """The janitors, in the order of their start."""
        return [post for post in self.posts if post.name.startswith("janitor")]

    def horses(self) -> list[int]:
        """Give the ids of all work horses."""
        return [horse for post in self.workers for horse in post.horses()]

    async def view(self) -> TournamentView | None:
        """Give the tournament as it stands; None while the store is away or refuses."""
        with suppress(StoreAway, StoreError):
            return await self.app.tournaments.get(self.tournament)
        return None

    async def played(self, sets: int, patience_s: float = PATIENCE_S) -> None:
        """Return when so many sets are in the log."""

        async def enough() -> bool:
            view = await self.view()
            return view is not None and view.sets_done >= sets

        await until(enough, f"not {sets} sets", patience_s, self.logs)

    async def finished(self, patience_s: float = PATIENCE_S) -> None:
        """Return when the tournament is finished; fail with the ends of all logs."""

        async def done() -> bool:
            view = await self.view()
            return view is not None and view.state == "finished"

        await until(done, "not finished", patience_s, self.logs)

    def logs(self) -> str:
        """Give the ends of all logs."""
        return "\n".join(f"--- {post.name} {post.codes}\n{post.log()}" for post in self.posts)

    def _post(
        self,
        kind: str,
        arguments: tuple[str, ...],
        url: str | None,
        environ: Mapping[str, str] | None,
    ) -> Post:
        name = f"{kind}-{len(self.posts) + 1}"
        way = {MARK: str(self.directory)} | ({} if url is None else {"ARENA_REDIS_URL": url})
        whole = os.environ | environment(self._settings) | way | self._environ
        post = Post(name, arguments, whole | dict(environ or {}), self.directory / f"{name}.log")
        self.posts.append(post)
        return post

    async def _enter(self) -> None:
        self.server.start()
        self._stack.callback(self.server.stop)
        found(self.server.url, self.server.data)
        self.app = await self._stack.enter_async_context(open_app(self._settings))
        loopback = await self._stack.enter_async_context(Loopback())
        await self._prepare(loopback)
        if self._begin:
            await self.begin()
        self._reviving = asyncio.create_task(self._revive())
        workers, janitors = self._counts
        for _ in range(workers):
            self.worker()
        for _ in range(janitors):
            self.janitor()

    async def _prepare(self, loopback: Loopback) -> None:
        app = self.app
        _, token = await app.owners.create("Ada", ("organiser", "contestant"))
        self.organiser = await app.owners.authenticate(token)
        view = await app.tournaments.create(self.organiser, "Cup", self._config)
        self.tournament = view.id
        await app.tournaments.open(self.organiser, view.id)
        for number, decide in enumerate(self._functions):
            url = await loopback.start(self.memory.of(decide), with_limit(8))
            bot = await app.bots.register(self.organiser, f"bot {number}", url)
            await app.tournaments.enter(self.organiser, view.id, bot.id)

    async def _revive(self) -> None:
        while True:
            for post in self.posts:
                post.revive()
            await asyncio.sleep(_REVIVE_S)

    async def _end(self) -> list[str]:
        """End everything; give what would not end or was left."""
        left = await self._end_processes()
        await self._stack.aclose()
        shutil.rmtree(self.directory)
        left += [f"process {pid} is left" for pid in marked(str(self.directory))]
        if open_files() > self._files:
            left.append(f"{open_files() - self._files} open files are left")
        return left

    async def _end_processes(self) -> list[str]:
        """Tell all posts to stop, also those that are halted or cut off."""
        if self._reviving is not None:
            self._reviving.cancel()
        for proxy in self._proxies:
            proxy.heal()
        for pid in marked(str(self.directory)):
            signal_to(pid, signal.SIGCONT)
        for post in self.posts:
            post.send(signal.SIGTERM)
        deadline = time.monotonic() + _END_S
        late = [post for post in self.posts if not await asyncio.to_thread(post.end, deadline)]
        left = [f"{post.name} did not end in {_END_S} s:\n{post.log()}" for post in late]
        server = self.server.process.pid
        await asyncio.sleep(_REVIVE_S)  # in which the system ends the horses of the killed
        for pid in set(marked(str(self.directory))) - {server}:
            left.append(f"process {pid} outlived its parent")
            signal_to(pid, signal.SIGKILL)
        return left


def contest(matches: int, bots: int) -> Config:
    """Give a contest of about so many matches: Sky 5 for two, each deal played from both seats."""
    steps = bots - 1 + bots % 2
    sets = bots * (bots - 1) // 2
    deals = min(_STEPS // steps, max(1, matches // (6 * sets)))
    return Config(
        game="sky-5",
        players=2,
        rounds=max(1, round(matches / (2 * sets * deals))),
        deals=deals,
        mode="rotation",
        k_schedule=((None, _K),),
        move_ms=10_000,  # the bots share the test's own process: none may time out for that
    )


async def until(
    condition: Callable[[], Awaitable[bool]],
    complaint: str,
    patience_s: float = PATIENCE_S,
    more: Callable[[], str] = str,
) -> None:
    """Return when the condition holds; else fail with the complaint and with what `more` gives."""
    deadline = time.monotonic() + patience_s
    while not await condition():
        assert time.monotonic() < deadline, f"{complaint} in {patience_s:.0f} s\n{more()}"
        await asyncio.sleep(_POLL_S)


async def _ready(session: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=2)) as response:
            return response.status == 200
    except (aiohttp.ClientError, TimeoutError):
        return False
