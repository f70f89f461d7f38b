"""Use case: play a batch of sets and commit each.

What may live here: what a worker does. Every set is claimed first, played under the claim's fence
with its journal, and committed in one step; whatever fails in between leaves it to the lease.
"""

import asyncio
from collections.abc import Mapping, Sequence
from hmac import digest

import structlog

from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.guard import Guard
from arena.match.referee import Played, play
from arena.service.contestants import Contestant, connect
from arena.service.journals import Fenced, JournalWriter, MatchJournal, SetJournal
from arena.service.rounds import Rounds
from arena.service.started import Started, find_started
from arena.store.errors import StoreAway
from arena.store.results import Commit, Committed
from arena.store.sets import Claim, Refusal
from arena.store.store import Store
from arena.tournament.config import match_header
from arena.tournament.log import Finished, Result, encode_result, link, result_of, set_digest
from arena.tournament.schedule import SetPlan

_FULL_S = 0.05
"""How long to wait before a set whose bots are all busy is tried again."""
SHARE_S = 5.0
"""After so long a batch begins no more sets while other jobs wait: a slow bot holds up its own."""

_log = structlog.get_logger()


class Sets:
    """Plays sets."""

    def __init__(self, store: Store, guard: Guard, rounds: Rounds) -> None:
        self._store = store
        self._guard = guard
        self._rounds = rounds

    async def play(self, tournament_id: str, round_number: int, numbers: Sequence[int]) -> None:
        """Play those of these sets that are still to be had, then move the tournament on.

        Sets of another round than the present one are left alone. Raises StoreAway; the sets that
        were begun are then resumed by others when their leases have run out.
        """
        started = await find_started(self._store.tournaments, tournament_id)
        if started.tournament.state != "running" or started.tournament.round != round_number:
            return
        plans = [started.schedule.set(round_number, number) for number in numbers]
        ids = sorted({bot for plan in plans for bot in plan.bots})
        base = await self._store.boards.base(tournament_id)
        async with connect(await self._store.bots.get_many(ids), self._guard) as contestants:
            await _Batch(self._store, started, base, contestants).play(plans)
        await self._rounds.advance(tournament_id)
        await self._rounds.dispatch(tournament_id)


class _Batch:
    """Sets of one round, played side by side."""

    def __init__(
        self,
        store: Store,
        started: Started,
        base: Mapping[str, int],
        contestants: Mapping[str, Contestant],
    ) -> None:
        tournament = started.tournament
        config = tournament.plan.config
        self._store = store
        self._started = started
        self._base = base
        self._contestants = contestants
        self._head = tournament.head
        self._writer = JournalWriter(store.sets, tournament.plan.id, tournament.round)
        self._limits = Limits(config.move_ms, config.bank_ms, config.max_strikes)

    async def play(self, plans: Sequence[SetPlan]) -> None:
        """Play them all; a set that cannot be had now is tried again, one that is gone is not."""
        pending, running = list(plans), set[asyncio.Task[None]]()
        share_ends = asyncio.get_running_loop().time() + SHARE_S
        try:
            while pending or running:
                pending = await self._begin(pending, running)
                if pending and asyncio.get_running_loop().time() > share_ends:
                    pending = await self._give_way(pending)
                wait_s = _FULL_S if pending else None
                running = await _any_done(running, wait_s)
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _begin(
        self, pending: Sequence[SetPlan], running: set[asyncio.Task[None]]
    ) -> list[SetPlan]:
        """Begin the sets whose bots are free; give the others."""
        left, full = [], set[str]()
        for plan in pending:
            if not full.isdisjoint(plan.bots):
                left.append(plan)
                continue
            claim = await self._claim(plan)
            if isinstance(claim, Claim):
                running.add(asyncio.create_task(self._play(plan, claim)))
            elif claim.bot is not None:
                full.add(claim.bot)
                left.append(plan)
        return left

    async def _give_way(self, pending: list[SetPlan]) -> list[SetPlan]:
        """If other jobs wait, put what is not begun behind them; give what is left here."""
        queue, tournament = self._store.queue, self._started.tournament
        if not await queue.waiting():
            return pending
        numbers = [plan.number for plan in pending]
        await queue.put(tournament.plan.id, tournament.round, [numbers])
        return []

    async def _claim(self, plan: SetPlan) -> Claim | Refusal:
        limits = {bot: self._contestants[bot].bot.info.max_concurrency for bot in plan.bots}
        tournament_id = self._started.tournament.plan.id
        return await self._store.sets.claim(tournament_id, plan.round, plan.number, limits)

    async def _play(self, plan: SetPlan, claim: Claim) -> None:
        """Play a claimed set and commit it. What is not the store's failure stays in this set."""
        log = _log.bind(tournament=self._started.tournament.plan.id, set=plan.number)
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
        except StoreAway:
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
            answer = await self._store.results.commit(commit)
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


async def _any_done(
    running: set[asyncio.Task[None]], wait_s: float | None
) -> set[asyncio.Task[None]]:
    """Wait until a task ends, or so long; give the others. Raises what a task raised."""
    if not running:
        await asyncio.sleep(wait_s or 0)
        return running
    done, rest = await asyncio.wait(running, timeout=wait_s, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    return rest
