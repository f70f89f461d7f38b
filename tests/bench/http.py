"""Decisions over HTTP: the referee and its players beside a bare guarded loop.

Both send the same bodies to the same trivial bot, which has a process of its own, with as many
requests under way at once. The bare loop has the client's guards and nothing else: no table, no
views, no encoding, no signatures, no clocks of seats. They take turns; the best of each counts.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

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
TURNS = 3
SIZES = {"sky-5": (2, 192), "sky-heist": (4, 64)}
"""Players at a table, and matches in a turn."""
KEY = b"the key of a bench, of 32 bytes."
LIMITS = Limits(move_ms=10_000)


def main() -> None:
    """Measure both games and print a line for each."""
    print(f"HTTP: decisions/s of one process, {AT_ONCE} matches at once, and of a bare loop")
    with trivial_bot() as url:
        for name, (players, matches) in SIZES.items():
            arena_s, bare_s = uvloop.run(compare(GAMES[name], url, players, matches))
            print(f"  {name:10} {arena_s:8,.0f} {bare_s:8,.0f}   ratio {arena_s / bare_s:.2f}")


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


async def compare(game: Game, url: str, players: int, matches: int) -> tuple[float, float]:
    """Give decisions per second of the arena and of the bare loop."""
    bodies = await bodies_of(game, players, matches)
    arena, bare = [], []
    for _ in range(TURNS):
        arena.append(await timed(lambda: play_all(game, url, players, matches)))
        bare.append(await timed(lambda: send_all(bodies, url)))
    return len(bodies) / min(arena), len(bodies) / min(bare)


async def timed(work: Callable[[], Awaitable[None]]) -> float:
    """Give the seconds that it takes."""
    before = time.perf_counter()
    await work()
    return time.perf_counter() - before


async def bodies_of(game: Game, players: int, matches: int) -> list[bytes]:
    """Give every body that the matches send, by playing them in process."""
    bodies: list[bytes] = []

    def note(ask: Request) -> int:
        bodies.append(msgspec.json.encode(ask))
        return 0

    for number in range(matches):
        await play(table(game, players, number), [LocalPlayer(note)] * players, LIMITS, KEY)
    return bodies


async def play_all(game: Game, url: str, players: int, matches: int) -> None:
    """Play the matches against the bot."""
    numbers = iter(range(matches))
    guard = Guard(networks(["127.0.0.1/32"]))
    async with BotClient(url, guard, secret_of(KEY)) as client:
        player: Player = HttpPlayer(client, BotInfo(protocol=1, games=(game.name,)))

        async def keep_playing() -> None:
            for number in numbers:
                played = await play(table(game, players, number), [player] * players, LIMITS, KEY)
                assert not played.faults

        await asyncio.gather(*(keep_playing() for _ in range(AT_ONCE)))


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
        answer = b""
        while chunk := await response.content.readany():
            answer += chunk
            assert len(answer) <= MAX_BODY


def table(game: Game, players: int, number: int) -> Table:
    """Give the fresh table of one match."""
    return Table.new(game, game.header(players, f"{number:064x}"))


if __name__ == "__main__":
    main()
