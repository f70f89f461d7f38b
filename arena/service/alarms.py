"""Use cases: read the alarms, see which sets are in quarantine, and put these back into play."""

from typing import Final

import msgspec

from arena.service.rounds import Rounds
from arena.service.started import find_tournament
from arena.store.alarms import Raised
from arena.store.store import Store

SHOWN: Final = 100
"""Alarms that are given at most."""

_ADVICE: Final = {
    "quarantined": "nobody plays this set, and its round waits: look in the logs of the workers "
    "for what took them down there, then put it back with `arena retry {tournament}`",
    "conflict": "one set came to two results, of which the first counts: that is a defect of the "
    "arena or a forged commit; `arena rebuild {tournament}` says whether the log is sound",
    "changed": "what was public of this set has been replaced: tell the entrants, and prove the "
    "new results with `arena rebuild {tournament}`",
    "rolled_back": "the store lost its last writes, as in a power cut; what is gone is played "
    "again by itself, and ARENA_DURABILITY=waitaof has results wait for the disk",
}
_NO_ADVICE: Final = "a newer release knows what this means: ask it"


class AlarmView(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm, when it was raised (ms since 1970, by the store's clock), and what to do."""

    id: str
    at_ms: int
    kind: str
    tournament: str
    round: int | None
    set: int | None
    why: str
    advice: str


class Quarantined(msgspec.Struct, frozen=True, kw_only=True):
    """The sets of a tournament's present round that are in quarantine."""

    tournament: str
    round: int
    sets: list[int]


class AlarmReport(msgspec.Struct, frozen=True, kw_only=True):
    """The newest alarms, the newest last, and what is in quarantine now, whenever that began."""

    alarms: list[AlarmView]
    quarantined: list[Quarantined]


class Alarms:
    """What went wrong that must not, and its end."""

    def __init__(self, store: Store, rounds: Rounds) -> None:
        self._store = store
        self._rounds = rounds

    async def report(self) -> AlarmReport:
        """Give the newest alarms and all sets in quarantine."""
        alarms = [_view(raised) for raised in await self._store.alarms.newest(SHOWN)]
        found = [await self._quarantined(each) for each in await self._store.tournaments.running()]
        return AlarmReport(alarms=alarms, quarantined=[each for each in found if each.sets])

    async def after(self, alarm_id: str) -> list[AlarmView]:
        """Give the alarms that follow the one of this id (`0`: all), at most `SHOWN`, in order."""
        return [_view(raised) for raised in await self._store.alarms.after(alarm_id, SHOWN)]

    async def retry(self, tournament_id: str) -> Quarantined:
        """Put the sets in quarantine back into play; give which these were.

        Raises NotFound.
        """
        round_number = await self._round(tournament_id)
        sets = await self._store.sets.retry(tournament_id, round_number)
        if sets:
            await self._rounds.dispatch(tournament_id)
        return Quarantined(tournament=tournament_id, round=round_number, sets=sets)

    async def _quarantined(self, tournament_id: str) -> Quarantined:
        sets = await self._store.sets.quarantined(tournament_id)
        return Quarantined(
            tournament=tournament_id, round=await self._round(tournament_id), sets=sets
        )

    async def _round(self, tournament_id: str) -> int:
        return (await find_tournament(self._store.tournaments, tournament_id)).round


def _view(raised: Raised) -> AlarmView:
    alarm = raised.alarm
    return AlarmView(
        id=raised.id,
        at_ms=raised.at_ms,
        kind=alarm.kind,
        tournament=alarm.tournament,
        round=alarm.round,
        set=alarm.set,
        why=alarm.why,
        advice=_ADVICE.get(alarm.kind, _NO_ADVICE).format(tournament=alarm.tournament),
    )
