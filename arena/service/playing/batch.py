"""A batch of sets of one round, played side by side by one worker.

What may live here: what is done with a set between its claim and its commit, and with one that
cannot be had, or not be ended, here and now. Whatever fails in between leaves a set to its lease;
who is told to stop gives it back.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from hmac import digest

import structlog
from structlog.contextvars import bind_contextvars

from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.player import Player
from arena.match.referee import Played, play
from arena.service.calls import counts_of, finished_of
from arena.service.matches import match_id
from arena.service.playing.contestants import Contestant
from arena.service.playing.ending import Ending
from arena.service.playing.evidence import fault_of_get
from arena.service.playing.journals import Fenced, JournalWriter, SetJournal, Stopped
from arena.service.playing.patience import Patience
from arena.service.started import Started
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.results import Commit, Committed
from arena.store.sets import Claim, Refusal, new_ticket
from arena.store.store import Store
from arena.tournament.config import match_header
from arena.tournament.log import Result, encode_entry, link, result_of, set_digest
from arena.tournament.schedule import SetPlan

MOST_AT_ONCE = 32
"""Sets of a batch in play at once at most."""
_FULL_S = 0.05
"""How long to wait before a set whose bots are all busy is tried again."""
SHARE_S = 5.0
"""After so long a batch begins no more sets while other jobs wait: a slow bot holds up its own."""

_log = structlog.get_logger()


class Batch:
    """Sets of one round, played side by side."""

    def __init__(
        self,
        store: Store,
        started: Started,
        base: Mapping[str, int],
        contestants: Mapping[str, Contestant],
        ending: Ending,
    ) -> None:
        """Prepare to play sets of the tournament's present round, whose bots are `contestants`."""
        tournament = started.tournament
        config = tournament.plan.config
        self._store = store
        self._started = started
        self._base = base
        self._contestants = contestants
        self._ending = ending
        self._id, self._round, self._head = tournament.plan.id, tournament.round, tournament.head
        self._patience = Patience(store.sets.lease_ms / 1_000, ending.stop)
        self._writer = JournalWriter(store.sets, self._id, self._round, self._patience)
        self._limits = Limits(config.move_ms, config.bank_ms, config.max_strikes)
        self._running = set[asyncio.Task[None]]()
        self._met = set[str]()
        self._unfinished: list[tuple[SetPlan, Claim]] = []

    @property
    def in_play(self) -> int:
        """How many sets are in play now."""
        return len(self._running)

    async def play(self, plans: Sequence[SetPlan], *, own: bool) -> None:
        """Play them all, but what is gone. What cannot be had now is tried again, if it is our own
        to play, or else put back into the queue; what is not is left to the job that names it.
        """
        pending = list(plans)
        share_ends = asyncio.get_running_loop().time() + SHARE_S
        dropping = asyncio.create_task(self._drop())
        try:
            while pending or self._running:
                pending = await self._begin(pending)
                if not own:
                    pending = []
                elif pending and await self._gives_way(share_ends):
                    await self._put_back(pending)
                    pending = []
                await self._any_done(_FULL_S if pending else None)
        finally:
            for task in (dropping, *self._running):
                task.cancel()
            await asyncio.gather(dropping, *self._running, return_exceptions=True)
            await self._writer.drained()
        await asyncio.gather(*(self._release(plan, claim) for plan, claim in self._unfinished))

    async def _begin(self, pending: Sequence[SetPlan]) -> list[SetPlan]:
        """Begin the sets whose bots are free, as far as there is room; give the others."""
        left, full = [], set[str]()
        for plan in pending:
            room = len(self._running) < MOST_AT_ONCE and not self._ending.stop.is_set()
            if not room or not full.isdisjoint(self._parties(plan)):
                left.append(plan)
                continue
            claim = await self._claim(plan)
            if isinstance(claim, Claim):
                self._running.add(asyncio.create_task(self._play(plan, claim)))
            elif claim.party is not None:
                full.add(claim.party)
                left.append(plan)
        return left

    async def _gives_way(self, share_ends: float) -> bool:
        """Say whether others are to have what is not begun: we stop, or hold up other jobs."""
        if self._ending.stop.is_set():
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

    async def _drop(self) -> None:
        """Once we were told to stop, drop what takes too long: mostly an ask that is still open."""
        while True:
            await self._ending.grace()
            for task in self._running:
                task.cancel()

    async def _release(self, plan: SetPlan, claim: Claim) -> None:
        """Give a set back; nothing that renews its lease may be on its way any more."""
        await self._patience.outlast(
            lambda: self._store.sets.release(
                self._id, self._round, plan.number, claim.fence, self._parties(plan)
            )
        )

    async def _claim(self, plan: SetPlan) -> Claim | Refusal:
        limits, ticket = self._parties(plan), new_ticket()
        return await self._patience.outlast(
            lambda: self._store.sets.claim(self._id, self._round, plan.number, limits, ticket)
        )

    def _parties(self, plan: SetPlan) -> dict[str, int]:
        """Give who plays in a set (bots, owners, hosts), each with its limit of sets at once."""
        limits = dict[str, int]()
        for bot in plan.bots:
            limits |= self._contestants[bot].limits
        return limits

    async def _play(self, plan: SetPlan, claim: Claim) -> None:
        """Play a claimed set and commit it. What is not the store's failure stays in this set.

        What is our own bug is logged and leaves the set to its lease: it is tried again after that,
        each time as a loss of its holder, and quarantined in the end, while its round goes on.
        """
        # Each set is a task, and each task has a context of its own.
        bind_contextvars(tournament=self._id, round=plan.round, set=plan.number)
        try:
            journal = SetJournal(self._writer, plan.number, claim)
            with journal.held():
                played = [
                    await self._play_match(plan, index, claim, journal)
                    for index in range(len(plan.matches))
                ]
                await self._commit(plan, claim, played)
        except Fenced:
            _log.info("set_lost", fence=claim.fence)
        except (Stopped, asyncio.CancelledError):
            self._unfinished.append((plan, claim))
        except (StoreAway, StoreUnfit):
            raise
        except Exception:
            _log.exception("set_failed", fence=claim.fence)

    async def _play_match(
        self, plan: SetPlan, index: int, claim: Claim, journal: SetJournal
    ) -> Played:
        match, entries = plan.matches[index], self._started.entries
        windows = tuple(seat for seat, bot in enumerate(match.seats) if entries[bot].windows)
        game = self._started.game
        header = match_header(self._started.schedule.config, game, match.seed, windows)
        players = await self._players([bot for bot in match.seats if bot not in claim.withdrawn])
        seats = [players.get(bot) for bot in match.seats]
        played = await play(
            Table.new(game, header),
            seats,
            self._limits,
            ids_key(self._started.tournament.plan.secret, plan, index),
            journal.of_match(index, game.name, match.seats),
        )
        failed = {*played.retired, *played.silent}
        free = {bot: seat in failed for seat, bot in enumerate(match.seats) if bot in players}
        await self._note(match_id(self._id, plan.round, plan.number, index), free)
        return played

    async def _players(self, bots: Sequence[str]) -> dict[str, Player | None]:
        """Give whom to ask for each of these bots that is not in quarantine now, if anybody."""
        health = self._store.health
        held = await self._patience.outlast(lambda: health.quarantined(bots, self._id))
        free = [bot for bot in bots if bot not in held]
        players = await asyncio.gather(*(self._contestants[bot].player() for bot in free))
        await self._note_versions(free)
        await self._note_failed(free)
        return dict(zip(free, players, strict=True))

    async def _note_versions(self, bots: Sequence[str]) -> None:
        """Note what versions these bots state, once for each batch."""
        stated = {bot: self._contestants[bot].stated for bot in bots if bot not in self._met}
        new = {bot: version for bot, version in stated.items() if version is not None}
        if new:
            self._met.update(new)
            await self._patience.outlast(lambda: self._store.bots.note_versions(new))

    async def _note_failed(self, bots: Sequence[str]) -> None:
        """Keep for their owners which of these bots did not say what they are, once."""
        for bot in bots:
            contestant = self._contestants[bot]
            error, contestant.failed = contestant.failed, None
            if error is not None:
                keep = partial(self._store.faults.add, bot, fault_of_get(error))
                await self._patience.outlast(keep)

    async def _note(self, match: str, failed: Mapping[str, bool]) -> None:
        """Note of the bots that were free in a match whether they failed in it.

        Not only a retired seat does: an organiser may allow more faults than a match has asks, and
        a server that answers nothing would be asked for ever.
        """
        if failed:
            await self._patience.outlast(lambda: self._store.health.note_match(match, failed))

    async def _commit(self, plan: SetPlan, claim: Claim, played: Sequence[Played]) -> None:
        """Commit a set; where others' sets came between, put it after them in the chain."""
        k = self._started.schedule.k_factor(plan.round)
        finished = [
            finished_of(each, [self._contestants[bot].version for bot in match.seats])
            for each, match in zip(played, plan.matches, strict=True)
        ]
        result = result_of(plan, finished, self._base, k)
        counts = counts_of(self._started.game.name, played)
        while True:
            commit = self._commit_of(claim, result, tuple(self._parties(plan)), counts)
            answer = await self._patience.outlast(partial(self._store.results.commit, commit))
            if isinstance(answer, Committed):
                self._head = commit.after
                _log.info("set_committed", fence=claim.fence, again=answer.again)
                return
            if answer.head is None:
                raise Fenced(answer.why)
            self._head = answer.head

    def _commit_of(
        self, claim: Claim, result: Result, parties: Sequence[str], counts: Mapping[str, int]
    ) -> Commit:
        entry = encode_entry(result)
        return Commit(
            tournament=self._id,
            round=result.round,
            number=result.number,
            fence=claim.fence,
            digest=set_digest(result),
            result=entry,
            before=self._head,
            after=link(self._head, entry),
            changes=dict(zip(result.bots, result.deltas, strict=True)),
            parties=parties,
            counts=counts,
        )


def ids_key(secret: bytes, plan: SetPlan, index: int) -> bytes:
    """Give the key of the opaque ids of a match: the same for whoever resumes it."""
    return digest(secret, f"ids/{plan.round}/{plan.number}/{index}".encode("ascii"), "sha256")
