"""Use case: play a batch of sets and commit each.

What may live here: what a worker does. Every set is claimed first, played under the claim's fence
with its journal, and committed in one step. Whatever fails in between leaves it to the lease; who
is told to stop gives it back.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from hmac import digest

import structlog

from arena.engine.table import Table
from arena.match.canary import Canary
from arena.match.clock import Limits
from arena.match.guard import Guard
from arena.match.referee import Played, play
from arena.service.contestants import Contestant, connect
from arena.service.journals import Fenced, JournalWriter, MatchJournal, SetJournal, Stopped
from arena.service.patience import Patience
from arena.service.rounds import Rounds
from arena.service.started import Started, find_started
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.queue import TIMEOUT_S
from arena.store.results import Commit, Committed
from arena.store.sets import Claim, Refusal, new_ticket
from arena.store.store import Store
from arena.tournament.config import match_header
from arena.tournament.log import Finished, Result, encode_result, link, result_of, set_digest
from arena.tournament.schedule import SetPlan

MOST_AT_ONCE = 32
"""Sets of a batch in play at once at most."""
_FULL_S = 0.05
"""How long to wait before a set whose bots are all busy is tried again."""
SHARE_S = 5.0
"""After so long a batch begins no more sets while other jobs wait: a slow bot holds up its own."""
LONGEST_S = TIMEOUT_S - 720.0
"""After so long a batch stops between decisions, and its sets go on in another: RQ's own end of a
job would strike anywhere. The longest ask takes 660 s and is waited for, since a bot that foresaw
that it is dropped would have its time for nothing."""
GRACE_S = 3.0
"""So long an ask may stay open after we are told to stop; then it is dropped, and put again
elsewhere."""

_log = structlog.get_logger()


class Sets:
    """Plays sets."""

    def __init__(
        self, store: Store, guard: Guard, rounds: Rounds, canary: Canary | None = None
    ) -> None:
        self._store = store
        self._guard = guard
        self._rounds = rounds
        self._canary = canary

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
        started = await find_started(self._store.tournaments, tournament_id)
        if started.tournament.state != "running" or started.tournament.round != round_number:
            return
        plans = [started.schedule.set(round_number, number) for number in numbers]
        ids = sorted({bot for plan in plans for bot in plan.bots})
        base = await self._store.boards.base(tournament_id)
        bots = await self._store.bots.get_many(ids)
        async with connect(bots, self._guard, self._canary) as contestants:
            batch = _Batch(
                self._store, started, base, contestants, stop or asyncio.Event(), self._canary
            )
            await batch.play([plan for plan in plans if contestants.keys() >= set(plan.bots)])
        await self._rounds.advance(tournament_id)


class _Batch:
    """Sets of one round, played side by side."""

    def __init__(
        self,
        store: Store,
        started: Started,
        base: Mapping[str, int],
        contestants: Mapping[str, Contestant],
        stop: asyncio.Event,
        canary: Canary | None,
    ) -> None:
        tournament = started.tournament
        config = tournament.plan.config
        self._store = store
        self._started = started
        self._base = base
        self._contestants = contestants
        self._told = stop
        self._canary = canary
        self._stop = asyncio.Event()
        if stop.is_set():
            self._stop.set()
        self._id, self._round, self._head = tournament.plan.id, tournament.round, tournament.head
        self._patience = Patience(store.sets.lease_ms / 1_000, self._stop)
        self._writer = JournalWriter(store.sets, self._id, self._round, self._patience)
        self._limits = Limits(config.move_ms, config.bank_ms, config.max_strikes)
        self._running = set[asyncio.Task[None]]()
        self._unfinished: list[tuple[SetPlan, Claim]] = []

    async def play(self, plans: Sequence[SetPlan]) -> None:
        """Play them all; a set that cannot be had now is tried again, one that is gone is not."""
        pending = list(plans)
        share_ends = asyncio.get_running_loop().time() + SHARE_S
        ending = asyncio.create_task(self._end())
        try:
            while pending or self._running:
                pending = await self._begin(pending)
                if pending and await self._gives_way(share_ends):
                    await self._put_back(pending)
                    pending = []
                await self._any_done(_FULL_S if pending else None)
        finally:
            for task in (ending, *self._running):
                task.cancel()
            await asyncio.gather(ending, *self._running, return_exceptions=True)
            await self._writer.drained()
        await asyncio.gather(*(self._release(plan, claim) for plan, claim in self._unfinished))

    async def _begin(self, pending: Sequence[SetPlan]) -> list[SetPlan]:
        """Begin the sets whose bots are free, as far as there is room; give the others."""
        left, full = [], set[str]()
        for plan in pending:
            room = len(self._running) < MOST_AT_ONCE and not self._stop.is_set()
            if not room or not full.isdisjoint(plan.bots):
                left.append(plan)
                continue
            claim = await self._claim(plan)
            if isinstance(claim, Claim):
                self._running.add(asyncio.create_task(self._play(plan, claim)))
            elif claim.bot is not None:
                full.add(claim.bot)
                left.append(plan)
        return left

    async def _gives_way(self, share_ends: float) -> bool:
        """Say whether others are to have what is not begun: we stop, or hold up other jobs."""
        if self._stop.is_set():
            return True
        late = asyncio.get_running_loop().time() > share_ends
        return late and await self._patience.outlast(self._store.queue.waiting) > 0

    async def _put_back(self, pending: Sequence[SetPlan]) -> None:
        """Put what is not begun behind the other jobs."""
        numbers = [plan.number for plan in pending]
        await self._patience.outlast(
            lambda: self._store.queue.put(self._id, self._round, [numbers])
        )

    async def _any_done(self, wait_s: float | None) -> None:
        """Wait until a set ends, or so long; raise what went wrong with one."""
        if not self._running:
            await asyncio.sleep(wait_s or 0)
            return
        done, self._running = await asyncio.wait(
            self._running, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED
        )
        await asyncio.gather(*done)

    async def _end(self) -> None:
        """Stop when we are told to, or after the longest time.

        Once we are told to, what takes too long is dropped, mostly an ask that is still open. After
        the longest time only what an outage of ours holds up is: others may do better then.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), LONGEST_S)
        self._stop.set()
        while True:
            await asyncio.sleep(GRACE_S)
            if self._told.is_set() or not (self._canary is None or self._canary.well):
                for task in self._running:
                    task.cancel()

    async def _release(self, plan: SetPlan, claim: Claim) -> None:
        """Give a set back; nothing that renews its lease may be on its way any more."""
        await self._patience.outlast(
            lambda: self._store.sets.release(
                self._id, self._round, plan.number, claim.fence, plan.bots
            )
        )

    async def _claim(self, plan: SetPlan) -> Claim | Refusal:
        limits = {bot: self._contestants[bot].bot.info.max_concurrency for bot in plan.bots}
        ticket = new_ticket()
        return await self._patience.outlast(
            lambda: self._store.sets.claim(self._id, self._round, plan.number, limits, ticket)
        )

    async def _play(self, plan: SetPlan, claim: Claim) -> None:
        """Play a claimed set and commit it. What is not the store's failure stays in this set.

        What is our own bug is logged and leaves the set to its lease: it is tried again after that,
        each time as a loss of its holder, and quarantined in the end, while its round goes on.
        """
        log = _log.bind(tournament=self._id, set=plan.number)
        try:
            journal = SetJournal(self._writer, plan.number, claim)
            with journal.held():
                finished = [
                    await self._play_match(plan, index, journal.of_match(index))
                    for index in range(len(plan.matches))
                ]
                await self._commit(plan, claim, finished)
        except Fenced:
            log.info("set_lost", round=plan.round, fence=claim.fence)
        except (Stopped, asyncio.CancelledError):
            self._unfinished.append((plan, claim))
        except (StoreAway, StoreUnfit):
            raise
        except Exception:
            log.exception("set_failed", round=plan.round, fence=claim.fence)

    async def _play_match(self, plan: SetPlan, index: int, journal: MatchJournal) -> Finished:
        match = plan.matches[index]
        seats = [self._contestants[bot] for bot in match.seats]
        entries = self._started.entries
        windows = tuple(seat for seat, bot in enumerate(match.seats) if entries[bot].windows)
        game = self._started.game
        header = match_header(self._started.schedule.config, game, match.seed, windows)
        played = await play(
            Table.new(game, header),
            [seat.player for seat in seats],
            self._limits,
            self._key(plan, index),
            journal,
        )
        return _finished(played, seats)

    def _key(self, plan: SetPlan, index: int) -> bytes:
        """Give the secret of a match's opaque ids: the same for whoever resumes it."""
        what = f"ids/{plan.round}/{plan.number}/{index}"
        return digest(self._started.tournament.plan.secret, what.encode("ascii"), "sha256")

    async def _commit(self, plan: SetPlan, claim: Claim, finished: Sequence[Finished]) -> None:
        """Commit a set; where others' sets came between, put it after them in the chain."""
        k = self._started.schedule.k_factor(plan.round)
        result = result_of(plan, finished, self._base, k)
        while True:
            commit = _commit(self._started, claim, result, self._head)
            answer = await self._patience.outlast(partial(self._store.results.commit, commit))
            if isinstance(answer, Committed):
                self._head = commit.after
                return
            if answer.head is None:
                raise Fenced(answer.why)
            self._head = answer.head


def _commit(started: Started, claim: Claim, result: Result, head: bytes) -> Commit:
    entry = encode_result(result)
    return Commit(
        tournament=started.tournament.plan.id,
        round=result.round,
        number=result.number,
        fence=claim.fence,
        digest=set_digest(result),
        result=entry,
        before=head,
        after=link(head, entry),
        changes=dict(zip(result.bots, result.deltas, strict=True)),
    )


def _finished(played: Played, seats: Sequence[Contestant]) -> Finished:
    faults = [fault.seat for fault in played.faults]
    return Finished(
        record=played.record,
        versions=tuple(seat.version for seat in seats),
        strikes=tuple(faults.count(seat) for seat in range(len(seats))),
    )
