"""The result log of a tournament, and the commit of a set into it and onto the board."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client
from arena.store.errors import StoreError


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """A finished set: who played it by which claim, its result, and what it does to ratings.

    `before` and `after` are the heads of the log's chain around it; `changes` are micro-Elo by bot;
    `parties` are those that the set was claimed for; `counts` are added to the arena's counters.
    """

    tournament: str
    round: int
    number: int
    fence: int
    digest: bytes
    result: bytes
    before: bytes
    after: bytes
    changes: Mapping[str, int]
    parties: Sequence[str]
    counts: Mapping[str, int]


class Committed(msgspec.Struct, frozen=True):
    """The set is in the log, by this call or (`again`) already; `left` are open in its round."""

    again: bool
    left: int | None


class Rejected(msgspec.Struct, frozen=True):
    """Nothing was done.

    `HEAD`: the log has grown and `head` is its head now. `FENCED`, `GONE`, `ROUND`: the set is not
    ours any more. `CONFLICT`: it is in the log with another digest; an alarm was kept.
    """

    why: Literal["HEAD", "FENCED", "GONE", "ROUND", "CONFLICT"]
    head: bytes | None = None


class Logged(msgspec.Struct, frozen=True):
    """An entry of the log: its stream id, the digest and the result."""

    id: str
    digest: bytes
    result: bytes


class ResultRepository:
    """Commits sets and reads the log."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def commit(self, commit: Commit) -> Committed | Rejected:
        """Write result, ratings and event in one step, if nothing forbids it.

        Raises StoreError where the commit itself is wrong (unknown bot, sum not zero): our bug.
        """
        answer = await self._client.step(
            list[bytes | int], "commit", _commit_keys(commit), _commit_values(commit)
        )
        match answer:
            case [b"OK", bytes(), int(left)]:
                return Committed(again=False, left=left)
            case [b"DUP", *_]:
                return Committed(again=True, left=None)
            case [b"HEAD", bytes(head)]:
                return Rejected("HEAD", head)
            case [b"FENCED" | b"GONE" | b"ROUND" | b"CONFLICT" as why, *_]:
                return Rejected(msgspec.convert(why.decode(), _WHY))
        raise StoreError(f"commit of set {commit.round}/{commit.number}: {answer}")

    async def read(self, tournament_id: str, after: str | None, limit: int) -> list[Logged]:
        """Give at most `limit` entries of the log after the one of this id, in order."""
        start = "-" if after is None else f"({after}"
        return await self._range(tournament_id, start, "+", limit)

    async def since(self, tournament_id: str, first: str, limit: int) -> list[Logged]:
        """Give at most `limit` entries from the one of this id on (`-`: from the oldest)."""
        return await self._range(tournament_id, first, "+", limit)

    async def back(self, tournament_id: str, start: str, lowest: str, limit: int) -> list[Logged]:
        """Give at most `limit` entries from the id `start` down to `lowest`, the newest first.

        With `(` before an id it begins below it.
        """
        log = keys.log(tournament_id)
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XREVRANGE", log, start, lowest, "COUNT", limit
        )
        return [logged(entry_id, fields) for entry_id, fields in found]

    async def newest(self, starts: Mapping[str, str], lowest: str) -> dict[str, str]:
        """Give the id of the newest entry of each log from its own start down to `lowest`.

        Logs without one are left out.
        """
        names = [keys.log(tournament_id) for tournament_id in starts]
        found = await self._client.call(list[bytes], "newest", names, [lowest, *starts.values()])
        pairs = zip(starts, found, strict=True)
        return {tournament_id: entry_id.decode() for tournament_id, entry_id in pairs if entry_id}

    async def get(self, tournament_id: str, round_number: int, number: int) -> Logged | None:
        """Give a set's entry; None if it is not committed."""
        done = keys.done(tournament_id, round_number)
        entry_id = await self._client.find(bytes, "HGET", done, number)
        if entry_id is None:
            return None
        found = await self._range(tournament_id, entry_id.decode(), entry_id.decode(), 1)
        return found[0]

    async def get_many(
        self, tournament_id: str, round_number: int, numbers: Sequence[int]
    ) -> dict[int, Logged]:
        """Give the entries of those of these sets of a round that are committed, by number."""
        if not numbers:
            return {}
        done = keys.done(tournament_id, round_number)
        ids = await self._client.run(list[bytes | None], "HMGET", done, *numbers)
        found = {}
        for number, entry_id in zip(numbers, ids, strict=True):
            if entry_id is not None:
                place = entry_id.decode()
                (found[number],) = await self._range(tournament_id, place, place, 1)
        return found

    async def committed(
        self, tournament_id: str, round_number: int, numbers: Sequence[int]
    ) -> set[int]:
        """Give those of these sets of a round that are in the log."""
        if not numbers:
            return set()
        done = keys.done(tournament_id, round_number)
        ids = await self._client.run(list[bytes | None], "HMGET", done, *numbers)
        return {number for number, entry in zip(numbers, ids, strict=True) if entry is not None}

    async def count(self, tournament_id: str) -> int:
        """Give how many sets are in the log."""
        return await self._client.run(int, "XLEN", keys.log(tournament_id))

    async def _range(self, tournament_id: str, start: str, end: str, limit: int) -> list[Logged]:
        log = keys.log(tournament_id)
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XRANGE", log, start, end, "COUNT", limit
        )
        return [logged(entry_id, fields) for entry_id, fields in found]


_WHY = Literal["HEAD", "FENCED", "GONE", "ROUND", "CONFLICT"]


def logged(entry_id: bytes, flat: list[bytes]) -> Logged:
    """Give an entry of a log as the store has it: its id, its fields and their values in turn."""
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    return Logged(entry_id.decode(), fields[b"d"], fields[b"r"])


def _commit_keys(commit: Commit) -> list[str]:
    own = commit.tournament
    return [
        keys.tournament(own), keys.open_sets(own), keys.fences(own), keys.losses(own),
        keys.journal(own, commit.round, commit.number), keys.done(own, commit.round),
        keys.log(own), keys.board(own), keys.played(own), keys.FEED, keys.ALARMS, keys.COUNTERS,
        *(keys.slots(party) for party in commit.parties),
    ]  # fmt: skip


def _commit_values(commit: Commit) -> list[Argument]:
    values: list[Argument] = [
        commit.tournament, commit.round, commit.number, commit.fence,
        commit.digest, commit.before, commit.after, commit.result,
        msgspec.msgpack.encode(commit.counts),
    ]  # fmt: skip
    for bot, change in commit.changes.items():
        values += [bot, change]
    return values
