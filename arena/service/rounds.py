"""Use cases: open the next round when it is time, and put idle sets into the queue.

Any number of workers and janitors may do this at once: each step is guarded in the store.
"""

from collections.abc import Sequence

from arena.service.started import Started, find_started, find_tournament
from arena.store.sets import Idle
from arena.store.store import Store

MOST_WAITING = 16
"""Jobs that wait in the queue at most, if there are few workers; else four for each."""
MOST_SETS = 128
"""Sets in a job at most."""
LEAST_MATCHES = 8
"""Matches in a job at least, where a round has them: a job has a cost of its own."""
ALONE_FROM = 2
"""Holders that a set has lost in a row, from which on it is suspected and played alone."""


class Rounds:
    """Moves tournaments on."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def advance(self, tournament_id: str) -> None:
        """If the present round is done, open the next one, or finish; enqueue what is idle then."""
        while await self._end_round(tournament_id):
            pass
        await self.dispatch(tournament_id)

    async def _end_round(self, tournament_id: str) -> bool:
        """Go on to the next round if this one is done; say whether that may be done already too.

        It is so where bots were withdrawn and no set of the round is left.
        """
        started = await find_started(self._store.tournaments, tournament_id)
        if started.tournament.state != "running":
            return False
        if await self._store.sets.open_count(tournament_id):
            return False
        done, schedule = started.tournament.round, started.schedule
        if done == schedule.rounds:
            await self._store.tournaments.finish(tournament_id, done)
            return False
        sets, left = schedule.set_count(done + 1), schedule.numbers(done + 1)
        left_out = sorted(set(range(sets)).difference(left)) if len(left) < sets else []
        voids = len(schedule.voids.entries)
        await self._store.tournaments.open_round(tournament_id, done + 1, sets, left_out, voids)
        return not left

    async def dispatch(self, tournament_id: str) -> None:
        """Enqueue the sets that are open and idle, as far as the queue has room.

        What was begun comes before all that waits, room or not: others wait for its end. Sets of
        bots in quarantine come last: nobody waits for those.
        """
        queue = self._store.queue
        workers = max(1, await queue.workers())
        room = max(0, max(MOST_WAITING, 4 * workers) - await queue.waiting())
        round_number = (await find_tournament(self._store.tournaments, tournament_id)).round
        idle = await self._store.sets.take_idle(tournament_id, round_number, room * MOST_SETS)
        if not idle:
            return
        # Only now, since reruns may be among them that were not in the log before.
        started = await find_started(self._store.tournaments, tournament_id)
        idle = await self._in_order(started, round_number, idle)
        size = batch_size(len(idle), workers, matches_per_set(started))
        fresh = [each for each in idle if not each.begun]
        begun = [each for each in idle if each.begun]
        await queue.put(tournament_id, round_number, batches_of(fresh, size))
        await queue.put(tournament_id, round_number, batches_of(begun, size), first=True)

    async def _in_order(
        self, started: Started, round_number: int, idle: Sequence[Idle]
    ) -> list[Idle]:
        """Give sets of the round by how many of their bots are in quarantine, and by number."""
        own = started.tournament.plan.id
        held = await self._store.health.quarantined(list(started.entries), own)

        def place(each: Idle) -> tuple[int, int]:
            bots = started.schedule.bots_of(round_number, each.number)
            return len(held & set(bots)), each.number

        return sorted(idle, key=place)


def batches_of(idle: Sequence[Idle], size: int) -> list[list[int]]:
    """Give batches of so many sets; one that takes its holders down goes alone, and harms none."""
    together = [each.number for each in idle if each.losses < ALONE_FROM]
    alone = [[each.number] for each in idle if each.losses >= ALONE_FROM]
    return [together[start : start + size] for start in range(0, len(together), size)] + alone


def matches_per_set(started: Started) -> int:
    """Give how many matches a set of the tournament has."""
    return 1 if started.schedule.mode == "field" else started.schedule.config.players


def batch_size(sets: int, workers: int, matches: int) -> int:
    """Give how many sets make a job: large ones while there is much, small ones at the end."""
    share = -(-sets // (2 * workers))
    return min(max(share, LEAST_MATCHES // matches, 1), MOST_SETS)
