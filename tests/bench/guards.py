"""What the guards cost: a bot's guarded connection beside the same path without them.

Both sign the same bodies and send them to the same trivial bot, with as many under way at once,
over the same connector and parser of the library, and tell the time by the same clock. The bare one
has no check of addresses, statuses, types or encodings, no count of bytes, no limits, no deadline,
takes no errors apart and drops no connection for what was said on it. They take short turns, and
the median of the turns' ratios counts. The library's own session is there for comparison.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median

import aiohttp
import uvloop
from yarl import URL

from arena.games.sky5 import SKY_5
from arena.match.clock import Heart
from arena.match.connection import BotConnection, Received
from arena.match.guard import Guard, networks
from arena.protocol.signing import Signer, secret_of
from tests.bench.http import AT_ONCE, KEY, TURNS, bodies_of, timed, trivial_bot

ALLOWANCE_MS = 10_000
MESSAGE_ID = "a_0123456789abcdef"
SIGNER = Signer(secret_of(KEY))
LEAST = 0.90
"""What the guards may leave of the speed without them."""

Send = Callable[[bytes], Awaitable[object]]


def main() -> None:
    """Measure and print one line for each way."""
    print(f"Guards: calls/s of one process to a trivial bot, {AT_ONCE} at once")
    with trivial_bot() as url:
        turns = uvloop.run(compare(url))
    guarded, bare, session = (median(speeds) for speeds in zip(*turns, strict=True))
    ratio = median(ours / theirs for ours, theirs, _ in turns)
    print(f"  guarded    {guarded:8,.0f}   ratio {ratio:.2f} (at least {LEAST:.2f})")
    print(f"  bare       {bare:8,.0f}")
    print(f"  session    {session:8,.0f}")


async def compare(url: str) -> list[tuple[float, ...]]:
    """Give, for every turn, the calls per second of each way."""
    bodies = await bodies_of(SKY_5, 2)
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
            lambda body: post_in_session(session, url, body),
        )
        for send in ways:
            await send_all(send, bodies)  # opens the connections
        turns = range(TURNS)
        return [tuple([await speed(send, bodies) for send in ways]) for _ in turns]


async def speed(send: Send, bodies: list[bytes]) -> float:
    """Give the calls per second of one way."""
    return len(bodies) / await timed(lambda: send_all(send, bodies))


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
        """Send a body and give whatever comes back."""
        fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        signed = SIGNER.headers(MESSAGE_ID, int(time.time()), body)
        fields += "".join([f"{name}: {value}\r\n" for name, value in signed.items()])
        head = f"POST {path} HTTP/1.1\r\n{self._fields}{fields}\r\n".encode("ascii")
        begun = self._heart.now()
        answer = await self._exchange(head + body)
        return Received(answer, int((self._heart.now() - begun) * 1_000))

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
