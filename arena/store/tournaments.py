"""Tournaments, their entries, and the steps of their life that are neither a result nor an act.

What their organisers do to them after the start is in `arena.store.acts`.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client
from arena.tournament.blocks import Blocks
from arena.tournament.config import Config

State = Literal["draft", "open", "running", "paused", "finished", "cancelled"]
Registration = Literal["open", "invitation"]
Entered = Literal["OK", "STATE", "TAKEN", "FULL", "RETIRED"]
_ENTERED: dict[bytes, Entered] = {
    b"OK": "OK",
    b"STATE": "STATE",
    b"TAKEN": "TAKEN",
    b"FULL": "FULL",
    b"RETIRED": "RETIRED",
}
MOST_UNFINISHED = 20
"""Tournaments of an organiser that are not finished."""
MOST_ENTRIES = 1_000
"""Entries of a tournament."""
MOST_INVITED = 200
"""Owners that are invited to a tournament by name."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a tournament. `secret` is not to be shown before the end.

    Where there is an `invitation`, who enters must have been told it, or be one of `invited`.
    """

    id: str
    owner: str
    name: str
    config: Config
    secret: bytes
    commitment: str
    created_ms: int
    invitation: str | None = None
    invited: tuple[str, ...] = ()


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it stands: its plan, and what moves.

    `attempt` counts its owner's tournaments of this name. `round` is the one being played (0 before
    the first), `final`, `beacon` and `blocks` its seed, what of it came from outside, and its base
    blocks once started. `head` is the head of the result log's chain, `opened` what that began
    with. Times are ms since 1970.
    """

    plan: Plan
    attempt: int
    state: State
    round: int
    final: bytes | None
    beacon: bytes | None
    blocks: Blocks
    opened: bytes | None
    head: bytes
    started_ms: int | None = None
    ended_ms: int | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is played in it any more."""
        return self.state in ("finished", "cancelled")


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with what is counted of it: entries, sets of the present round, results."""

    tournament: Tournament
    entries: int
    sets_open: int
    sets_quarantined: int
    sets_done: int


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A bot as it was entered: `windows` is in the headers of matches, `name` in the proof."""

    bot: str
    name: str
    owner: str
    nonce: bytes
    windows: bool


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """What a start fixes: the seed of so many entries, base blocks, and the first head of the log.

    Every bot begins with this `rating` (micro-Elo).
    """

    final: bytes
    beacon: bytes | None = None
    blocks: Blocks
    opened: bytes
    entries: int
    rating: int


class TournamentRepository:
    """Reads and writes tournaments and entries.

    Steps give False, with nothing changed, where the tournament is not in the state they need.
    A step that has been done already is done.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def unfinished(self, owner_id: str) -> list[str]:
        """Give the ids of an owner's tournaments but for those that were seen to be finished."""
        found = await self._client.run(list[bytes], "SMEMBERS", keys.unfinished(owner_id))
        return [member.decode() for member in found]

    async def draft(self, plan: Plan, head: bytes, unfinished: Sequence[str] = ()) -> bool:
        """Store a new tournament, whose empty log has this head.

        Gives False, with nothing stored, if its owner has `MOST_UNFINISHED` of which no one of
        `unfinished` is finished by now.
        """
        names = [
            keys.tournament(plan.id), keys.TOURNAMENTS, keys.unfinished(plan.owner),
            keys.audit(plan.id), keys.attempts(plan.owner),
        ]  # fmt: skip
        names += [keys.tournament(each) for each in unfinished]
        record = msgspec.msgpack.encode(plan)
        values: list[Argument] = [
            record, plan.id, plan.created_ms, head, MOST_UNFINISHED, plan.owner,
            plan.name.casefold(),
        ]  # fmt: skip
        return await self._client.step(bytes, "draft", names, [*values, *unfinished]) == b"OK"

    async def open(self, tournament_id: str, who: str) -> bool:
        """Open a draft for entries; `who` (owner id) is kept with the act."""
        names = [
            keys.tournament(tournament_id), keys.FEED, keys.audit(tournament_id), keys.OPENED,
        ]  # fmt: skip
        values: list[Argument] = [tournament_id, who, "open"]
        return await self._client.step(bytes, "open", names, values) == b"OK"

    async def voids(self, tournament_id: str) -> list[bytes]:
        """Give the log's entries of all voids, in its order."""
        run, log = self._client.run, keys.log(tournament_id)
        ids = await run(list[bytes], "LRANGE", keys.voids(tournament_id), 0, -1)
        found = await asyncio.gather(
            *(run(list[tuple[bytes, list[bytes]]], "XRANGE", log, each, each) for each in ids)
        )
        return [fields[fields.index(b"r") + 1] for ((_, fields),) in found]

    async def withdrawn(self, tournament_id: str) -> set[str]:
        """Give the bots that were withdrawn after the start."""
        found = await self._client.run(list[bytes], "SMEMBERS", keys.withdrawn(tournament_id))
        return {bot.decode() for bot in found}

    async def enter(self, tournament_id: str, entry: Entry) -> Entered:
        """Enter a bot; `TAKEN` if it is entered already, `STATE` if entries are not open.

        `FULL` if there are `MOST_ENTRIES`, `RETIRED` if the bot enters nothing more.
        """
        names = [
            keys.tournament(tournament_id), keys.entries(tournament_id), keys.FEED, keys.RETIRED,
            keys.bot_tournaments(entry.bot),
        ]  # fmt: skip
        record = msgspec.msgpack.encode(entry)
        values: list[Argument] = [tournament_id, entry.bot, record, MOST_ENTRIES]
        answer = await self._client.step(bytes, "enter", names, values)
        return _ENTERED[answer]

    async def start(self, plan: Plan, start: Start) -> bool:
        """Fix the seed, and give every bot its first rating."""
        names = [
            keys.tournament(plan.id), keys.entries(plan.id), keys.board(plan.id),
            keys.RUNNING, keys.FEED, keys.LATEST, keys.audit(plan.id), keys.UNRATED, keys.OPENED,
        ]  # fmt: skip
        packed = msgspec.msgpack.encode(start.blocks)
        values: list[Argument] = [
            plan.id, start.final, packed, start.entries, start.rating, plan.config.game, plan.owner,
            start.opened, start.beacon or b"", int(plan.config.ladder),
        ]  # fmt: skip
        return await self._client.step(bytes, "start", names, values) == b"OK"

    async def open_round(
        self,
        tournament_id: str,
        round_number: int,
        sets: int,
        left_out: Sequence[int] = (),
        voids: int = 0,
    ) -> bool:
        """Freeze the ratings and open the sets of the next round, if all before it are done.

        It has so many, numbered from 0; those `left_out` are not played, which follows from so many
        `voids`.
        """
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.board(tournament_id), keys.base(tournament_id), keys.heads(tournament_id),
            keys.FEED, keys.voids(tournament_id),
        ]  # fmt: skip
        packed = msgspec.msgpack.encode(left_out)
        values: list[Argument] = [tournament_id, round_number, sets, packed, voids]
        return await self._client.step(bytes, "open_round", names, values) == b"OK"

    async def finish(self, tournament_id: str, last_round: int) -> bool:
        """End a tournament whose last round is done."""
        names = [
            keys.tournament(tournament_id), keys.open_sets(tournament_id),
            keys.heads(tournament_id), keys.RUNNING, keys.FEED,
        ]  # fmt: skip
        values: list[Argument] = [tournament_id, last_round]
        return await self._client.step(bytes, "finish", names, values) == b"OK"

    async def get(self, tournament_id: str) -> Tournament | None:
        """Give the tournament of this id."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.tournament(tournament_id))
        return _tournament(flat) if flat else None

    async def entries(self, tournament_id: str) -> list[Entry]:
        """Give the entries in order of bot id."""
        found = await self._client.run(list[bytes], "HVALS", keys.entries(tournament_id))
        decode = msgspec.msgpack.Decoder(Entry).decode
        return sorted((decode(data) for data in found), key=lambda entry: entry.bot)

    async def overviews(self, ids: Sequence[str]) -> list[Overview]:
        """Give the tournaments of these ids that are there, with one call for all of them."""
        found = await self._client.read(list[_Looked], "look", _overview_keys(ids), [])
        return [_overview(looked) for looked in found if looked[0]]

    async def heads(self, tournament_id: str) -> list[bytes]:
        """Give the heads of the result log's chain at the end of each finished round."""
        return await self._client.run(list[bytes], "LRANGE", keys.heads(tournament_id), 0, -1)

    async def page(self, after: str | None, limit: int) -> list[Overview] | None:
        """Give tournaments, the newest first, from the one after this id; None if it is unknown."""
        ids = await self._client.newest(keys.TOURNAMENTS, after, limit)
        return None if ids is None else await self.overviews(ids)

    async def newest(self, limit: int) -> list[str]:
        """Give the ids of at most so many tournaments, the newest first."""
        return await self._client.newest(keys.TOURNAMENTS, None, limit) or []

    async def in_order(self, ids: Sequence[str]) -> list[str]:
        """Give these tournaments in another order: the newest first."""
        if not ids:
            return []
        created = await self._client.run(list[bytes | None], "ZMSCORE", keys.TOURNAMENTS, *ids)
        pairs = zip(ids, created, strict=True)
        known = [(float(at), each) for each, at in pairs if at is not None]
        return [each for _, each in sorted(known, reverse=True)]

    async def latest(self, game: str) -> str | None:
        """Give the id of the tournament of this game that was the last to start."""
        found = await self._client.find(bytes, "HGET", keys.LATEST, game)
        return None if found is None else found.decode()

    async def running(self) -> list[str]:
        """Give the ids of running tournaments."""
        return await self._members(keys.RUNNING)

    async def opened(self) -> list[str]:
        """Give the ids of tournaments that take entries."""
        return await self._members(keys.OPENED)

    async def _members(self, key: str) -> list[str]:
        found = await self._client.run(list[bytes], "SMEMBERS", key)
        return sorted(member.decode() for member in found)


