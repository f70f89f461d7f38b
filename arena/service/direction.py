"""Use cases: what an organiser does to a tournament that is being played, and the log of his acts.

Each act is one step of the store: of two at once one is done, and the other is told why not.
"""

from collections.abc import Sequence

import msgspec

from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.naming import check_reason
from arena.service.owners import Identity
from arena.service.paging import Page, check_limit, check_place
from arena.service.rounds import Rounds
from arena.service.started import (
    Started,
    find_own_tournament,
    find_started,
    find_tournament,
    not_in_state,
)
from arena.store.acts import Act, Voiding
from arena.store.results import ResultRepository
from arena.store.store import Store
from arena.store.tournaments import Tournament
from arena.tournament.log import decode_result, encode_entry, link, void_digest
from arena.tournament.voids import Void, taken_back

MOST_AT_ONCE = 5_000
"""Sets that are made void by one act: the others wait while that is reckoned."""
MOST_VOID = 10_000
MOST_VOIDS = 500
"""Void sets of a tournament, and entries that say so: whoever plays it reads all of them."""


class ActView(msgspec.Struct, frozen=True, kw_only=True):
    """An act of an organiser: when (ms since 1970), by whom (owner id), what, and its details."""

    at_ms: int
    who: str
    act: str
    details: str


class SetView(msgspec.Struct, frozen=True, order=True):
    """A set by its round and its number in it."""

    round: int
    set: int


class VoidView(msgspec.Struct, frozen=True, kw_only=True):
    """The sets that were made void just now, and those that are played in their place."""

    voided: list[SetView]
    reruns: list[SetView]


