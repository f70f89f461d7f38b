"""The canary: outages of our own line, made for a moment beside real bots on loopback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta

import msgspec
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match import canary as canaries
from arena.match.canary import Canary
from arena.match.clock import Limits
from arena.match.guard import Guard
from arena.match.http import BotClient, HttpPlayer
from arena.match.referee import Played, play
from arena.match.urls import parse
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback
from tests.match.asks import LOOPBACK, request
from tests.match.outside import Line, outside
from tests.match.players import KEY
from tests.match.zoo import zoo
from tests.waiting import until

MOVE_MS = 400


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask it often, and wait for no more than a moment."""
    monkeypatch.setattr(canaries, "EVERY_S", 0.05)
    monkeypatch.setattr(canaries, "ANSWER_MS", 400)


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    """A line that is up."""
    async with outside() as line:
        yield line


@pytest.fixture
async def canary(line: Line) -> AsyncIterator[Canary]:
    """The canary behind it."""
    async with Canary(parse(line.url), LOOPBACK) as canary:
        yield canary


async def match(canary: Canary | None, *bots: str) -> Played:
    """Play a match of Sky 5 in which a bot has no time to lose."""
    table = Table.new(SKY_5, SKY_5.header(len(bots), "7e" * 32))
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(BotClient(url, LOOPBACK, canary=canary)) for url in bots
        ]
        players = [HttpPlayer(client, BOTH_GAMES) for client in clients]
        return await play(table, players, Limits(move_ms=MOVE_MS, bank_ms=0), KEY)


def timeless(played: Played) -> Played:
    """What of a match does not depend on how quick the bots were."""
    return msgspec.structs.replace(played, latencies=())


@pytest.mark.parametrize("outage_s", [0.0, 1.2])
async def test_an_outage_in_the_middle_of_a_match_blames_nobody(
    line: Line, canary: Canary, loopback: Loopback, outage_s: float
) -> None:
    """What is lost is put again when the line is up, and the match is what it would have been.

    Without an outage the ask that is lost is the bot's own fault.
    """
    asked = 0

    async def bot(ask: Ask) -> int:
        nonlocal asked
        asked += 1
        if asked == 10 and outage_s:
            line.up = False
            asyncio.get_running_loop().call_later(outage_s, setattr, line, "up", True)
        if asked == 10 and not outage_s:
            await asyncio.sleep(60)
        return await line.bot(ask)

    one, other = await loopback.start(bot), await loopback.start(line.bot)
    with capture_logs() as logs:
        disturbed = await match(canary, one, other)
    undisturbed = await match(canary, await loopback.start(), other)

    if outage_s:
        assert timeless(disturbed) == timeless(undisturbed)
        assert len(line.lost) == 1
        assert [each["event"] for each in logs] == ["canary_unwell", "canary_well"]
    else:
        assert [fault.kind for fault in disturbed.faults] == ["timeout"]
        assert logs == []


async def test_a_canary_that_cannot_be_reached_is_unwell(closed_port: int) -> None:
    """Nobody listens there; the log says what to do, at once and again while it lasts."""
    url = parse(f"http://127.0.0.1:{closed_port}")
    with capture_logs() as logs, pytest.MonkeyPatch.context() as patch:
        patch.setattr(canaries, "REMIND_S", 0.1)
        async with Canary(url, LOOPBACK) as canary, zoo() as bots:
            async with BotClient(bots.bot("well"), LOOPBACK, canary=canary) as client:
                await client.decide(request("a_1"), 1_000)  # sent before anybody knows
                waiting = asyncio.create_task(client.decide(request("a_2"), 1_000))
                await asyncio.sleep(0.5)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting

            assert bots.ask_ids == ["a_1"]
    assert len(logs) >= 2
    assert {(each["event"], each["log_level"]) for each in logs} == {("canary_unwell", "error")}
    assert "ARENA_CANARY_URL" in logs[0]["advice"]


@pytest.mark.parametrize("mode", ["silent", "leave"])
async def test_a_bot_that_fails_beside_a_well_canary_is_blamed(
    line: Line, canary: Canary, mode: str
) -> None:
    """The canary is asked once more after a fault that an outage would explain."""
    async with zoo() as bots, BotClient(bots.bot(mode), LOOPBACK, canary=canary) as client:
        reply = await client.decide(request(), 100)

        assert bots.ask_ids == ["a_1"]
    assert reply.fault == {"silent": "timeout", "leave": "connect"}[mode]
    assert line.asked >= 2


async def test_a_fault_that_came_of_an_answer_is_the_bots_own(line: Line, canary: Canary) -> None:
    """Nobody asks the canary about it."""
    async with zoo() as bots, BotClient(bots.bot("status_500"), LOOPBACK, canary=canary) as client:
        replies = [await client.decide(request(), 1_000) for _ in range(20)]

    assert {reply.fault for reply in replies} == {"status"}
    assert line.asked < 10


