"""The contestants' kit: what a bot made with it does, called by the arena's own client."""

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import msgspec
import pytest
from aiohttp import web

from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match.clock import Limits
from arena.match.connection import BotError
from arena.match.http import BotClient, HttpPlayer
from arena.match.player import Player
from arena.match.referee import Played, play
from arena.protocol.messages import BotInfo, Choice, End
from arena.protocol.signing import secret_of
from bots.kit import Ask, Function, application, serve
from tests.match.asks import LOOPBACK, request
from tests.match.players import KEY, Scripted

SECRET = secret_of(b"s" * 32)

TEN_LINES = '''\
from arena.games.sky5.words import Bank
from bots import Ask, serve

def decide(ask: Ask) -> int:
    """Bank as soon as it is possible."""
    for index, option in enumerate(ask.options):
        if isinstance(option, Bank):
            return index
    return 0

serve(decide, games=["sky-5"])
'''


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    """Run a bot on a free port of this machine; give its URL."""
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def bot(decide: Function) -> AsyncIterator[BotClient]:
    """Run a bot of Sky 5 that needs no signature; give the arena's client to it."""
    app = application(decide, BotInfo(protocol=1, games=("sky-5",)))
    async with serving(app) as url, BotClient(url, LOOPBACK) as client:
        yield client


def zero(_: Ask) -> int:
    """Choose the default."""
    return 0


async def test_a_function_becomes_a_bot() -> None:
    """It is given the ask as it was sent, in the words of the game."""
    seen: list[Ask] = []

    def decide(ask: Ask) -> int:
        seen.append(ask)
        return 1

    async with bot(decide) as client:
        answer = await client.decide(request(), 1_000)

    assert (answer.choice, answer.say, answer.fault) == (1, None, None)
    assert seen == [request()]


async def test_a_bot_may_be_async_and_may_speak() -> None:
    """What it says comes with its choice."""

    async def decide(_: Ask) -> Choice:
        await asyncio.sleep(0)
        return Choice(0, "hm")

    async with bot(decide) as client:
        answer = await client.decide(request(), 1_000)

    assert (answer.choice, answer.say) == (0, "hm")


@pytest.mark.parametrize("answer", [True, Choice(True)])
async def test_a_bot_may_answer_with_a_condition(answer: int | Choice) -> None:
    """Python counts True as 1; so does the arena."""
    async with bot(lambda _: answer) as client:
        assert (await client.decide(request(), 1_000)).choice == 1


async def test_an_answer_that_is_none_is_shown_to_its_author(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever forgets a `return` reads so where the bot runs."""
    async with bot(lambda _: None) as client:  # type: ignore[arg-type, return-value]
        answer = await client.decide(request(), 1_000)

    assert answer.fault == "status"
    assert "expected an int or a Choice, got None" in capsys.readouterr().err


async def test_an_error_in_a_bot_is_shown_to_its_author(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As a traceback where the bot runs, and in a line with the fault."""

    def decide(_: Ask) -> int:
        raise ZeroDivisionError("oh")

    async with bot(decide) as client:
        answer = await client.decide(request(), 1_000)

    assert (answer.fault, answer.detail) == ("status", "status 500: ZeroDivisionError: oh")
    assert "in decide" in capsys.readouterr().err


async def test_a_bot_says_what_it_plays() -> None:
    """What `serve` was given is what the arena reads."""
    info = BotInfo(
        protocol=1, games=("sky-5", "sky-heist"), version="2", windows=True, max_concurrency=9,
        verify="word", end=True,
    )  # fmt: skip
    async with serving(application(zero, info)) as url, BotClient(url, LOOPBACK) as client:
        assert await client.info() == info


@pytest.mark.parametrize("body", [b"", b"[]", b'{"game": "chess"}', b'{"game": "sky-5"}'])
async def test_what_is_no_ask_is_refused(body: bytes) -> None:
    """With a sentence, and without asking the bot."""

    def decide(_: Ask) -> int:
        raise AssertionError

    app = application(decide, BotInfo(protocol=1, games=("sky-5",)))
    async with (
        serving(app) as url,
        aiohttp.ClientSession() as session,
        session.post(f"{url}/decide", data=body) as response,
    ):
        assert response.status == 400
        assert (await response.text()).startswith("not an ask of sky-5: ")


async def test_the_end_of_a_match_is_told() -> None:
    """To the function that was given for it."""
    ends: list[End] = []
    info = BotInfo(protocol=1, games=("sky-5",), end=True)
    app = application(zero, info, SECRET, ends.append)
    async with serving(app) as url, BotClient(url, LOOPBACK, SECRET) as client:
        played = await match(HttpPlayer(client, info))

    assert [end.digest for end in ends] == [played.record.digest]


async def test_what_is_no_end_of_a_match_is_refused() -> None:
    """It is the sender's mistake, and the bot hears nothing of it."""
    ends: list[End] = []
    app = application(zero, BotInfo(protocol=1, games=("sky-5",)), end=ends.append)
    async with (
        serving(app) as url,
        aiohttp.ClientSession() as session,
        session.post(f"{url}/end", data=msgspec.json.encode(request())) as response,
    ):
        assert response.status == 400
    assert ends == []


async def test_ten_lines_are_a_bot(tmp_path: Path) -> None:
    """Written down, started, and a whole match played against it."""
    assert len([line for line in TEN_LINES.splitlines() if line]) <= 10
    script = tmp_path / "bot.py"
    script.write_text(TEN_LINES)

    async with running(str(script)) as url, BotClient(url, LOOPBACK) as client:
        played = await match(HttpPlayer(client, await client.info()))

    assert played.faults == ()


async def test_a_house_bot_runs_by_its_name() -> None:
    """On the port that the environment names."""
    async with running("-m", "bots", "heist-good") as url, BotClient(url, LOOPBACK) as client:
        info = await client.info()

    assert (info.games, info.windows) == (("sky-heist",), True)


async def match(player: Player) -> Played:
    """Play a match of two at Sky 5 with it."""
    table = Table.new(SKY_5, SKY_5.header(2, "7e" * 32))
    return await play(table, [player, Scripted()], Limits(move_ms=5_000), KEY)


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[str]:
    """Run a bot as a process on a free port; give its URL once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PORT": str(port)}
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, env=environment)
    try:
        yield await _answering(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        assert await process.wait() == 0


async def _answering(url: str) -> str:
    give_up = time.monotonic() + 30
    async with BotClient(url, LOOPBACK) as client:
        while True:
            try:
                await client.info()
            except BotError:
                assert time.monotonic() < give_up
                await asyncio.sleep(0.05)
            else:
                return url


def test_a_port_that_is_taken_is_told() -> None:
    """In a sentence, not by a traceback: so it goes with whoever starts a bot twice."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"cannot listen on 127.0.0.1:{port}: .*in use"):
            serve(lambda _: 0, ["sky-5"], port=port)
