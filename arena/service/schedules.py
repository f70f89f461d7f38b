"""Use case: look at a round of a tournament: who meets whom, how each set stands, what came of it.

What may live here: what everybody may know of the schedule. That is never a seed or a deal, and not
who sits where before it was played.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from arena.service.direction import SetView
from arena.service.errors import Invalid
from arena.service.matches import Matches, MatchView
from arena.service.paging import bad_cursor, check_limit
from arena.service.started import Started, find_started
from arena.store.sets import OpenSetState
from arena.store.store import Store

SetState = Literal["planned", "open", "playing", "quarantined", "done", "void", "dropped"]
_CURSOR = re.compile(r"[1-9]\d{0,8}", re.ASCII)


class ScheduledSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set of a round: its bots in table order, how it stands, and its matches once it is played.

    It is `planned` until its round begins, `open` until somebody is `playing` it, and `done` in the
    end. `quarantined`: it took down every worker that played it. `void`: it counts no more, or was
    never played since a bot was withdrawn. `dropped`: the tournament was cancelled before. A rerun
    `replaces` a void set.
    """

    set: int
    bots: tuple[str, ...]
    state: SetState
    replaces: SetView | None
    matches: list[MatchView]


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """Some of the `sets` of a round (planned ones, then reruns); `next` is the next page's cursor.

    `present` is the round that is played now, or was the last.
    """

    tournament: str
    round: int
    rounds: int
    present: int
    sets: int
    items: list[ScheduledSet]
    next: str | None


class Schedules:
    """Schedules of tournaments that have started."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store = store
        self._matches = matches

    async def round(
        self, tournament_id: str, round_number: int | None, cursor: str | None, limit: int
    ) -> RoundView:
        """Give sets of a round in order of their numbers; None stands for the present round.

        Raises NotFound (also if it has not started) and Invalid (round, cursor).
        """
        check_limit(limit)
        started = await find_started(self._store.tournaments, tournament_id)
        number = _round_of(started, round_number)
        sets = started.schedule.reruns(number).stop
        first = _first(cursor, sets)
        numbers = range(first, min(first + limit, sets))
        return RoundView(
            tournament=tournament_id,
            round=number,
            rounds=started.schedule.rounds,
            present=started.tournament.round,
            sets=sets,
            items=await self._sets(started, number, numbers),
            next=str(numbers.stop) if numbers.stop < sets else None,
        )

    async def _sets(
        self, started: Started, round_number: int, numbers: Sequence[int]
    ) -> list[ScheduledSet]:
        """Give these sets of a round; what is committed meanwhile is found to be done."""
        own, left = started.tournament.plan.id, dict[int, OpenSetState]()
        if round_number == started.tournament.round and not started.tournament.over:
            left = await self._store.sets.open_states(own, numbers)
        played = await self._matches.of_sets(own, round_number, numbers)
        return [
            ScheduledSet(
                set=number,
                bots=started.schedule.bots_of(round_number, number),
                state=_state(started, round_number, number, played, left),
                replaces=_replaced(started, round_number, number),
                matches=played.get(number, []),
            )
            for number in numbers
        ]


def _round_of(started: Started, given: int | None) -> int:
    rounds = started.schedule.rounds
    if given is None:
        return max(1, started.tournament.round)
    if not 1 <= given <= rounds:
        raise Invalid("round", f"expected 1 to {rounds}, got {given}")
    return given


def _first(cursor: str | None, sets: int) -> int:
    """Give the first set of a page; raise Invalid for a cursor that no page has given."""
    if cursor is None:
        return 0
    if not _CURSOR.fullmatch(cursor) or int(cursor) >= sets:
        raise bad_cursor(cursor)
    return int(cursor)


def _state(
    started: Started,
    round_number: int,
    number: int,
    played: Mapping[int, list[MatchView]],
    left: Mapping[int, OpenSetState],
) -> SetState:
    tournament, schedule = started.tournament, started.schedule
    gone = schedule.voids.withdrawn(round_number)
    left_out = number < schedule.set_count(round_number) and not gone.isdisjoint(
        schedule.bots_of(round_number, number)
    )
    if left_out or (round_number, number) in schedule.voids.sets:
        return "void"
    if number in played:
        return "done"
    if tournament.over:
        return "dropped"
    return "planned" if round_number > tournament.round else left.get(number, "open")


def _replaced(started: Started, round_number: int, number: int) -> SetView | None:
    """Give the set that a rerun is played for; None for a planned one."""
    first = started.schedule.set_count(round_number)
    if number < first:
        return None
    return SetView(*started.schedule.voids.reruns[round_number][number - first])
