"""Alarms: what must never happen, kept for the organiser to look into.

Functions raise them together with what they do about it; what only an onlooker can notice is raised
here. The stream is capped, and its ids hold the ms since 1970 by the server's clock.
"""

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client

KEPT = 1_000
"""About so many alarms are kept, the newest: as in `functions/common.lua`."""
_ALIKE = 100
"""Among so many an alarm that is raised again is looked for."""


class Alarm(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a tournament, or with a set of it.

    Kinds: `quarantined` (set), `conflict` (set: committed again with another digest), `changed`
    (set: played again, it came to another result than was public), `rolled_back` (the store has
    lost what was announced).
    """

    kind: str
    tournament: str
    round: int | None = None
    set: int | None = None
    why: str


class Raised(msgspec.Struct, frozen=True):
    """An alarm that was raised; `id` is its place in the stream."""

    id: str
    alarm: Alarm

    @property
    def at_ms(self) -> int:
        """The ms since 1970 when it was raised."""
        return int(self.id.partition("-")[0])


class AlarmRepository:
    """Raises and reads alarms."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def newest(self, limit: int) -> list[Raised]:
        """Give at most `limit` alarms, the newest last."""
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XREVRANGE", keys.ALARMS, "+", "-", "COUNT", limit
        )
        return [_raised(entry_id, fields) for entry_id, fields in reversed(found)]

    async def after(self, alarm_id: str, limit: int) -> list[Raised]:
        """Give at most `limit` alarms after the one of this id (`0`: from the oldest), in order."""
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]],
            "XRANGE", keys.ALARMS, f"({alarm_id}", "+", "COUNT", limit,
        )  # fmt: skip
        return [_raised(entry_id, fields) for entry_id, fields in found]

    async def add(self, alarm: Alarm) -> None:
        """Raise an alarm, unless the same one was raised lately.

        Two that notice the same thing in the same moment may still both raise it.
        """
        if any(each.alarm == alarm for each in await self.newest(_ALIKE)):
            return
        fields: list[Argument] = ["kind", alarm.kind, "t", alarm.tournament, "why", alarm.why]
        if alarm.round is not None:
            fields += ["round", alarm.round]
        if alarm.set is not None:
            fields += ["set", alarm.set]
        await self._client.run(bytes, "XADD", keys.ALARMS, "MAXLEN", "~", KEPT, "*", *fields)
        await self._client.run(int, "HINCRBY", keys.COUNTERS, f"alarms {alarm.kind}", 1)


def _raised(entry_id: bytes, flat: list[bytes]) -> Raised:
    text = [each.decode() for each in flat]
    fields = dict(zip(text[::2], text[1::2], strict=True))
    alarm = Alarm(
        kind=fields["kind"],
        tournament=fields["t"],
        round=int(fields["round"]) if "round" in fields else None,
        set=int(fields["set"]) if "set" in fields else None,
        why=fields["why"],
    )
    return Raised(entry_id.decode(), alarm)
