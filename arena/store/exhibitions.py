"""Exhibitions: matches of no tournament, that are kept for a while and rate nobody.

The open ones are a sorted set of their ids by lease, whose scores mean what those of open sets do
(`arena.store.sets`): leased, marked as put into the queue, or neither. An exhibition has no
journal: whoever claims it after another plays it from the beginning, and only the one with the
newest fence can end it. It is begun at most so often as `functions/exhibitions.lua` says.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from arena.engine.record import Header, Record
from arena.store import keys
from arena.store.client import Argument, Client
from arena.store.faults import Fault, encode_fault
from arena.store.sets import LEASE_MS, MARK_MS, Refusal, refusal

KEPT_MS = 7 * 24 * 3_600_000
"""So long an exhibition is kept, from its creation on."""
MOST_KEPT = 50
"""Of an owner; older ones give way, but for those that are not over."""
MOST_OWN = 3
"""Of an owner that are not over, at once."""
MOST_OPEN = 48
"""Of all owners together."""
LONGEST_WAIT_MS = 600_000
"""One that was not begun until then is not begun any more."""

Added = Literal["OK", "OWN", "FULL"]
_ADDED: dict[bytes, Added] = {b"OK": "OK", b"OWN": "OWN", b"FULL": "FULL"}


class Exhibition(msgspec.Struct, frozen=True, kw_only=True):
    """A match to be played: who wants it, who sits where, from what, and with which limits.

    `seats` are ids of bots, or names of house bots as `house:NAME`.
    """

    id: str
    owner: str
    seats: tuple[str, ...]
    header: Header
    move_ms: int
    bank_ms: int
    max_strikes: int


class Shown(msgspec.Struct, frozen=True, tag=True):
    """An exhibition was played: its record, and by seat what bots stated as their versions, their
    strikes, whether they were retired, and the ms of each decision (None: it was not called).
    """

    record: Record
    versions: tuple[str, ...]
    strikes: tuple[int, ...]
    retired: tuple[bool, ...]
    latencies: tuple[tuple[int | None, ...], ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """An exhibition was not played to its end, and will not be."""

    why: str


Ending = Shown | Failed
LOST = Failed("it was begun three times and never ended: workers died, or were stopped")
LATE = Failed("it was not begun within 10 minutes: its bots, or all workers, were busy")


class KeptExhibition(msgspec.Struct, frozen=True, kw_only=True):
    """An exhibition as it is now. Times are ms since 1970."""

    exhibition: Exhibition
    created_ms: int
    ending: Ending | None
    ended_ms: int | None
    in_play: bool


class ExhibitionRepository:
    """Keeps exhibitions, and who plays them."""

    def __init__(self, client: Client, lease_ms: int = LEASE_MS) -> None:
        self._client = client
        self.lease_ms = lease_ms

    async def add(self, exhibition: Exhibition) -> Added:
        """Keep an exhibition, taken to be in the queue; `OWN`, `FULL`: too many are not over."""
        older = (await self._ids(exhibition.owner))[MOST_KEPT - 1 :]
        names = [
            keys.exhibition(exhibition.id), keys.owner_exhibitions(exhibition.owner),
            keys.EXHIBITIONS, *map(keys.exhibition, older),
        ]  # fmt: skip
        record = msgspec.msgpack.encode(exhibition)
        values: list[Argument] = [exhibition.id, record, KEPT_MS, MOST_OWN, MOST_OPEN, *older]
        answer = await self._client.step(bytes, "add_exhibition", names, values)
        return _ADDED[answer]

    async def _ids(self, owner: str) -> list[str]:
        """Give the ids of an owner's exhibitions, the newest first."""
        name = keys.owner_exhibitions(owner)
        found = await self._client.run(list[bytes], "ZRANGE", name, 0, -1, "REV")
        return [each.decode() for each in found]

    async def get(self, exhibition_id: str) -> KeptExhibition | None:
        """Give an exhibition, if it is kept."""
        return (await self._look([exhibition_id]))[0]

    async def page(self, owner: str, after: str | None, limit: int) -> list[KeptExhibition] | None:
        """Give an owner's, the newest first, from the one after this id; None if it is none."""
        ids = await self._client.newest(keys.owner_exhibitions(owner), after, limit)
        if ids is None:
            return None
        return [each for each in await self._look(ids) if each is not None]

    async def _look(self, ids: Sequence[str]) -> list[KeptExhibition | None]:
        names = [keys.EXHIBITIONS, *map(keys.exhibition, ids)]
        found = await self._client.call(list[_Looked], "look_exhibitions", names, list(ids))
        return [_kept(each) for each in found]

    async def claim(
        self, exhibition_id: str, limits: Mapping[str, int], ticket: str
    ) -> int | Refusal:
        """Lease an exhibition, if each of these parties plays less now than its limit says.

        Gives the fence. Parties and ticket are those of `arena.store.sets`.
        """
        names = _names(exhibition_id, limits)
        values: list[Argument] = [exhibition_id, ticket, self.lease_ms, *limits.values()]
        answer = await self._client.call(list[bytes | int], "claim_exhibition", names, values)
        match answer:
            case [b"OK", int(fence)]:
                return fence
        return refusal(answer, list(limits))

    async def renew(self, exhibition_id: str, fence: int) -> bool:
        """Begin the lease anew; False if it is not ours any more."""
        values: list[Argument] = [exhibition_id, fence, self.lease_ms]
        answer = await self._client.call(bytes, "renew_exhibition", _names(exhibition_id), values)
        return answer == b"OK"

    async def release(self, exhibition_id: str, fence: int, parties: Iterable[str]) -> bool:
        """Give an exhibition back, to be begun anew by anybody; False if it is not ours."""
        names = _names(exhibition_id, parties)
        values: list[Argument] = [exhibition_id, fence]
        return await self._client.call(bytes, "release_exhibition", names, values) == b"OK"

    async def end(
        self,
        exhibition_id: str,
        fence: int,
        ending: Ending,
        parties: Iterable[str],
        faults: Sequence[tuple[str, Fault]] = (),
    ) -> bool:
        """Keep how an exhibition ended, and the faults of these bots in it, once.

        False if it is not ours any more.
        """
        names = _names(exhibition_id)
        names += [keys.faults(bot, "exhibition") for bot, _ in faults]
        names += map(keys.slots, parties)
        values: list[Argument] = [exhibition_id, fence, msgspec.msgpack.encode(ending)]
        values += [encode_fault(fault) for _, fault in faults]
        return await self._client.step(bytes, "end_exhibition", names, values) == b"OK"

    async def take_idle(self, most: int) -> list[str]:
        """Give at most so many that nobody plays and that are not in the queue; they are marked.

        Those that have been begun too often are ended as `LOST`, those that wait for too long as
        `LATE`.
        """
        found = await self._client.run(list[bytes], "ZRANGE", keys.EXHIBITIONS, 0, -1)
        ids = [each.decode() for each in found]
        names = [keys.EXHIBITIONS, *map(keys.exhibition, ids)]
        ends = [msgspec.msgpack.encode(ending) for ending in (LOST, LATE)]
        mark_ms = min(MARK_MS, self.lease_ms)
        values: list[Argument] = [self.lease_ms, mark_ms, LONGEST_WAIT_MS, most, *ends, *ids]
        taken = await self._client.call(list[bytes], "take_idle_exhibitions", names, values)
        return [each.decode() for each in taken]


_endings = msgspec.msgpack.Decoder(Shown | Failed)
_Looked = tuple[bytes, bytes, bytes, bytes, int]
"""What the function gives: record, when it was created, its end, when it ended, if it is played."""


def _kept(looked: _Looked) -> KeptExhibition | None:
    record, created, ending, ended, in_play = looked
    if not record:
        return None
    return KeptExhibition(
        exhibition=msgspec.msgpack.decode(record, type=Exhibition),
        created_ms=int(created),
        ending=_endings.decode(ending) if ending else None,
        ended_ms=int(ended) if ended else None,
        in_play=in_play == 1,
    )


def _names(exhibition_id: str, parties: Iterable[str] = ()) -> list[str]:
    return [keys.exhibition(exhibition_id), keys.EXHIBITIONS, *map(keys.slots, parties)]
