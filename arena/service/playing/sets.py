"""Use case: play sets, as a job of a worker.

What may live here: what a worker does with a job. How its sets are played is in
`arena.service.playing.batch`, what it plays beside them in `arena.service.playing.share`.
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from functools import partial

from arena.match.canary import Canary
from arena.match.guard import Guard
from arena.service.playing.batch import Batch
from arena.service.playing.contestants import connect
from arena.service.playing.ending import Job
from arena.service.playing.quarantine import HealthChecks
from arena.service.playing.share import Share
from arena.service.rounds import Rounds
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
        self._batches = dict[Batch, str]()

    async def play(
        self,
        tournament_id: str,
        round_number: int,
        numbers: Sequence[int],
        stop: asyncio.Event | None = None,
    ) -> None:
        """Play those of these sets that are still to be had, then move the tournament on.

        Sets of another round than the present one are left alone, and so are those of bots that the
        settings do not let us call: they wait for a worker that may. Once `stop` is set, or it
        is time to end, no set is begun and no bot is asked anything more; what is not done is given
        back and put into the queue. Raises StoreAway, after an outage of the time of a lease; the
        sets that were begun are then resumed by others when their leases have run out.
        """
        job = Job(stop or asyncio.Event(), self._canary)
        await self._play(job, tournament_id, round_number, numbers, own=True)

    async def work(
        self, tournament_id: str, round_number: int, numbers: Sequence[int], stop: asyncio.Event
    ) -> None:
        """Play these sets as a job: while they wait for their bots, those of other jobs as well."""
        job = Job(stop, self._canary)
        await self.beside(job, self._play(job, tournament_id, round_number, numbers, own=True))

    async def beside(self, job: Job, own: Coroutine[None, None, None]) -> None:
        """Do what a job is for and, while that waits for bots, play sets of other jobs as well."""
        share = Share(self._store, partial(self._play, job, own=False), self._in_play)
        await share.beside(own)

    async def _play(
        self,
        job: Job,
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
        config = started.schedule.config
        async with (
            job.ending((config.move_ms + config.bank_ms) / 1_000) as end,
            connect(bots, self._guard, self._canary) as contestants,
            self._checks.beside(contestants, end.stop),
        ):
            batch = Batch(self._store, started, base, contestants, end)
            self._batches[batch] = tournament_id
            try:
                callable_ = [plan for plan in plans if contestants.keys() >= set(plan.bots)]
                await batch.play(callable_, own=own)
            finally:
                del self._batches[batch]
            await self._rounds.advance(tournament_id)

    def _in_play(self) -> Counter[str]:
        """Give how many sets of each tournament are in play in this process."""
        in_play = Counter[str]()
        for batch, tournament_id in self._batches.items():
            in_play[tournament_id] += batch.in_play
        return in_play