_Looked = tuple[list[bytes], int, int, int, int]
"""What the function gives of each: its fields, and four numbers."""


def _overview_keys(ids: Sequence[str]) -> list[str]:
    kinds = (keys.tournament, keys.entries, keys.open_sets, keys.log, keys.voids)
    return [key(each) for each in ids for key in kinds]


def _overview(looked: _Looked) -> Overview:
    flat, entries, sets_open, sets_quarantined, sets_done = looked
    return Overview(
        tournament=_tournament(flat),
        entries=entries,
        sets_open=sets_open,
        sets_quarantined=sets_quarantined,
        sets_done=sets_done,
    )


def _tournament(flat: Sequence[bytes]) -> Tournament:
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    return Tournament(
        plan=msgspec.msgpack.decode(fields[b"plan"], type=Plan),
        attempt=int(fields[b"attempt"]),
        state=msgspec.convert(fields[b"state"].decode(), State),
        round=int(fields[b"round"]),
        final=fields.get(b"final"),
        beacon=fields.get(b"beacon"),
        blocks=msgspec.msgpack.decode(fields.get(b"blocks", b"\x90"), type=Blocks),
        opened=fields.get(b"opened"),
        head=fields[b"head"],
        started_ms=int(fields[b"started"]) if b"started" in fields else None,
        ended_ms=int(fields[b"ended"]) if b"ended" in fields else None,
    )
