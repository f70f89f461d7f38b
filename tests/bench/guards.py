"""What the guards cost: a bot's guarded connection beside the same path without them.

Both sign the same bodies and send them to the same trivial bot, with as many under way at once,
over the same connector and parser of the library. A guard is what only a hostile or broken server
makes necessary: checks of addresses, statuses, types, encodings and lengths, the count of bytes,
telling errors apart, and dropping a connection for what was said on it. The bare path has none of
them. A time limit is no guard, since every ask has one by the rules, so the bare path keeps it, by
the same `Deadline`; untimed is the bare path without that too, which only reads the clock. The
library's own session, without a limit, is there for comparison.

What counts is CPU time of this process: it is what runs out first, and other work on the machine
hardly moves it. The ways take short turns, and the median of the turns' ratios counts.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

import aiohttp
import uvloop
from yarl import URL

from arena.games.sky5 import SKY_5
from arena.match.clock import Deadline, Heart
from arena.match.connection import BotConnection, Received
from arena.match.guard import Guard, networks
from arena.protocol.signing import Signer, secret_of
from tests.bench.http import AT_ONCE, KEY, bodies_of, trivial_bot

ALLOWANCE_MS = 10_000
MESSAGE_ID = "a_0123456789abcdef"
SIGNER = Signer(secret_of(KEY))
TURNS = 60
BODIES = 1_000
"""Calls of each way in a turn."""
LEAST = 0.90
"""What the guards may leave of the speed without them."""

Send = Callable[[bytes], Awaitable[object]]


def main() -> None:
    """Measure and print one line for each way."""
    print(f"Guards: calls per CPU second of one process to a trivial bot, {AT_ONCE} at once")
    with trivial_bot() as url:
        turns = uvloop.run(compare(url))
    guarded, bare, untimed, session = (median(speeds) for speeds in zip(*turns, strict=True))
    to_bare = median(turn[0] / turn[1] for turn in turns)
    to_untimed = median(turn[0] / turn[2] for turn in turns)
    print(f"  guarded    {guarded:8,.0f}")
    print(f"  bare       {bare:8,.0f}   ratio {to_bare:.2f} (at least {LEAST:.2f})")
    print(f"  untimed    {untimed:8,.0f}   ratio {to_untimed:.2f}")
    print(f"  session    {session:8,.0f}")


async def compare(url: str) -> list[tuple[float, ...]]:
    """Give, for every turn, the calls per CPU second of each way."""
    bodies = (await bodies_of(SKY_5, 2))[:BODIES]
    guard = Guard(networks(["127.0.0.1/32"]))
    async with (
        BotConnection(guard.check(url), guard, SIGNER) as guarded,
        aiohttp.TCPConnector(limit=0) as connector,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
    ):
        bare = Bare(connector, url)
        ways: tuple[Send, ...] = (
            lambda body: guarded.post("/decide", body, MESSAGE_ID, ALLOWANCE_MS),
            lambda body: bare.post("/decide", body),
            lambda body: bare.post_untimed("/decide", body),
            lambda body: post_in_session(session, url, body),
        )
        for send in ways:
            await send_all(send, bodies)  # opens the connections
        return [await turn(ways, bodies, number) for number in range(TURNS)]


async def turn(ways: Sequence[Send], bodies: list[bytes], number: int) -> tuple[float, ...]:
    """Give the calls per CPU second of each way; another way begins in each turn."""
    first = number % len(ways)
    speeds = [await speed(send, bodies) for send in (*ways[first:], *ways[:first])]
    return (*speeds[len(ways) - first :], *speeds[: len(ways) - first])


async def speed(send: Send, bodies: list[bytes]) -> float:
    """Give the calls per CPU second of one way."""
    before = time.process_time()
    await send_all(send, bodies)
    return len(bodies) / (time.process_time() - before)


async def send_all(send: Send, bodies: list[bytes]) -> None:
    """Send all bodies, so many at once."""
    rest = iter(bodies)

    async def keep_sending() -> None:
        for body in rest:
            await send(body)

    await asyncio.gather(*(keep_sending() for _ in range(AT_ONCE)))


async def post_in_session(session: aiohttp.ClientSession, url: str, body: bytes) -> bytes:
    """Send a body as the library does."""
    fields = {"Content-Type": "application/json"}
    fields |= SIGNER.headers(MESSAGE_ID, int(time.time()), body)
    async with session.post(f"{url}/decide", data=body, headers=fields) as response:
        return await response.read()


class Bare:
    """The way of `BotConnection` with every guard taken off."""

    def __init__(self, connector: aiohttp.BaseConnector, url: str) -> None:
        """Prepare to call `url`."""
        self._connector = connector
        self._heart = Heart.of_this_loop()
        self._timeout = aiohttp.ClientTimeout(total=None, sock_connect=None)
        loop = asyncio.get_running_loop()
        self._peer = aiohttp.ClientRequest("GET", URL(f"{url}/"), loop=loop)
        self._fields = (
            f"Host: {self._peer.headers['Host']}\r\n"
            "Accept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: sky-arena/1\r\n"
        )

    async def post(self, path: str, body: bytes) -> Received:
        """Send a body and give whatever comes back in time."""
        deadline = Deadline(self._heart, ALLOWANCE_MS)
        with deadline:
            answer = await self._exchange(self._request(path, body))
        return Received(answer, deadline.spent_ms)

    async def post_untimed(self, path: str, body: bytes) -> Received:
        """Send a body and give whatever comes back."""
        begun = self._heart.now()
        answer = await self._exchange(self._request(path, body))
        return Received(answer, int((self._heart.now() - begun) * 1_000))

    def _request(self, path: str, body: bytes) -> bytes:
        fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        signed = SIGNER.headers(MESSAGE_ID, int(time.time()), body)
        fields += "".join([f"{name}: {value}\r\n" for name, value in signed.items()])
        return f"POST {path} HTTP/1.1\r\n{self._fields}{fields}\r\n".encode("ascii") + body

    async def _exchange(self, request: bytes) -> bytes:
        connection = await self._connector.connect(self._peer, [], self._timeout)
        protocol = connection.protocol
        assert protocol is not None
        assert protocol.transport is not None
        protocol.set_response_params(read_until_eof=True, auto_decompress=False)
        protocol.transport.write(request)
        _, content = await protocol.read()
        answer = b""
        while not content.at_eof():
            answer += await content.readany()
        connection.release()
        return answer


if __name__ == "__main__":
    main()
