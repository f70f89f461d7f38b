"""Decisions over HTTP: the referee and its players beside a bare guarded loop.

Both send the same bodies to the same trivial bot, which has a process of its own, with as many
requests under way at once. The bare loop has the client's guards and nothing else: no table, no
views, no encoding, no signatures, no clocks of seats. They take short turns, and the median of the
turns' ratios counts, so that what else the machine does meets both alike.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from statistics import median

import aiohttp
import msgspec
import uvloop

from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.match.clock import Limits
from arena.match.guard import Guard, networks
from arena.match.http import BotClient, HttpPlayer
from arena.match.local import LocalPlayer
from arena.match.player import Player, Request
from arena.match.referee import play
from arena.protocol.messages import MAX_BODY, BotInfo
from arena.protocol.signing import secret_of

AT_ONCE = 64
TURNS = 9
PLAYERS = {"sky-5": 2, "sky-heist": 4}
KEY = b"the key of a bench, of 32 bytes."
LIMITS = Limits(move_ms=10_000)


def main() -> None:
    """Measure both games and print a line for each."""
    print(f"HTTP: decisions/s of one process, {AT_ONCE} matches at once, and of a bare loop")
    with trivial_bot() as url:
        for name, players in PLAYERS.items():
            turns = uvloop.run(compare(GAMES[name], url, players))
            arena, bare = (median(speeds) for speeds in zip(*turns, strict=True))
            ratio = median(ours / theirs for ours, theirs in turns)
            print(f"  {name:10} {arena:8,.0f} {bare:8,.0f}   ratio {ratio:.2f}")


@contextmanager
def trivial_bot() -> Iterator[str]:
    """Run the bot as a process; give its URL."""
    command = [sys.executable, "-m", "tests.bench.trivial_bot"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


async def compare(game: Game, url: str, players: int) -> list[tuple[float, float]]:
    """Give, for every turn, the decisions per second of the arena and of the bare loop."""
    bodies = await bodies_of(game, players)
    turns = []
    for _ in range(TURNS):
        arena_s = await timed(lambda: play_all(game, url, players))
        bare_s = await timed(lambda: send_all(bodies, url))
        turns.append((len(bodies) / arena_s, len(bodies) / bare_s))
    return turns


async def timed(work: Callable[[], Awaitable[None]]) -> float:
    """Give the seconds that it takes."""
    before = time.perf_counter()
    await work()
    return time.perf_counter() - before


async def bodies_of(game: Game, players: int) -> list[bytes]:
    """Give every body that the matches send, by playing them in process."""
    bodies: list[bytes] = []

    def note(ask: Request) -> int:
        bodies.append(msgspec.json.encode(ask))
        return 0

    for number in range(AT_ONCE):
        await play(table(game, players, number), [LocalPlayer(note)] * players, LIMITS, KEY)
    return bodies


async def play_all(game: Game, url: str, players: int) -> None:
    """Play the matches against the bot."""
    guard = Guard(networks(["127.0.0.1/32"]))
    async with BotClient(url, guard, secret_of(KEY)) as client:
        player: Player = HttpPlayer(client, BotInfo(protocol=1, games=(game.name,)))
        tables = [table(game, players, number) for number in range(AT_ONCE)]
        await asyncio.gather(*(play(each, [player] * players, LIMITS, KEY) for each in tables))


async def send_all(bodies: list[bytes], url: str) -> None:
    """Send the bodies to the bot with nothing around them but the guards."""
    rest = iter(bodies)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=10),
        headers={"Accept-Encoding": "identity", "Content-Type": "application/json"},
        auto_decompress=False,
    ) as session:

        async def keep_sending() -> None:
            for body in rest:
                await send(session, f"{url}/decide", body)

        await asyncio.gather(*(keep_sending() for _ in range(AT_ONCE)))


async def send(session: aiohttp.ClientSession, url: str, body: bytes) -> None:
    """Send one body and read its answer, guarded."""
    async with session.post(url, data=body, allow_redirects=False) as response:
        assert response.status == 200
        assert response.headers["Content-Type"] == "application/json"
        assert "Content-Encoding" not in response.headers
        answer = b""
        while chunk := await response.content.readany():
            answer += chunk
            assert len(answer) <= MAX_BODY


def table(game: Game, players: int, number: int) -> Table:
    """Give the fresh table of one match."""
    return Table.new(game, game.header(players, f"{number:064x}"))


if __name__ == "__main__":
    main()