class Direction:
    """Directs tournaments: pause, resume, cancel, void, withdraw."""

    def __init__(self, store: Store, rounds: Rounds) -> None:
        self._store = store
        self._rounds = rounds

    async def pause(self, who: Identity, tournament_id: str) -> None:
        """Begin no more sets; those in play are finished. Raises NotFound and Conflict."""
        tournament = await self._find_own(who, tournament_id)
        if tournament.round == 0 and tournament.state == "running":
            await self._rounds.advance(tournament_id)  # it has been started just now
        if not await self._store.acts.pause(tournament_id, who.owner.id):
            raise await self._not_in_state("running", tournament)

    async def resume(self, who: Identity, tournament_id: str) -> None:
        """Go on with a paused tournament. Raises NotFound and Conflict."""
        tournament = await self._find_own(who, tournament_id)
        if not await self._store.acts.resume(tournament_id, who.owner.id):
            raise await self._not_in_state("paused", tournament)
        await self._rounds.advance(tournament_id)

    async def cancel(self, who: Identity, tournament_id: str) -> None:
        """End a tournament that is not over; what is in play is dropped, what was rated stays.

        Raises NotFound and Conflict.
        """
        tournament = await self._find_own(who, tournament_id)
        if not await self._store.acts.cancel(tournament_id, who.owner.id):
            raise await self._not_in_state("one that is not over", tournament)

    async def void(
        self,
        who: Identity,
        tournament_id: str,
        round_number: int,
        numbers: Sequence[int] | None,
        reason: str,
        *,
        rerun: bool,
    ) -> VoidView:
        """Make sets of a round void (all of them: None); with `rerun` they are played again.

        The old records stay. Reruns are sets of the present round, with cards that nobody has seen.
        Sets that are void already are passed over. Raises NotFound, Conflict (not being played, no
        more voids), Invalid (round, sets, reason).
        """
        own = await self._find_own(who, tournament_id)
        check_reason(reason)
        if own.state not in ("running", "paused"):
            raise await self._not_in_state("running or paused", own)
        gains = Gains(self._store.results, tournament_id, round_number)
        while True:
            started = await find_started(self._store.tournaments, tournament_id)
            wanted = _numbers(started, round_number, numbers)
            _check_room(started, wanted)
            void = Void(started.tournament.round, round_number, wanted, (), rerun)
            done = await self._put(started, void, gains, who, reason)
            if done is not None:
                await self._rounds.advance(tournament_id)
                return done

    async def withdraw(self, who: Identity, tournament_id: str, bot: str, reason: str) -> None:
        """Take a bot out. Before the start its entry goes; after it nobody asks it any more.

        What it has not played by then is played by defaults, or void, as the configuration says.
        Raises NotFound (also if it is not entered), Conflict, Invalid (reason).
        """
        check_reason(reason)
        tournament = await self._find_own(who, tournament_id)
        if bot not in {entry.bot for entry in await self._store.tournaments.entries(tournament_id)}:
            raise NotFound(f"there is no bot {bot!a} in it")
        await self._withdraw(who, tournament, bot, reason)

    async def leave(self, who: Identity, tournament_id: str, bot: str) -> None:
        """Take an own bot out of anybody's tournament. Raises NotFound and Conflict."""
        entries = await self._store.tournaments.entries(tournament_id)
        if (bot, who.owner.id) not in {(entry.bot, entry.owner) for entry in entries}:
            raise NotFound(f"there is no bot {bot!a} of yours in a tournament {tournament_id!a}")
        tournament = await find_tournament(self._store.tournaments, tournament_id)
        await self._withdraw(who, tournament, bot, "by its owner")

    async def _withdraw(self, who: Identity, tournament: Tournament, bot: str, reason: str) -> None:
        plan, details = tournament.plan, f"{bot}: {reason}"
        policy = plan.config.withdrawal
        answer = await self._store.acts.withdraw(plan.id, bot, who.owner.id, details, policy)
        # One that is not entered now was when we looked: it has just been taken out.
        if answer == "STATE":
            raise await self._not_in_state("one that is not over", tournament)
        if answer == "VOID":
            await self._withdraw_by_void(who, plan.id, bot, details)

    async def acts(self, tournament_id: str, cursor: str | None, limit: int) -> Page[ActView]:
        """Give a page of the organiser's acts, the oldest first; NotFound, Invalid (cursor)."""
        check_place(cursor)
        await find_tournament(self._store.tournaments, tournament_id)
        found = await self._store.acts.page(tournament_id, cursor, check_limit(limit))
        return Page(list(map(_act_view, found)), found[-1].id if len(found) == limit else None)

    async def _withdraw_by_void(
        self, who: Identity, tournament_id: str, bot: str, details: str
    ) -> None:
        done = None
        while done is None:
            started = await find_started(self._store.tournaments, tournament_id)
            present = started.tournament.round
            if present == 0 and started.tournament.state == "running":
                await self._rounds.advance(tournament_id)  # a void is of a round
                continue
            if bot in started.schedule.voids.withdrawn(present + 1):
                return
            numbers = await self._open_sets_of(started, bot)
            if numbers is None:
                continue
            void = Void(present, present, numbers, (), withdrawn=bot)
            gains = Gains(self._store.results, tournament_id, present)
            done = await self._put(started, void, gains, who, details)
        await self._rounds.advance(tournament_id)

    async def _open_sets_of(self, started: Started, bot: str) -> tuple[int, ...] | None:
        """Give a bot's open sets, ascending; None if reruns have come since that was read."""
        schedule, present = started.schedule, started.tournament.round
        numbers = sorted(await self._store.sets.open_numbers(started.tournament.plan.id))
        if numbers and numbers[-1] >= schedule.reruns(present).stop:
            return None
        return tuple(number for number in numbers if bot in schedule.bots_of(present, number))

    async def _put(
        self, started: Started, void: Void, gains: "Gains", who: Identity, reason: str
    ) -> VoidView | None:
        """Put a void at the end of the log as it was read; None if it has grown since."""
        if not void.numbers and void.withdrawn is None:
            return VoidView(voided=[], reruns=[])
        changes, sets = taken_back(await gains.of(void.numbers))
        void = msgspec.structs.replace(void, changes=changes)
        entry, first = encode_entry(void), None
        if void.rerun:
            first = started.schedule.reruns(void.round).stop
        voiding = Voiding(
            tournament=started.tournament.plan.id,
            void=void,
            entry=entry,
            digest=void_digest(entry),
            before=started.tournament.head,
            after=link(started.tournament.head, entry),
            sets=sets,
            first=first,
            who=who.owner.id,
            details=_details(void, reason),
        )
        answer = await self._store.acts.void(voiding)
        if answer == "STATE":
            raise Conflict("state: expected running or paused, it is not, or its round is over")
        return _view(void, first) if answer == "OK" else None

    async def _not_in_state(self, expected: str, tournament: Tournament) -> Conflict:
        return await not_in_state(self._store.tournaments, tournament.plan.id, expected)

    async def _find_own(self, who: Identity, tournament_id: str) -> Tournament:
        return await find_own_tournament(self._store.tournaments, who, tournament_id)


