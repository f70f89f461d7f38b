"""Use case: play sets, as a job of a worker.

What may live here: what a worker does with a job. How its sets are played is in
`arena.service.batch`, what it plays beside them in `arena.service.share`.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from arena.match.canary import Canary
from arena.match.guard import Guard
from arena.service.batch import Batch
from arena.service.contestants import connect
from arena.service.ending import Ending, ending
from arena.service.quarantine import HealthChecks
from arena.service.rounds import Rounds
from arena.service.share import Share
from arena.service.started import find_started
from arena.store.store import Store


class Sets:
    """Plays sets."""

    def __init__(
        self, store: Store, guard: Guard, rounds: Rounds, canary: Canary | None = None
    ) -> None:
        self._store = store
        self._guard = guard
        self._rounds = rounds
        self._canary = canary
        self._checks = HealthChecks(store.health, guard)
        self._batches = set[Batch]()

    async def play(
        self,
        tournament_id: str,
        round_number: int,
        numbers: Sequence[int],
        stop: asyncio.Event | None = None,
    ) -> None:
        """Play those of these sets that are still to be had, then move the tournament on.

        Sets of another round than the present one are left alone, and so are those of bots that the
        settings do not let us call: they wait for a worker that may. Once `stop` is set, or after
        `LONGEST_S`, no set is begun and no bot is asked anything more; what is not done is given
        back and put into the queue. Raises StoreAway, after an outage of the time of a lease; the
        sets that were begun are then resumed by others when their leases have run out.
        """
        async with ending(stop or asyncio.Event(), self._canary) as end:
            await self._play(end, tournament_id, round_number, numbers, own=True)

    async def work(
        self, tournament_id: str, round_number: int, numbers: Sequence[int], stop: asyncio.Event
    ) -> None:
        """Play these sets as a job: while they wait for their bots, those of other jobs as well."""
        async with ending(stop, self._canary) as end:
            share = Share(self._store, partial(self._play, end, own=False), self._in_play)
            await share.beside(self._play(end, tournament_id, round_number, numbers, own=True))

    async def _play(
        self,
        end: Ending,
        tournament_id: str,
        round_number: int,
        numbers: Sequence[int],
        *,
        own: bool,
    ) -> None:
        """Play sets of a round, if it is the present one: those of the job (`own`), or others."""
        started = await find_started(self._store.tournaments, tournament_id)
        if started.tournament.state != "running" or started.tournament.round != round_number:
            return
        plans = [started.schedule.set(round_number, number) for number in numbers]
        bots = await self._store.bots.get_many(sorted({bot for plan in plans for bot in plan.bots}))
        base = await self._store.boards.base(tournament_id)
        async with (
            connect(bots, self._guard, self._canary) as contestants,
            self._checks.beside(contestants),
        ):
            batch = Batch(self._store, started, base, contestants, end)
            self._batches.add(batch)
            try:
                callable_ = [plan for plan in plans if contestants.keys() >= set(plan.bots)]
                await batch.play(callable_, own=own)
            finally:
                self._batches.remove(batch)
        await self._rounds.advance(tournament_id)

    def _in_play(self) -> int:
        """Give how many sets are in play in this process."""
        return sum(batch.in_play for batch in self._batches)
