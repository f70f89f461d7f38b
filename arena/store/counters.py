"""Counts of what has happened in the whole arena, whichever process did it.

They are written by the functions in which it happens, with it or not at all.
"""

from arena.store import keys
from arena.store.client import Client


class CounterRepository:
    """Reads the counts."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def all(self) -> dict[str, int]:
        """Give all counts by their names."""
        flat = await self._client.run(list[bytes], "HGETALL", keys.COUNTERS)
        return {
            name.decode(): int(count) for name, count in zip(flat[::2], flat[1::2], strict=True)
        }