class Gains:
    """What sets of a round have changed, as far as they are in the log; each is read once."""

    def __init__(self, results: ResultRepository, tournament_id: str, round_number: int) -> None:
        self._results = results
        self._id = tournament_id
        self._round = round_number
        self._known = dict[int, dict[str, int]]()

    async def of(self, numbers: Sequence[int]) -> list[dict[str, int]]:
        """Give the changes (micro-Elo by bot) of those of these sets that are in the log now."""
        unknown = [number for number in numbers if number not in self._known]
        for number, logged in (
            await self._results.get_many(self._id, self._round, unknown)
        ).items():
            result = decode_result(logged.result)
            self._known[number] = dict(zip(result.bots, result.deltas, strict=True))
        return [self._known[number] for number in numbers if number in self._known]


def _numbers(started: Started, round_number: int, numbers: Sequence[int] | None) -> tuple[int, ...]:
    """Give those of the sets that can be made void, ascending; raise Invalid for what is no set."""
    schedule, present = started.schedule, started.tournament.round
    if not 1 <= round_number <= present:
        expected = f"expected one that has begun, 1 to {present}"
        raise Invalid("round", f"{expected}, got {round_number}")
    there = {*schedule.numbers(round_number), *schedule.reruns(round_number)}
    unknown = sorted(set(numbers or ()) - there)
    if unknown:
        raise Invalid("sets", f"expected sets of round {round_number}, got {unknown[:20]}")
    wanted = there if numbers is None else set(numbers)
    return tuple(sorted(n for n in wanted if (round_number, n) not in schedule.voids.sets))


def _check_room(started: Started, wanted: Sequence[int]) -> None:
    """Raise Invalid for more sets than one act makes void, Conflict for more than there may be."""
    if len(wanted) > MOST_AT_ONCE:
        expected = f"expected at most {MOST_AT_ONCE} at once: name some"
        raise Invalid("sets", f"{expected}, got {len(wanted)}")
    voids = started.schedule.voids
    if len(voids.entries) >= MOST_VOIDS:
        raise Conflict(f"voids: expected at most {MOST_VOIDS} in a tournament, there are as many")
    if len(voids.sets) + len(wanted) > MOST_VOID:
        expected = f"expected at most {MOST_VOID} void ones in a tournament"
        raise Conflict(f"sets: {expected}, there are {len(voids.sets)}, got {len(wanted)} more")


def _details(void: Void, reason: str) -> str:
    """Say in the log of acts what was done, and why."""
    if void.withdrawn is not None:
        return reason
    again = "played again" if void.rerun else "not played again"
    sets = f"round {void.of}: {len(void.numbers)} sets ({_ranges(void.numbers)}), {again}"
    return f"{sets}: {reason}"


def _ranges(numbers: Sequence[int]) -> str:
    """Give ascending numbers in few words: `0-5, 7`; of very many runs the first."""
    runs = list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    words = ["-".join(map(str, run)) for run in runs]
    return ", ".join(words[:50] + ["..."] * (len(words) > 50))


def _view(void: Void, first: int | None) -> VoidView:
    voided = [SetView(void.of, number) for number in void.numbers]
    reruns = (
        [] if first is None else [SetView(void.round, first + i) for i in range(len(void.numbers))]
    )
    return VoidView(voided=voided, reruns=reruns)


def _act_view(act: Act) -> ActView:
    at_ms = int(act.id.partition("-")[0])
    return ActView(at_ms=at_ms, who=act.who, act=act.act, details=act.details)
