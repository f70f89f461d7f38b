"""Live ratings. A rating lives in one place, the board's sorted set; the rest is beside it."""

from arena.store import keys
from arena.store.client import Client


class BoardRepository:
    """Reads ratings, in micro-Elo; only a commit writes them."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def ratings(self, tournament_id: str) -> list[tuple[str, int]]:
        """Give bot ids with their ratings, the best first."""
        board = keys.board(tournament_id)
        flat = await self._client.run(list[bytes], "ZRANGE", board, 0, -1, "REV", "WITHSCORES")
        return pairs(flat)

    async def played(self, tournament_id: str) -> dict[str, int]:
        """Give how many sets each bot has in the log; bots without one are left out."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.played(tournament_id))
        return dict(pairs(flat))

    async def base(self, tournament_id: str) -> dict[str, int]:
        """Give every bot's rating at the start of the present round."""
        base = keys.base(tournament_id)
        flat = await self._client.run(list[bytes], "ZRANGE", base, 0, -1, "WITHSCORES")
        return dict(pairs(flat))


def pairs(flat: list[bytes]) -> list[tuple[str, int]]:
    """Give what a reply lists of names, each followed by its number."""
    return [
        (name.decode(), int(number)) for name, number in zip(flat[::2], flat[1::2], strict=True)
    ]
