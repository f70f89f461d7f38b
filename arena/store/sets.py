"""Sets in play: leases, fences and journals.

The open sets of a round are a sorted set of their numbers. A score above 0 is the end of a lease
(ms by the server's clock; 1 if it was given back), below 0 the negated time when the set was put
into the queue, 0 neither, infinite while the set is quarantined. A set is idle, and so anybody's to
enqueue, when its lease has run out or its mark is stale. The fence of a set counts its claims:
whoever holds an older one can write nothing more, and a lease that has run out is not renewed. A
set whose holders are lost again and again, no beat kept between, is quarantined: it would only take
down the next worker.

A set is committed by `arena.store.results`.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from secrets import token_hex
from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client
from arena.store.errors import StoreError
from arena.store.faults import Fault, encode_fault

OpenSetState = Literal["open", "playing", "quarantined"]
"""What becomes of an open set: it waits, somebody holds it, or nobody may until it is put back."""
LEASE_MS = 30_000
"""What a claim or an accepted journal entry grants; a dead worker's sets are idle after it."""
MARK_MS = 30_000
"""After so long a set that was enqueued and not claimed is idle again."""


class Claim(msgspec.Struct, frozen=True):
    """A set that is ours: our fence, and the journal that earlier holders left.

    The `withdrawn` bots of its tournament are not asked.
    """

    fence: int
    journal: list[bytes]
    withdrawn: frozenset[str] = frozenset()


class Refusal(msgspec.Struct, frozen=True):
    """Why a set cannot be had: it is not open (any more), leased, or `party` plays enough sets."""

    why: Literal["GONE", "BUSY", "FULL"]
    party: str | None = None


class Idle(msgspec.Struct, frozen=True):
    """A set for anybody to play: whether somebody has begun it, and how many holders it has lost.

    Counted are those in a row without a beat kept.
    """

    number: int
    begun: bool
    losses: int


class Made(msgspec.Struct, frozen=True):
    """A fault of a bot, and the entry that it was made in, from 0."""

    entry: int
    bot: str
    fault: Fault


class Addition(msgspec.Struct, frozen=True):
    """Entries to add to the journal of a set that holds `at` of them, and the faults in these."""

    number: int
    fence: int
    at: int
    entries: Sequence[bytes]
    faults: Sequence[Made] = ()


class OpenSets(msgspec.Struct, frozen=True, array_like=True):
    """The open sets of some tournaments by what becomes of them, and how old the oldest are (ms).

    `oldest_lease_ms` is since a lease was renewed, run out or not; `oldest_mark_ms` since a set was
    put into the queue that waits there.
    """

    leased: int
    enqueued: int
    idle: int
    quarantined: int
    oldest_lease_ms: int
    oldest_mark_ms: int

    def counts(self) -> dict[str, int]:
        """Give how many sets there are, by what becomes of them."""
        return {
            "leased": self.leased,
            "enqueued": self.enqueued,
            "idle": self.idle,
            "quarantined": self.quarantined,
        }


