"""Ladders: the log of rounds that each has rated, and what follows from it, kept at hand.

Ratings and sets by bot, and the history of each bot, are written by the step that adds the entry of
a round to the log, and only by it.
"""

from collections.abc import Sequence

import msgspec

from arena.store import keys
from arena.store.boards import pairs
from arena.store.client import Argument, Client
from arena.store.errors import StoreError
from arena.tournament.elo import START
from arena.tournament.ladder import Base, RatedRound, encode_round, first_head, link


class LoggedRound(msgspec.Struct, frozen=True):
    """An entry of a ladder's log: its stream id and its data."""

    id: str
    data: bytes


class HistoryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's rating (micro-Elo) on a ladder after a round of a tournament; when, by its `id`."""

    id: str
    tournament: str
    round: int
    rating: int


class LadderBoard(msgspec.Struct, frozen=True):
    """A ladder: the head of its log; bot ids with rating (micro-Elo) and sets, the best first."""

    head: bytes
    lines: list[tuple[str, int, int]]


class LadderRepository:
    """Reads ladders, and adds rounds to them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def unrated(self) -> list[str]:
        """Give the ids of tournaments whose ladders are still to rate rounds of them."""
        found = await self._client.run(list[bytes], "SMEMBERS", keys.UNRATED)
        return sorted(member.decode() for member in found)

    async def rated(self, tournament_id: str) -> int:
        """Give how many rounds of a tournament its ladder has rated."""
        return await self._client.run(int, "LLEN", keys.ladder_rounds(tournament_id))

    async def entry(self, game: str, tournament_id: str, round_number: int) -> bytes | None:
        """Give the entry of a round of a tournament in the log of a ladder."""
        place = await self._client.find(
            bytes, "LINDEX", keys.ladder_rounds(tournament_id), round_number - 1
        )
        if place is None:
            return None
        found = await self._range("XRANGE", game, place.decode(), place.decode(), 1)
        return found[0].data if found else None

    async def base(self, game: str, bots: Sequence[str]) -> tuple[bytes, Base]:
        """Give the head of a ladder's log, and what is rated of these bots, but for new ones."""
        names = [keys.ladder(game), keys.ladder_board(game), keys.ladder_played(game)]
        head, *flat = await self._client.call(list[bytes], "ladder_base", names, list(bots))
        found = zip(bots, flat[::2], flat[1::2], strict=True)
        base = {bot: (int(rating), int(sets)) for bot, rating, sets in found if rating}
        return head or first_head(game), base

    async def rate(self, game: str, head: bytes, rated: RatedRound) -> bool:
        """Add the entry of a round, made from the base that `base` gave with this head.

        False: another was added since, and nothing was done. Raises StoreError where the entry
        itself is wrong: our bug.
        """
        entry = encode_round(rated)
        names = [
            keys.ladder(game), keys.ladder_log(game), keys.ladder_board(game),
            keys.ladder_played(game), keys.ladder_rounds(rated.tournament), keys.FEED,
            *(keys.ladder_history(game, change.bot) for change in rated.changes),
        ]  # fmt: skip
        before = b"" if head == first_head(game) else head
        values: list[Argument] = [
            rated.tournament, rated.round, before, link(head, entry), entry, START,
        ]  # fmt: skip
        for change in rated.changes:
            values += [change.bot, change.gained, change.played]
        match await self._client.step(bytes, "rate_round", names, values):
            case b"OK":
                return True
            case b"HEAD":
                return False
            case answer:
                where = f"{rated.tournament}, round {rated.round}"
                raise StoreError(f"ladder {game}: {where}: {answer!r}")

    async def end(self, tournament_id: str) -> None:
        """Note that a tournament which is over has no round that its ladder is still to rate."""
        await self._client.run(int, "SREM", keys.UNRATED, tournament_id)

    async def look(self, game: str) -> LadderBoard:
        """Give a ladder as it is at one time."""
        names = [keys.ladder(game), keys.ladder_board(game), keys.ladder_played(game)]
        found = await self._client.read(_Looked, "ladder", names, [])
        sets = dict(pairs(found.sets))
        lines = [(bot, rating, sets.get(bot, 0)) for bot, rating in pairs(found.ratings)]
        return LadderBoard(found.head or first_head(game), lines)

    async def log(self, game: str, after: str | None, limit: int) -> list[LoggedRound]:
        """Give at most `limit` entries after the one of this id, in order."""
        start = "-" if after is None else f"({after}"
        return await self._range("XRANGE", game, start, "+", limit)

    async def newest(self, game: str, before: str | None, limit: int) -> list[LoggedRound]:
        """Give at most `limit` entries, the newest first, from the one before this id."""
        start = "+" if before is None else f"({before}"
        return await self._range("XREVRANGE", game, start, "-", limit)

    async def history(
        self, game: str, bot_id: str, before: str | None, limit: int
    ) -> list[HistoryEntry]:
        """Give a bot's ratings, the newest first, from the one before this id."""
        start = "+" if before is None else f"({before}"
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]],
            *("XREVRANGE", keys.ladder_history(game, bot_id), start, "-", "COUNT", limit),
        )
        return [_rated(entry_id, fields) for entry_id, fields in found]

    async def _range(
        self, command: str, game: str, start: str, end: str, limit: int
    ) -> list[LoggedRound]:
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]],
            *(command, keys.ladder_log(game), start, end, "COUNT", limit),
        )
        return [LoggedRound(entry_id.decode(), fields[1]) for entry_id, fields in found]


class _Looked(msgspec.Struct, array_like=True):
    """What the function gives: the head, ids and ratings in turn, ids and sets in turn."""

    head: bytes
    ratings: list[bytes]
    sets: list[bytes]


def _rated(entry_id: bytes, flat: Sequence[bytes]) -> HistoryEntry:
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    return HistoryEntry(
        id=entry_id.decode(),
        tournament=fields[b"t"].decode(),
        round=int(fields[b"round"]),
        rating=int(fields[b"rating"]),
    )