async def test_an_answer_in_spite_of_an_outage_counts(
    line: Line, canary: Canary, loopback: Loopback
) -> None:
    """And the time of the outage is not the bot's: the clock of bots stands still."""

    async def bot(_: Ask) -> int:
        line.up = False
        await asyncio.sleep(1.2)
        return 1

    async with BotClient(await loopback.start(bot), LOOPBACK, canary=canary) as client:
        reply = await client.decide(request(), 600)

    assert (reply.choice, reply.fault) == (1, None)
    assert not canary.well


@pytest.mark.parametrize(
    ("ahead_s", "age_s", "well"),
    [
        (0, 0, True),
        (50, 0, True),
        (-50, 0, True),
        (75, 0, False),
        (-75, 0, False),
        (-500, 500, True),
    ],
)
async def test_a_clock_that_is_wrong_is_an_outage_too(
    line: Line,
    canary: Canary,
    monkeypatch: pytest.MonkeyPatch,
    ahead_s: int,
    age_s: int,
    well: bool,
) -> None:
    """Bots would refuse what we sign; a cache on the way says how old its answer is."""
    monkeypatch.setattr(canaries, "ANSWER_MS", 10_000)
    line.ahead, line.fields = timedelta(seconds=ahead_s), f"Age: {age_s}\r\n"
    with capture_logs() as logs:
        async with zoo() as bots, BotClient(bots.bot("leave"), LOOPBACK, canary=canary) as client:
            asked = asyncio.create_task(client.decide(request(), 5_000))

            async def known() -> bool:
                return asked.done() or not canary.well

            await until(known, "the canary was not asked")
            await asyncio.sleep(0.1)

            assert (asked.done(), canary.well) == (well, well)
            line.ahead, line.fields = timedelta(), ""
            assert (await asked).fault == "connect"
    why = f"the clock of this host is {'+-'[ahead_s > 0]}7"
    assert [why in each["why"] for each in logs if "why" in each] == [True][well:]


@pytest.mark.parametrize("date", ["", "Date: soon\r\n", "Date: Mon, 99 Foo 2026 25:00:00 GMT\r\n"])
async def test_an_odd_date_tells_nothing(
    line: Line, canary: Canary, monkeypatch: pytest.MonkeyPatch, date: str
) -> None:
    """It answers, and that is what counts, with whatever status; a redirect leads nowhere."""
    answer = f"HTTP/1.1 302 Found\r\nLocation: http://10.9.8.7/\r\n{date}\r\n".encode()
    monkeypatch.setattr(Line, "_answer", lambda _: answer)
    async with zoo() as bots, BotClient(bots.bot("leave"), LOOPBACK, canary=canary) as client:
        assert (await client.decide(request(), 1_000)).fault == "connect"

    assert canary.well
    assert line.asked >= 1


async def test_a_canary_is_called_where_bots_may_be_and_nowhere_else(line: Line) -> None:
    """Its address is checked at every connect, as theirs are."""
    async with (
        Canary(parse(line.url), Guard()) as canary,
        zoo() as bots,
        BotClient(bots.bot("leave"), LOOPBACK, canary=canary) as client,
    ):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.decide(request(), 1_000), 0.5)

    assert not canary.well
    assert line.asked == 0


async def test_nobody_asks_a_canary_while_no_bot_is_called(line: Line, canary: Canary) -> None:
    """It is somebody's server, and we may be idle for days."""
    async with zoo() as bots, BotClient(bots.bot("well"), LOOPBACK, canary=canary) as client:
        await client.decide(request(), 1_000)
    await asyncio.sleep(0.2)
    asked = line.asked
    await asyncio.sleep(0.3)

    assert asked >= 1
    assert line.asked == asked


async def test_what_a_bot_says_of_itself_is_asked_again_after_an_outage(
    line: Line, canary: Canary, loopback: Loopback
) -> None:
    """Matches begin later, but with what it says today."""
    line.up = False
    async with BotClient(await _silent_until(line, loopback), LOOPBACK, canary=canary) as client:
        asking = asyncio.create_task(client.info())

        async def unwell() -> bool:
            return not canary.well

        await until(unwell, "the canary was not asked")
        line.up = True
        assert await asking == BOTH_GAMES


async def _silent_until(line: Line, loopback: Loopback) -> str:
    """Start a bot that says what it is while the line is up; give its URL."""

    async def state(_: web.Request) -> web.Response:
        if not line.up:
            await asyncio.Event().wait()
        body = msgspec.json.encode(BOTH_GAMES)
        return web.Response(body=body, content_type="application/json")

    app = web.Application()
    app.router.add_get("/", state)
    return await loopback.serve(app)
