"""A way to the store that can be disturbed while it is used.

What may live here: a forwarder between two Unix sockets and its toxics. It understands just so much
of the store's protocol (RESP) that it knows where a command ends and which function it calls.
"""

import asyncio
import random
from asyncio import StreamReader, StreamWriter
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from arena.store.client import LIBRARY

_CHUNK = 64 * 1024
_TICK_S = 0.05


@dataclass(frozen=True)
class Toxics:
    """What goes wrong on the way, for each connection by itself.

    `latency_ms` is added each way to what is sent at once, `reset` is the probability that a
    command breaks its connection (before it arrives or before its answer does), `bytes_per_s`
    limits what is sent to the store. `hold_requests` and `hold_answers` keep back what is sent
    until that ends; `refuse` breaks every connection and lets nobody in. `drop` are functions of
    ours (`"commit"`): each call is carried out, but its answer is lost with the connection; the
    same call once more gets through.
    """

    latency_ms: float = 0.0
    reset: float = 0.0
    bytes_per_s: int | None = None
    hold_requests: bool = False
    hold_answers: bool = False
    refuse: bool = False
    drop: frozenset[str] = frozenset()


HEALTHY = Toxics()


class Proxy:
    """Forwards connections to the store. `dropped` and `resets` count what was done to them.

    `called` counts the calls of each function of ours, `lost` has each answer that was dropped.
    """

    def __init__(self, target: Path, listens: Path, seed: int = 1) -> None:
        """Lead from the socket `listens` to the socket `target`; `seed` decides over resets."""
        self.called = Counter[str]()
        self.dropped = Counter[str]()
        self.lost: list[tuple[str, bytes]] = []
        self.resets = 0
        self.chance = random.Random(seed)
        self._target = target
        self._listens = listens
        self._hidden = listens.with_suffix(".hidden")
        """Where the socket is while nobody shall find it."""
        self._toxics = HEALTHY
        self._links: dict[_Link, asyncio.Task[None]] = {}
        self._known: set[bytes] = set()
        self._changed = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_unix_server(self._serve, self._listens)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        tasks = list(self._links.values())
        self.reset()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        """Its address, to be given to whoever shall come this way."""
        return f"unix://{self._listens}"

    @property
    def store_url(self) -> str:
        """The address of the store itself."""
        return f"unix://{self._target}"

    @property
    def toxics(self) -> Toxics:
        """What goes wrong now."""
        return self._toxics

    @toxics.setter
    def toxics(self, toxics: Toxics) -> None:
        before, self._toxics = self._toxics, toxics
        self._changed.set()
        self._changed = asyncio.Event()
        if toxics.refuse and not before.refuse:
            self._listens.rename(self._hidden)
            self.reset()
        if before.refuse and not toxics.refuse:
            self._hidden.rename(self._listens)

    def heal(self) -> None:
        """Let everything through from now on, also what was held."""
        self.toxics = HEALTHY

    def reset(self) -> None:
        """Break all connections."""
        for task in self._links.values():
            task.cancel()

    async def changed(self) -> None:
        """Wait until the toxics change."""
        await self._changed.wait()

    def drops(self, command: "Command") -> bool:
        """Whether the answer to this command is to be lost, which it is once."""
        if command.function not in self._toxics.drop or command.data in self._known:
            return False
        self._known.add(command.data)
        self.dropped[command.function] += 1
        return True

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        link = _Link(self)
        self._links[link] = task
        try:
            await self._forward(link, reader, writer)
        except (asyncio.CancelledError, OSError, EOFError):
            pass  # broken on purpose, or by either end, or the store is away
        finally:
            del self._links[link]
            writer.transport.abort()

    async def _forward(self, link: "_Link", reader: StreamReader, writer: StreamWriter) -> None:
        """Forward both ways until either way ends."""
        answers, requests = await asyncio.open_unix_connection(self._target)
        ways = [
            asyncio.create_task(link.requests(reader, requests)),
            asyncio.create_task(link.answers(answers, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            requests.transport.abort()


@dataclass(frozen=True)
class Command:
    """One command as it was sent; `function` is the one of ours that it calls, or empty."""

    data: bytes
    function: str


class _Link:
    """One connection: its two ways, each ended by raising or returning."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self._deaf = False
        self._dropped = ""

    async def requests(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward commands; break off before or after one that is to be reset."""
        proxy = self._proxy
        while True:
            command = await read_command(reader)
            reset = proxy.chance.random() < proxy.toxics.reset
            if reset:
                proxy.resets += 1
                if proxy.chance.random() < 0.5:
                    return
            if proxy.drops(command):
                self._dropped = command.function
            self._deaf = self._deaf or reset or bool(self._dropped)
            while proxy.toxics.hold_requests:
                await proxy.changed()
            await self._send(command.data, writer, proxy.toxics.bytes_per_s)
            proxy.called[command.function] += 1

    async def answers(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward answers; end when one comes that is to be lost, since it is carried out then."""
        while data := await reader.read(_CHUNK):
            if self._dropped:
                self._proxy.lost.append((self._dropped, data))
            if self._deaf:
                return
            while self._proxy.toxics.hold_answers:
                await self._proxy.changed()
            await self._send(data, writer)

    async def _send(self, data: bytes, writer: StreamWriter, speed: int | None = None) -> None:
        """Send, after the latency of the line, so many bytes a second."""
        await asyncio.sleep(self._proxy.toxics.latency_ms / 1_000)
        while data:
            piece = len(data) if speed is None else max(1, int(speed * _TICK_S))
            if speed is not None:
                await asyncio.sleep(min(piece, len(data)) / speed)
            writer.write(data[:piece])
            await writer.drain()
            data = data[piece:]


async def read_command(reader: StreamReader) -> Command:
    """Read one command, an array of strings; raise EOFError at the end."""
    head = await reader.readuntil(b"\r\n")
    data, parts = bytearray(head), list[bytes]()
    for _ in range(int(head[1:])):
        line = await reader.readuntil(b"\r\n")
        body = await reader.readexactly(int(line[1:]) + 2)
        data += line + body
        parts.append(body[:-2])
    called = parts[1] if len(parts) > 1 and parts[0].upper() == b"FCALL" else b""
    return Command(bytes(data), called.decode().removeprefix(f"{LIBRARY}_"))
