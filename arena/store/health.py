"""How bots have been of late: which of them are in quarantine, and what their checks came to.

A bot that failed in several matches in a row is in quarantine until several health checks were
passed one after another; how many, and when they are due, stands in `functions/bots.lua`. All
workers share this one state. Times are ms by the server's clock.
"""

from collections.abc import Mapping, Sequence

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client


class Quarantine(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's quarantine: since when, and when a worker that meets the bot will check it next.

    `matches` are the ids of those in which it failed, `checks_passed` how many checks it has passed
    since without failing one.
    """

    since_ms: int
    check_due_ms: int
    checks_passed: int
    matches: tuple[str, ...]


class HealthRepository:
    """Keeps the health of bots."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def quarantines(self, bots: Sequence[str]) -> dict[str, Quarantine]:
        """Give the quarantines of those of these bots that are in one, by bot."""
        if not bots:
            return {}
        names = [keys.health(bot) for bot in bots]
        found = await self._client.call(list[list[bytes]], "quarantines", names, [])
        return {bot: _quarantine(fields) for bot, fields in zip(bots, found, strict=True) if fields}

    async def note_match(self, match: str, failed: Mapping[str, bool]) -> None:
        """Note a finished match: which of the bots that were asked in it failed.

        The same match told again, by whoever resumed its set, counts once.
        """
        names = [keys.FEED, *(keys.health(bot) for bot in failed)]
        values: list[Argument] = [match]
        for bot, has_failed in failed.items():
            values += [bot, int(has_failed)]
        # It is told to others only where one failed.
        send = self._client.step if any(failed.values()) else self._client.call
        await send(bytes, "note_match", names, values)

    async def take_checks(self, bots: Sequence[str]) -> list[str]:
        """Give those of these bots whose health check is due; nobody else is given them now."""
        names = [keys.health(bot) for bot in bots]
        taken = await self._client.call(list[int], "take_checks", names, [])
        return [bot for bot, due in zip(bots, taken, strict=True) if due]

    async def note_check(self, bot: str, check: str, passed: bool) -> bool:
        """Note what a check of this name came to; give whether the bot is in quarantine now.

        Only those at least 10 s apart count as passed one after another.
        """
        names = [keys.health(bot), keys.FEED]
        answer = await self._client.step(int, "note_check", names, [bot, check, int(passed)])
        return answer == 1


def _quarantine(fields: list[bytes]) -> Quarantine:
    since, due, passed, row = fields
    return Quarantine(
        since_ms=int(since),
        check_due_ms=int(due),
        checks_passed=int(passed),
        matches=tuple(row.decode().split()),
    )
