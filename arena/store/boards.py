"""Live ratings. A rating lives in one place, the board's sorted set; the rest is beside it."""

import msgspec

from arena.store import keys
from arena.store.bots import shown_name
from arena.store.client import Client
from arena.store.results import Logged, logged


class BoardRepository:
    """Reads ratings, in micro-Elo; only a commit writes them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def ratings(self, tournament_id: str) -> list[tuple[str, int]]:
        """Give bot ids with their ratings, the best first."""
        board = keys.board(tournament_id)
        flat = await self._client.run(list[bytes], "ZRANGE", board, 0, -1, "REV", "WITHSCORES")
        return pairs(flat)

    async def look(self, tournament_id: str) -> tuple[list[tuple[str, int, str]], Logged | None]:
        """Give bot ids with ratings and names, the best first, and the newest entry of the log.

        All of the same moment: what entries up to this one have changed is in the ratings.
        """
        names = [keys.board(tournament_id), keys.NAMES, keys.log(tournament_id)]
        found = await self._client.read(_Looked, "board", names, [])
        both = zip(pairs(found.ratings), found.names, strict=True)
        lines = [(bot, rating, shown_name(bot, name or b"")) for (bot, rating), name in both]
        return lines, logged(*found.newest[0]) if found.newest else None

    async def played(self, tournament_id: str) -> dict[str, int]:
        """Give how many sets each bot has in the log; bots without one are left out."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.played(tournament_id))
        return dict(pairs(flat))

    async def base(self, tournament_id: str) -> dict[str, int]:
        """Give every bot's rating at the start of the present round."""
        base = keys.base(tournament_id)
        flat = await self._client.run(list[bytes], "ZRANGE", base, 0, -1, "WITHSCORES")
        return dict(pairs(flat))


class _Looked(msgspec.Struct, array_like=True):
    """What the function gives: ids and ratings in turn, names, the newest entry of the log."""

    ratings: list[bytes]
    names: list[bytes | None]
    newest: list[tuple[bytes, list[bytes]]]


def pairs(flat: list[bytes]) -> list[tuple[str, int]]:
    """Give what a reply lists of names, each followed by its number."""
    return [
        (name.decode(), int(number)) for name, number in zip(flat[::2], flat[1::2], strict=True)
    ]
