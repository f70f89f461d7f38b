"""Reports of conformance checks, the newest of each bot. What is in one the services say."""

from arena.store import keys
from arena.store.client import Argument, Client

KEPT_MS = 30 * 24 * 3_600_000
"""So long a report is kept once it was last written."""


class ReportRepository:
    """Keeps one report a bot, for the newest of its checks."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def keep(self, bot: str, report: bytes, before: bytes | None = None) -> bool:
        """Keep how a check stands; give whether it is still the newest one of the bot.

        `before` is what was kept of the check until now; without it a check begins.
        """
        values: list[Argument] = [report, KEPT_MS, *([] if before is None else [before])]
        return await self._client.call(int, "keep_report", [keys.report(bot)], values) == 1

    async def drop(self, bot: str) -> None:
        """Forget the report on a bot; a check that is under way keeps none any more."""
        await self._client.run(int, "DEL", keys.report(bot))

    async def get(self, bot: str) -> bytes | None:
        """Give the report on a bot, if there is one."""
        return await self._client.find(bytes, "GET", keys.report(bot))
