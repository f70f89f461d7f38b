"""Faults of bots, each with what its owner needs to find the reason: kept for him alone.

Of each bot the latest 1,000 in rated play are kept, in 1 MiB at most, and apart from them 200 in
exhibitions and 200 in health checks, in 256 KiB each; all for 30 days (`functions/faults.lua`).
Each is written by the call that keeps what it was made in: a beat (`arena.store.sets`), the end of
an exhibition (`arena.store.exhibitions`), a check that was failed (`arena.store.health`).
"""

from typing import Literal, get_args

import msgspec

from arena.protocol.messages import FaultKind
from arena.store import keys
from arena.store.client import Client

During = Literal["match", "exhibition", "check"]
"""What a fault was made in: rated play, an exhibition, or a health check."""
DURING: tuple[During, ...] = get_args(During)


class Place(msgspec.Struct, frozen=True, array_like=True):
    """Which match of the arena it was."""

    tournament: str
    round: int
    set: int
    match: int


class FailedAsk(msgspec.Struct, frozen=True, array_like=True):
    """What was asked, and of which seat: ids as the bot was told them, and how its time stood.

    It had `allowance_ms`; the bank held `bank_ms` before and after, and the seat had so many
    `strikes` after it. An exhibition has no `place`.
    """

    place: Place | None
    match_id: str
    ask_id: str
    game: str
    kind: str
    allowance_ms: int
    bank_ms: tuple[int, int]
    strikes: int


class Fault(msgspec.Struct, frozen=True, array_like=True):
    """A call that failed, or an answer that was no good: `ask` is None where it was no ask.

    The body had `size` bytes, as far as it came: its first and last ones are kept. It was made
    `ago_ms` before it is kept, and in the `exhibition` of this id, if in any.
    """

    kind: FaultKind
    detail: str
    latency_ms: int
    status: int | None
    size: int
    first: bytes
    last: bytes
    ask: FailedAsk | None = None
    exhibition: str | None = None
    ago_ms: int = 0


class KeptFault(msgspec.Struct, frozen=True):
    """A fault as it is kept. The `id` begins with when that was, ms since 1970."""

    id: str
    during: During
    fault: Fault


class FaultRepository:
    """Keeps and reads faults."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, bot: str, fault: Fault) -> None:
        """Keep one in rated play, at no ask, unless there is one of the last minute."""
        names = [keys.faults(bot, "match")]
        await self._client.call(bytes, "keep_fault", names, [encode_fault(fault)])

    async def before(self, bot: str, before: str | None, limit: int) -> list[KeptFault]:
        """Give at most `limit` faults before the one of this id, the newest first."""
        found = list[KeptFault]()
        for stream, during in enumerate(DURING):
            kept = await self._client.run(
                list[tuple[bytes, list[bytes]]],
                "XREVRANGE", keys.faults(bot, during), _end(before, stream), "-", "COUNT", limit,
            )  # fmt: skip
            found += [
                KeptFault(_id(entry_id, stream), during, _decode(record))
                for entry_id, (_, record) in kept
            ]
        return sorted(found, key=lambda each: _parts(each.id), reverse=True)[:limit]


_decode = msgspec.msgpack.Decoder(Fault).decode


def encode_fault(fault: Fault) -> bytes:
    """Give it as it is kept."""
    return msgspec.msgpack.encode(fault)


# An entry's id is `<ms>-<number>`, and entries of several streams may have the same one. A fault's
# has the number times that of streams, plus its stream's place, so that they are in one order.


def _id(entry_id: bytes, stream: int) -> str:
    ms, number = _parts(entry_id.decode())
    return f"{ms}-{number * len(DURING) + stream}"


def _end(before: str | None, stream: int) -> str:
    """Give the end of what a stream holds before the fault of this id."""
    if before is None:
        return "+"
    ms, number = _parts(before)
    return f"({ms}-{-((stream - number) // len(DURING))}"


def _parts(an_id: str) -> tuple[int, int]:
    ms, _, number = an_id.partition("-")
    return int(ms), int(number)
