"""A zoo of broken bots: one server on loopback, one misbehaviour per path.

The bot at `<url>/<mode>/<kind>` misbehaves at asks of that kind, `any` at all of them; otherwise
it plays by `choose`. The path `well` never misbehaves. Whoever speaks TLS to it gets rubbish.
"""

import asyncio
import gzip
import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from zlib import crc32

import msgspec

from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.player import Request
from arena.protocol.messages import FaultKind

INFO = b'{"protocol": 1, "games": ["bluff", "sky-5", "sky-heist"], "windows": true}'
TLS_HELLO = b"\x16"
GOOD = b'{"choice": 0}'

_BRIEF, _AMPLE = Limits(move_ms=40, bank_ms=60), Limits(move_ms=10_000, bank_ms=0)

Writer = asyncio.StreamWriter
Mode = Callable[[Writer], Awaitable[None]]


class _Ask(msgspec.Struct):
    """What a bot of the zoo looks at."""

    ask_id: str
    kind: str
    options: msgspec.Raw
    view: msgspec.Raw


def limits(fault: FaultKind | None) -> Limits:
    """Give the time of a match with a bot of this fault: little for those that use all of it.

    Others answer at once and have plenty, so that a busy machine does not make them late.
    """
    return _BRIEF if fault == "timeout" else _AMPLE


def choose(request: Request) -> int:
    """Play a fixed and varied game: the same choice at the same ask, here and in the zoo."""
    return choice(msgspec.json.encode(request.options), msgspec.json.encode(request.view))


def choice(options: bytes, view: bytes) -> int:
    """Give the index chosen by the JSON of an ask."""
    return crc32(view) % len(json.loads(options))


def choose_all(table: Table) -> None:
    """Let all seats of a beat choose, on a table without a referee."""
    asks = table.asks()
    views = [table.view(ask.seat) for ask in asks]
    for ask, view in zip(asks, views, strict=True):
        options = msgspec.json.encode(ask.options)
        table.answer(ask.seat, choice(options, msgspec.json.encode(view)))


def reply(
    body: bytes, status: str = "200 OK", kind: str = "application/json", extra: str = ""
) -> bytes:
    """Give a whole HTTP answer."""
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    )
    return head.encode() + body


def says(data: bytes) -> Mode:
    """Give the mode that says this and waits."""

    async def mode(writer: Writer) -> None:
        writer.write(data)

    return mode


def _says_and_leaves(data: bytes) -> Mode:
    async def mode(writer: Writer) -> None:
        writer.write(data)
        writer.close()

    return mode


def _repeats(head: bytes, chunk: bytes, pause: float) -> Mode:
    async def mode(writer: Writer) -> None:
        writer.write(head)
        while not writer.is_closing():
            writer.write(chunk)
            await writer.drain()
            await asyncio.sleep(pause)

    return mode


def _resets(data: bytes) -> Mode:
    async def mode(writer: Writer) -> None:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(0.002)
        peer: socket.socket = writer.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    return mode


async def _silent(_: Writer) -> None:
    await asyncio.Event().wait()


async def _late(writer: Writer) -> None:
    await asyncio.sleep(1.0)
    writer.write(reply(GOOD))


_HEAD = reply(b"")[:-4]
_BIG_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n"
)
_MIB_HEAD = _BIG_HEAD.replace(b"1000000000", b"10485760")
_OPEN_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
_UPGRADE = b"HTTP/1.1 101 Upgrade\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"
_SHORT = reply(GOOD + b" " * 100)[:-60]
_CHUNKED = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


@cache
def _bomb() -> bytes:
    """Give 50 MB in 48 KB, which no limit on bytes would stop; to make them takes a while."""
    return gzip.compress(GOOD + b" " * 50_000_000, 9)


async def _explodes(writer: Writer) -> None:
    writer.write(reply(_bomb(), extra="Content-Encoding: gzip\r\n"))


_TWICE_ENCODED = "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n"

