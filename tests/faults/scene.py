"""A scene: one arena of real processes of its own, in the middle of a contest.

What may live here: what a fault test stands on. The store, workers and janitors are processes that
the test may kill, halt and restart; the bots are served by the test itself.
"""

import asyncio
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.cli.processes import free_ports
from arena.cli.stack import API, JANITOR, WORKER, environment
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.bots import MOST_BOTS
from arena.store.epoch import found
from arena.store.errors import StoreAway, StoreError
from arena.tournament.config import Config
from bots.kit import Function
from tests import forked
from tests.faults.contest import Gate, Memory, contest, sets_of
from tests.faults.posts import Post, marked, open_files, signal_to
from tests.faults.proxy import Proxy
from tests.loopback import Loopback, by_view
from tests.mortal import PROMPT, Server
from tests.service.contest import with_limit
from tests.waiting import DEADLINE_S, until, until_ready

Role = Literal["worker", "janitor", "api"]

LEASE_MS = 1_500
_MODULES = {"worker": WORKER, "janitor": JANITOR, "api": API}
_REVIVE_S = 0.1
_END_S = 12.0
"""A worker is gone 10 s after SIGTERM, if the machine is not busy."""


class Scene:
    """An arena in play. Entering starts all of it; leaving ends all of it and misses nothing (I8).

    `bots` must answer the same ask alike whenever it comes; `at_once` says how many sets one of
    them plays at once, if not 8. The contest has about so many `matches`, or is by `config`. With
    `begin=False` the contest stays
    open, with all bots entered, until `begin` is called. `environ` is for all workers, janitors and
    APIs, `options` for the store. The bots listen on `host`.
    """

    app: App
    """The services, straight on the store."""
    organiser: Identity
    token: str
    """The organiser's, for the API."""
    tournament: str

    def __init__(
        self,
        *,
        matches: int = 60,
        workers: int = 2,
        janitors: int = 1,
        bots: Sequence[Function] = (by_view,) * 6,
        at_once: Mapping[Function, int] | None = None,
        config: Config | None = None,
        lease_ms: int = LEASE_MS,
        environ: Mapping[str, str] | None = None,
        options: Sequence[str] = PROMPT,
        host: str = "127.0.0.1",
        begin: bool = True,
    ) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="scene-"))
        self.server = Server(self.directory / "data", options)
        self.memory = Memory()
        self.gate = Gate()
        self.chance = random.Random(1)
        """For whatever a test leaves to chance."""
        self.posts: list[Post] = []
        self.bots = bots
        self.settings = Settings(
            redis_url=self.server.url,
            data=self.server.data,
            allow_networks=(f"{host}/32",),
            lease_ms=lease_ms,
        )
        self._config = config or contest(matches, len(bots))
        self.sets = sets_of(self._config, len(bots))
        """How many sets the contest has."""
        self._counts: dict[Role, int] = {"worker": workers, "janitor": janitors}
        self._environ = dict(environ or {})
        self._host = host
        self._at_once = at_once or {}
        self._begins = begin
        self._stack = AsyncExitStack()
        self._proxies: list[Proxy] = []
        self._reviving: asyncio.Task[None] | None = None
        self._files = 0

    async def __aenter__(self) -> "Scene":
        forked.begin()
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
        assert error is not None or not left, "I8: " + "\n".join(left)

    async def begin(self) -> None:
        """Start the contest."""
        await self.app.tournaments.start(self.organiser, self.tournament)

    def start(
        self,
        role: Role,
        module: str | None = None,
        *,
        url: str | None = None,
        environ: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> Post:
        """Start one more process: `prefix... python -m module`, by default the product's.

        `url` is its own way to the store, `environ` more variables.
        """
        name = f"{role}-{len(self.posts) + 1}"
        own = {} if url is None else {"ARENA_REDIS_URL": url}
        variables = os.environ | environment(self.settings) | own | self._environ
        log = self.directory / f"{name}.log"
        variables |= environ or {}
        post = Post(name, module or _MODULES[role], variables, log, prefix)
        self.posts.append(post)
        return post

    async def api(self, *, url: str | None = None, prefix: Sequence[str] = ()) -> tuple[Post, str]:
        """Start an API; give it and its address when it is ready."""
        port = free_ports(1)[0]
        post = self.start("api", url=url, environ={"ARENA_PORT": str(port)}, prefix=prefix)
        where = f"http://127.0.0.1:{port}"
        await until_ready(where, self.logs)
        return post, where

    async def proxy(self) -> Proxy:
        """Open a way to the store that can be disturbed: its `url` is for `start`."""
        proxy = Proxy(self.server.path, self.directory / f"proxy-{len(self._proxies)}.sock")
        await self._stack.enter_async_context(proxy)
        self._proxies.append(proxy)
        return proxy

    def posted(self, role: Role) -> list[Post]:
        """Give the workers, janitors or APIs, in the order of their start."""
        return [post for post in self.posts if post.name.startswith(role)]

    @asynccontextmanager
    async def busy_worker(self) -> AsyncIterator[Post]:
        """Give a worker that has a work horse, by chance. No bot answers until this is left."""

        async def busy() -> bool:
            return any(post.horses() for post in self.posted("worker"))

        async with self.gate.closed(self.logs):
            await until(busy, "no worker is busy", more=self.logs)
            yield self.chance.choice([post for post in self.posted("worker") if post.horses()])

    async def counters(self) -> Counter[str]:
        """Give what the store has counted: `sets_claimed`, `commits_fenced` ..."""
        flat = await self.app.store.client.run(list[bytes], "HGETALL", keys.COUNTERS)
        return Counter({n.decode(): int(c) for n, c in zip(flat[::2], flat[1::2], strict=True)})

    async def view(self) -> TournamentView | None:
        """Give the tournament as it stands; None while the store is away or refuses."""
        with suppress(StoreAway, StoreError):
            return await self.app.tournaments.get(self.tournament)
        return None

    async def played(self, sets: int, deadline_s: float = DEADLINE_S) -> None:
        """Return when so many sets are in the log; fail, with the ends of all logs, if it is late.

        The deadline is anew for every set that comes.
        """
        done = -1

        async def more() -> bool:
            nonlocal done
            view = await self.view()
            before, done = done, max(done, -1 if view is None else view.sets_done)
            return done > before

        while done < sets:
            await until(more, f"no set after {done} of {sets}", deadline_s, self.logs)

    async def spread(self, times: int) -> AsyncIterator[int]:
        """Give 1 to `times`, each when that share of the sets is in the log: when to do harm."""
        for number in range(1, times + 1):
            await self.played(number * self.sets // (times + 1))
            yield number

    async def finished(self, deadline_s: float = DEADLINE_S) -> None:
        """Return when the tournament is finished; fail, with the ends of all logs, if it is late.

        The deadline is for one set.
        """

        async def done() -> bool:
            view = await self.view()
            return view is not None and view.state == "finished"

        await self.played(self.sets, deadline_s)
        await until(done, "not finished", deadline_s, self.logs)

    def logs(self) -> str:
        """Give the ends of all logs."""
        return "\n".join(f"--- {post.name} {post.codes}\n{post.log()}" for post in self.posts)

    async def _enter(self) -> None:
        self.server.start()
        self._stack.callback(self.server.stop)
        found(self.server.url, self.server.data)
        self.app = await self._stack.enter_async_context(open_app(self.settings))
        await self._prepare(await self._stack.enter_async_context(Loopback(self._host)))
        if self._begins:
            await self.begin()
        self._reviving = asyncio.create_task(self._revive())
        for role, count in self._counts.items():
            for _ in range(count):
                self.start(role)

    async def _prepare(self, loopback: Loopback) -> None:
        app = self.app
        _, self.token = await app.owners.create("Ada", ("organiser", "contestant"))
        owner = self.organiser = await app.owners.authenticate(self.token)
        view = await app.tournaments.create(self.organiser, "Cup", self._config)
        self.tournament = view.id
        await app.tournaments.open(self.organiser, view.id)
        for number, decide in enumerate(self.bots):
            info = with_limit(self._at_once.get(decide, 8))
            url = await loopback.start(self.gate.before(self.memory.of(decide)), info)
            if number % MOST_BOTS == MOST_BOTS - 1:  # an owner may not have many more
                _, token = await app.owners.create("Bob", ("contestant",))
                owner = await app.owners.authenticate(token)
            bot = await app.bots.register(owner, f"bot {number}", url)
            await app.entries.enter(owner, view.id, bot.id)

    async def _revive(self) -> None:
        while True:
            for post in self.posts:
                post.revive()
            await asyncio.sleep(_REVIVE_S)

    async def _end(self) -> list[str]:
        """End everything; give what would not end or was left."""
        left = await self._end_posts()
        await self._stack.aclose()
        shutil.rmtree(self.directory)
        left += [f"process {pid} is left" for pid in marked(self.directory)]
        if open_files() > self._files:
            left.append(f"{open_files() - self._files} open files are left")
        return left

    async def _end_posts(self) -> list[str]:
        """Tell all posts to stop, also those that are halted or cut off; give what was late."""
        if self._reviving is not None:
            self._reviving.cancel()
        for proxy in self._proxies:
            proxy.heal()
        for pid in marked(self.directory):
            signal_to(pid, signal.SIGCONT)
        for post in self.posts:
            post.send(signal.SIGTERM)
        deadline = time.monotonic() + _END_S
        left = [
            f"{post.name} did not end in {_END_S} s:\n{post.log()}"
            for post in self.posts
            if not await asyncio.to_thread(post.end, deadline)
        ]
        await asyncio.sleep(_REVIVE_S)  # in which the system ends the horses of those killed
        for pid in set(marked(self.directory)) - {self.server.pid}:
            left.append(f"process {pid} outlived its parent")
            signal_to(pid, signal.SIGKILL)
        return left
