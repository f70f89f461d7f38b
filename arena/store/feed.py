"""The feed: one stream that announces everything, after it can be read elsewhere.

What may live here: what an announcement is, which kinds there are, and how they are read.
"""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from arena.store import keys
from arena.store.client import Client

OLDEST: Final = "0"
"""The place before all announcements."""
GAP: Final = "gap"
KINDS: Final[Mapping[str, str]] = {
    "open": "a tournament takes entries",
    "entry": "`bot` has entered it",
    "start": "it has begun",
    "round": "`round` has begun",
    "set": "`set` of `round` has been played: its matches, and the ratings after it, can be read",
    "pause": "no set is begun any more, those in play are finished",
    "resume": "it goes on",
    "void": "sets of `round` count no more; the tournament says which, and what is played instead",
    "withdraw": "`bot` was taken out of it",
    "finish": "it is over, and its secret can be read",
    "cancel": "it is over before its end",
    "ladder": "the ladder of its game has rated `round`",
    "bot_quarantined": "`bot` is not asked any more, in `tournament` if one is named, else in any",
    "bot_released": "`bot` is asked again, as far as nothing else keeps it from play",
    "bot_changed": "`bot` has another name, URL or version, or is not retired any more",
    "bot_retired": "`bot` enters nothing any more",
    "bot_deleted": "`bot` is gone; its matches stay, under another name",
    GAP: "told to one reader alone: announcements after the one he had last may be lost to him, "
    "since they are not kept any more, so he should look at what is of interest to him again",
}
"""What is announced: the kinds, each with what can be read now. More may come."""


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, and can be read elsewhere by now. Which fields there are depends on
    the kind; a reader passes over kinds and fields that he does not know.
    """

    id: Annotated[
        str,
        msgspec.Meta(
            description="Its place in the feed, which goes on after it with this as `since`: ms "
            "since 1970, then its number within that ms.",
            examples=["1767225600000-0"],
        ),
    ]
    version: Annotated[int, msgspec.Meta(description="Of this format.", examples=[1])]
    kind: Annotated[
        str,
        msgspec.Meta(
            description="; ".join(f"`{kind}`: {meaning}" for kind, meaning in KINDS.items()) + ".",
            examples=list(KINDS),
        ),
    ]
    tournament: Annotated[str | None, msgspec.Meta(description="Id of a tournament.")] = None
    round: Annotated[int | None, msgspec.Meta(description="Of the tournament, from 1.")] = None
    set: Annotated[int | None, msgspec.Meta(description="Number in its round, from 0.")] = None
    bot: Annotated[str | None, msgspec.Meta(description="Id of a bot.")] = None


def place(announcement_id: str) -> tuple[int, int]:
    """Give an id in a form that is in order."""
    ms, _, number = announcement_id.partition("-")
    return int(ms), int(number or 0)


class FeedRepository:
    """Reads the feed; functions write it together with what they announce."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def read(self, after: str, limit: int) -> list[Announcement]:
        """Give at most `limit` announcements after the one of this id (`0`: from the oldest)."""
        return await self.since(f"({after}", limit)

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
