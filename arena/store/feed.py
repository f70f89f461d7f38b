"""The feed: one stream that announces everything, after it can be read elsewhere."""

import msgspec

from arena.store import keys
from arena.store.client import Client


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. `id` is the token to resume the feed after it.

    `version` is that of this format. Kinds: `open`, `entry` (bot), `start`, `round` (round),
    `set` (round, set), `finish`; without a tournament `bot_quarantined`, `bot_released` (bot).
    """

    id: str
    version: int
    kind: str
    tournament: str | None = None
    round: int | None = None
    set: int | None = None
    bot: str | None = None


class FeedRepository:
    """Reads the feed; functions write it together with what they announce."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def read(self, after: str, limit: int) -> list[Announcement]:
        """Give at most `limit` announcements after the one of this id (`0`: from the oldest)."""
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XRANGE", keys.FEED, f"({after}", "+", "COUNT", limit
        )
        return [_announcement(entry_id, fields) for entry_id, fields in found]

    async def since(self, first: str, limit: int) -> list[Announcement]:
        """Give at most `limit` announcements from the one of this id on.

        It comes first itself, unless the store has lost it.
        """
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XRANGE", keys.FEED, first, "+", "COUNT", limit
        )
        return [_announcement(entry_id, fields) for entry_id, fields in found]

    async def newest(self) -> Announcement | None:
        """Give the newest announcement, if there is any."""
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XREVRANGE", keys.FEED, "+", "-", "COUNT", 1
        )
        return _announcement(*found[0]) if found else None


def _announcement(entry_id: bytes, flat: list[bytes]) -> Announcement:
    text = [each.decode() for each in flat]
    fields = dict(zip(text[::2], text[1::2], strict=True))
    return Announcement(
        id=entry_id.decode(),
        version=int(fields["v"]),
        kind=fields["kind"],
        tournament=fields.get("t"),
        round=int(fields["round"]) if "round" in fields else None,
        set=int(fields["set"]) if "set" in fields else None,
        bot=fields.get("bot"),
    )
