"""Faults of bots, each with what its owner needs to find the reason: kept for him alone.

The latest 1,000 of a bot are kept, in 1 MiB at most, for 30 days (`functions/faults.lua`). Those of
asks are written by the call that keeps their beat (`arena.store.sets`).
"""

import msgspec

from arena.protocol.messages import FaultKind
from arena.store import keys
from arena.store.client import Client


class Place(msgspec.Struct, frozen=True, array_like=True):
    """Which match of the arena it was."""

    tournament: str
    round: int
    set: int
    match: int


class FailedAsk(msgspec.Struct, frozen=True, array_like=True):
    """What was asked, and of which seat: ids as the bot was told them, and how its time stood.

    It had `allowance_ms`; the bank held `bank_ms` before and after, and the seat had so many
    `strikes` after it.
    """

    place: Place
    match_id: str
    ask_id: str
    game: str
    kind: str
    allowance_ms: int
    bank_ms: tuple[int, int]
    strikes: int


class Fault(msgspec.Struct, frozen=True, array_like=True):
    """A call that failed, or an answer that was no good: `ask` is None where it was no ask.

    The body had `size` bytes, as far as it came: its first and last ones are kept.
    """

    kind: FaultKind
    detail: str
    latency_ms: int
    status: int | None
    size: int
    first: bytes
    last: bytes
    ask: FailedAsk | None = None


class KeptFault(msgspec.Struct, frozen=True):
    """A fault as it is kept: `id` begins with when that was, ms since 1970."""

    id: str
    fault: Fault


class FaultRepository:
    """Keeps and reads faults."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, bot: str, fault: Fault) -> None:
        """Keep one that was made at no ask, unless the bot made any within the last minute."""
        await self._client.call(bytes, "keep_fault", [keys.faults(bot)], [encode_fault(fault)])

    async def before(self, bot: str, before: str | None, limit: int) -> list[KeptFault]:
        """Give at most `limit` faults before the one of this id, the newest first."""
        end = "+" if before is None else f"({before}"
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]],
            "XREVRANGE", keys.faults(bot), end, "-", "COUNT", limit,
        )  # fmt: skip
        return [
            KeptFault(entry_id.decode(), msgspec.msgpack.decode(record, type=Fault))
            for entry_id, (_, record) in found
        ]


def encode_fault(fault: Fault) -> bytes:
    """Give it as it is kept."""
    return msgspec.msgpack.encode(fault)
