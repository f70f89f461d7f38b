"""A service beside the command line, whose loop is its own: an API process, its store, and bots.

What may live here: the fixtures of tests whose commands speak to a service.
"""

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from structlog.testing import capture_logs

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.tournaments import TournamentView
from arena.store.owners import Scope
from tests.api.process import running
from tests.cli.command import Run
from tests.loopback import SKY_5, Loopback
from tests.service.contest import play_all

T = TypeVar("T")

CUP = """\
name = "Cup"
game = "sky-5"
players = 2
rounds = 2
mode = "rotation"
"""
"""A contest file: two rounds of duels; three bots play three sets a round."""


@dataclass(frozen=True)
class Service:
    """A running service, what is behind it, and a shell whose commands speak to it."""

    app: App
    loop: asyncio.AbstractEventLoop
    bots: Loopback
    run: Run
    directory: Path

    def do(self, what: Coroutine[object, None, T]) -> T:
        """Give what comes of something that is done beside the commands."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result()

    def token(self, *scopes: Scope) -> str:
        """Make an owner and give his token."""
        return self.do(self.app.owners.create("Ada", scopes))[1]

    def ok(self, *arguments: str | Path) -> str:
        """Give what a command prints, which must succeed."""
        ran = self.run(*arguments)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    def facts(self, *arguments: str | Path) -> dict[str, str]:
        """Give the facts that a command prints, by name."""
        lines = (line.partition("  ") for line in self.ok(*arguments).splitlines())
        return {name: text.strip() for name, _, text in lines}

    def drafted(self, text: str = CUP) -> str:
        """Draft and open a contest; give its id."""
        file = self.directory / "cup.toml"
        file.write_text(text)
        return self.facts("tournament", "create", "--file", file, "--open")["id"]

    def entered(self, tournament: str, count: int = 3) -> Sequence[str]:
        """Register and enter so many bots; give their ids."""
        bots = [
            self.facts("bot", "add", f"bot {number}", self.do(self.bots.start()))["id"]
            for number in range(count)
        ]
        for bot in bots:
            self.ok("bot", "enter", bot, tournament)
        return bots

    def play(self, tournament: str) -> TournamentView:
        """Play a contest to its end."""
        view = self.do(self.app.tournaments.get(tournament))
        return self.do(play_all(self.app, view))


@pytest.fixture(scope="session")
def api_url(server_url: str) -> Iterator[str]:
    """Where the API is."""
    with running(server_url) as (_, url):
        yield url


@pytest.fixture
def service(
    api_url: str, store_url: str, arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Service]:
    """A service over an empty store; commands speak to it as an organiser who takes part."""
    settings = Settings(redis_url=store_url, data=tmp_path, allow_networks=("127.0.0.1/32",))
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def do(what: Coroutine[object, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, loop).result()

    try:
        app = do(stack.enter_async_context(open_app(settings)))
        bots = do(stack.enter_async_context(Loopback(info=SKY_5)))
        service = Service(app, loop, bots, arena, tmp_path)
        monkeypatch.setenv("ARENA_URL", api_url)
        monkeypatch.setenv("ARENA_TOKEN", service.token("organiser", "contestant"))
        with capture_logs():  # which go to stdout, where commands print
            yield service
    finally:
        do(stack.aclose())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