MODES: dict[str, tuple[FaultKind, Mode]] = {
    "reset": ("connect", _resets(b"")),
    "reset_in_head": ("connect", _resets(_HEAD)),
    "reset_in_body": ("connect", _resets(_SHORT)),
    "leave": ("connect", _says_and_leaves(b"")),
    "leave_in_head": ("connect", _says_and_leaves(_HEAD)),
    "leave_in_body": ("connect", _says_and_leaves(_SHORT)),
    "silent": ("timeout", _silent),
    "silent_in_head": ("timeout", says(_HEAD)),
    "silent_in_body": ("timeout", says(_SHORT)),
    "late": ("timeout", _late),
    "drip_head": ("timeout", _repeats(b"HTTP/1.1 200 OK\r\nX: ", b"x", 0.002)),
    "drip_body": ("timeout", _repeats(_BIG_HEAD.replace(b"1000000000", b"60000"), b" ", 0.002)),
    "endless_1xx": ("timeout", _repeats(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.001)),
    "flood_1xx": ("oversize", _repeats(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 3_000, 0.0)),
    "vast_headers": ("oversize", says(reply(GOOD, extra=f"X: {'x' * 8_000}\r\n" * 100))),
    "broken_chunk": ("status", _repeats(_CHUNKED, b"1\r\n{", 0.005)),
    "status_500": ("status", says(reply(b"ouch", "500 Oops", "text/plain"))),
    "status_201": ("status", says(reply(GOOD, "201 Created"))),
    "status_204": ("status", says(b"HTTP/1.1 204 No Content\r\n\r\n")),
    "status_101": ("status", says(_UPGRADE)),
    "long_length": ("schema", says(reply(b"{}").replace(b"h: 2", b"h: " + b"0" * 5_000 + b"2"))),
    "not_http": ("status", says(b"220 mail.example ESMTP\r\n")),
    "long_header": ("status", says(reply(GOOD, extra=f"X: {'x' * 20_000}\r\n"))),
    "many_headers": ("status", says(reply(GOOD, extra="X: x\r\n" * 2_000))),
    "redirect_301": ("redirect", says(reply(b"", "301 Moved", extra="Location: /well/any\r\n"))),
    "redirect_302": ("redirect", says(reply(b"", "302 Found", extra="Location: /well/any\r\n"))),
    "redirect_303": ("redirect", says(reply(b"", "303 Moved", extra="Location: /well/any\r\n"))),
    "redirect_307": ("redirect", says(reply(b"", "307 Moved", extra="Location: /well/any\r\n"))),
    "redirect_308": ("redirect", says(reply(b"", "308 Moved", extra="Location: /well/any\r\n"))),
    "html": ("content_type", says(reply(GOOD, kind="text/html"))),
    "latin": ("content_type", says(reply(GOOD, kind="application/json; charset=latin-1"))),
    "rubbish_type": ("content_type", says(reply(GOOD).replace(b"application/json", b"\xff\x80"))),
    "two_types": ("content_type", says(reply(GOOD, extra="Content-Type: text/html\r\n"))),
    "two_encodings": ("content_type", says(reply(GOOD, extra=_TWICE_ENCODED))),
    "gzip_bomb": ("content_type", _explodes),
    "announced": ("oversize", _repeats(_BIG_HEAD, b" " * 1_000, 0.001)),
    "endless_body": ("oversize", _repeats(_OPEN_HEAD, b" " * 65_536, 0.0)),
    "ten_mib": ("oversize", _repeats(_MIB_HEAD, b" " * 65_536, 0.0)),
    "empty": ("bad_json", says(reply(b""))),
    "not_json": ("bad_json", says(reply(b"choice=0"))),
    "deep_json": ("bad_json", says(reply(b'{"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}"))),
    "bad_utf8": ("bad_json", says(reply(b'{"choice": 0, "say": "\xff"}'))),
    "trailing": ("bad_json", says(reply(GOOD + GOOD))),
    "no_choice": ("schema", says(reply(b"{}"))),
    "text_choice": ("schema", says(reply(b'{"choice": "0"}'))),
    "huge_choice": ("schema", says(reply(b'{"choice": 100000000000000000000000}'))),
    "negative": ("schema", says(reply(b'{"choice": -1}'))),
    "long_say": ("schema", says(reply(b'{"choice": 0, "say": "' + b"x" * 81 + b'"}'))),
    "beyond": ("illegal", says(reply(b'{"choice": 9999}'))),
}  # fmt: skip
"""Every misbehaviour of an answering server, and the fault that it is."""

_SECOND = reply(b'{"choice": 9999}')
QUIRKS: dict[str, Mode] = {
    "two_answers": says(reply(GOOD) + _SECOND),
    "half_a_second_answer": says(reply(GOOD) + _SECOND[:20]),
    "duplicate_keys": says(reply(b'{"choice": 9999, "choice": 0}')),
    "others_seat": says(reply(b'{"seat": 1, "ask_id": "a_2", "match_id": "m_2", "choice": 0}')),
    "cookies": says(reply(GOOD, extra="Set-Cookie: a=b\r\n" * 50)),
    "interim": says(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 20 + reply(GOOD)),
}
"""Answers of which one choice counts, the option 0, whatever else they try."""


class Zoo:
    """The running server: its address, and what it has seen."""

    connections = 0

    def __init__(self, port: int) -> None:
        """Begin with nothing seen."""
        self.url = f"http://127.0.0.1:{port}"
        self.paths: list[str] = []
        self.ask_ids: list[str] = []
        self.heads: list[str] = []

    def bot(self, mode: str, kind: str = "any") -> str:
        """Give the URL of a bot that misbehaves at one kind of ask."""
        return f"{self.url}/{mode}/{kind}"


@asynccontextmanager
async def zoo(**more: Mode) -> AsyncIterator[Zoo]:
    """Run the zoo, with `more` modes, on a free port; in the end all connections are closed."""
    _bomb()  # while nobody waits for it
    modes = {name: mode for name, (_, mode) in MODES.items()} | QUIRKS | more
    keepers: set[asyncio.Task[None]] = set()

    async def keep(reader: asyncio.StreamReader, writer: Writer) -> None:
        task = asyncio.current_task()
        assert task is not None
        keepers.add(task)
        seen.connections += 1
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while not writer.is_closing():
                await _serve(seen, modes, reader, writer)
        keepers.discard(task)
        writer.transport.abort()

    server = await asyncio.start_server(keep, "127.0.0.1", 0)
    seen = Zoo(server.sockets[0].getsockname()[1])
    try:
        yield seen
    finally:
        server.close()
        for task in list(keepers):
            task.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)


async def _serve(
    seen: Zoo,
    modes: dict[str, Mode],
    reader: asyncio.StreamReader,
    writer: Writer,
) -> None:
    """Answer one request of a connection."""
    first = await reader.readexactly(1)
    if first == TLS_HELLO:
        writer.write(b"220 mail.example ESMTP\r\n")
        writer.close()
        return
    head = (first + await reader.readuntil(b"\r\n\r\n")).decode()
    verb, path, _ = head.split(" ", 2)
    length = next(
        (
            int(line[15:])
            for line in head.split("\r\n")
            if line.lower().startswith("content-length:")
        ),
        0,
    )
    body = await reader.readexactly(length)
    seen.paths.append(f"{verb} {path}")
    seen.heads.append(head)
    mode, kind, *rest = path.strip("/").split("/")
    if rest != ["decide"]:
        writer.write(reply(INFO))
        return
    ask = msgspec.json.decode(body, type=_Ask)
    seen.ask_ids.append(ask.ask_id)
    if mode != "well" and kind in ("any", ask.kind):
        await modes[mode](writer)
    else:
        chosen = choice(bytes(ask.options), bytes(ask.view))
        writer.write(reply(json.dumps({"choice": chosen}).encode()))