class SetRepository:
    """Claims sets and keeps their journals."""

    def __init__(self, client: Client, lease_ms: int = LEASE_MS) -> None:
        self._client = client
        self.lease_ms = lease_ms

    async def open_count(self, tournament_id: str) -> int:
        """Give how many sets of the present round are not committed."""
        return await self._client.run(int, "ZCARD", keys.open_sets(tournament_id))

    async def open_sets(self, tournament_ids: Sequence[str]) -> OpenSets:
        """Give how the open sets of these tournaments are."""
        names = [keys.open_sets(tournament_id) for tournament_id in tournament_ids]
        return await self._client.call(OpenSets, "count_open", names, [self.lease_ms])

    async def open_numbers(self, tournament_id: str) -> list[int]:
        """Give the sets of the present round that are not committed."""
        found = await self._client.run(list[bytes], "ZRANGE", keys.open_sets(tournament_id), 0, -1)
        return sorted(map(int, found))

    async def open_states(
        self, tournament_id: str, numbers: Sequence[int]
    ) -> dict[int, OpenSetState]:
        """Give how those of these sets of the present round stand that are not committed."""
        if not numbers:
            return {}
        own = keys.open_sets(tournament_id)
        found = await self._client.run(list[bytes | None], "ZMSCORE", own, *numbers)
        scores = zip(numbers, found, strict=True)
        return {number: _state_of(float(score)) for number, score in scores if score is not None}

    async def quarantined(self, tournament_id: str) -> list[int]:
        """Give the sets of the present round that nobody plays until they are put back."""
        held = (keys.open_sets(tournament_id), "+inf", "+inf")
        found = await self._client.run(list[bytes], "ZRANGEBYSCORE", *held)
        return sorted(int(number) for number in found)

    async def retry(self, tournament_id: str, round_number: int) -> list[int]:
        """Put the quarantined sets of the round back; give which they were."""
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.losses(tournament_id),
        ]  # fmt: skip
        found = await self._client.step(list[bytes], "retry", names, [round_number])
        return sorted(int(number) for number in found)

    async def take_idle(self, tournament_id: str, round_number: int, most: int) -> list[Idle]:
        """Give idle sets, which are marked as enqueued: all whose holders are gone, first, and at
        most so many others.

        One whose lease has run out has lost a holder; at `MOST_LOSSES` in a row it is quarantined
        instead, and an alarm kept.
        """
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.fences(tournament_id), keys.losses(tournament_id), keys.ALARMS, keys.COUNTERS,
        ]  # fmt: skip
        mark_ms = min(MARK_MS, self.lease_ms)
        values: list[Argument] = [tournament_id, round_number, most, mark_ms, self.lease_ms]
        flat = await self._client.call(list[bytes | int], "take_idle", names, values)
        found = [int(each) for each in flat]
        return [
            Idle(number, bool(begun), losses)
            for number, begun, losses in zip(found[::3], found[1::3], found[2::3], strict=True)
        ]

    async def waiting(self, tournament_id: str, most: int) -> tuple[int, list[int]]:
        """Give the present round, and at most so many of its sets that nobody has leased.

        They are drawn by lot. Marked ones stay so, and whoever claims one first has it; those whose
        holders were lost are left to their jobs.
        """
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.losses(tournament_id),
        ]  # fmt: skip
        found = await self._client.call(list[bytes], "waiting", names, [most])
        round_number, *numbers = map(int, found)
        return round_number, numbers

    async def claim(
        self,
        tournament_id: str,
        round_number: int,
        number: int,
        limits: Mapping[str, int],
        ticket: str | None = None,
    ) -> Claim | Refusal:
        """Lease a set, if each of these parties plays fewer sets now than its limit says.

        A party is a bot, `owner:<id>` or `host:<name>`. Whoever has not heard the answer asks again
        with the same ticket, made by `new_ticket`, and is given the same claim.
        """
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.fences(tournament_id), keys.journal(tournament_id, round_number, number),
            keys.losses(tournament_id), keys.ALARMS, keys.COUNTERS,
            keys.ticket(ticket or new_ticket()), keys.withdrawn(tournament_id),
            *(keys.slots(party) for party in limits),
        ]  # fmt: skip
        values: list[Argument] = [
            tournament_id, round_number, number, self.lease_ms, *limits.values()
        ]  # fmt: skip
        answer = await self._client.call(list[bytes | int | list[bytes]], "claim", names, values)
        match answer:
            case [b"OK", int(fence), list(journal), list(withdrawn)]:
                return Claim(fence, journal, frozenset(bot.decode() for bot in withdrawn))
        return refusal(answer, list(limits))

    async def append(
        self, tournament_id: str, round_number: int, additions: Sequence[Addition]
    ) -> list[bool]:
        """Add to journals and renew the leases; give for each whether the set is still ours.

        Faults are kept with their entries, once, however often these are added.
        """
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.fences(tournament_id), keys.losses(tournament_id), keys.COUNTERS,
        ]  # fmt: skip
        names += [keys.journal(tournament_id, round_number, each.number) for each in additions]
        heads = [(each.number, each.fence, each.at, len(each.entries)) for each in additions]
        faults = [(at, made) for at, each in enumerate(additions, 1) for made in each.faults]
        names += [keys.faults(made.bot, "match") for _, made in faults]
        values: list[Argument] = [
            round_number, self.lease_ms, msgspec.msgpack.encode(heads),
            msgspec.msgpack.encode([(at, made.entry) for at, made in faults]),
        ]  # fmt: skip
        for each in additions:
            values += each.entries
        values += [encode_fault(made.fault) for _, made in faults]
        answers = await self._client.call(list[bytes], "append", names, values)
        return [answer == b"OK" for answer in answers]

    async def release(
        self, tournament_id: str, round_number: int, number: int, fence: int, parties: Iterable[str]
    ) -> bool:
        """Give a set back, to be had at once by anybody; False if it is not ours any more."""
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.fences(tournament_id), *(keys.slots(party) for party in parties),
        ]  # fmt: skip
        values = [round_number, number, fence]
        return await self._client.call(bytes, "release", names, values) == b"OK"


def _state_of(score: float) -> OpenSetState:
    if score == inf:
        return "quarantined"
    return "playing" if score > 1 else "open"


def new_ticket() -> str:
    """Give the name of one attempt to claim a set."""
    return token_hex(8)


def refusal(answer: Sequence[bytes | int | list[bytes]], parties: Sequence[str]) -> Refusal:
    """Give why a claim was refused, as a function of the store says it."""
    match answer:
        case [b"GONE"]:
            return Refusal("GONE")
        case [b"BUSY"]:
            return Refusal("BUSY")
        case [b"FULL", int(place)]:
            return Refusal("FULL", parties[place])
    raise StoreError(f"claim: unknown answer {answer}")
