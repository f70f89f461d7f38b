"""Use case: play an exhibition, as a job of a worker.

What may live here: what is done with an exhibition between its claim and its end. It has no
journal: one that its worker does not end is played anew by another, a few times at most.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from secrets import token_bytes

import structlog
from structlog.contextvars import bind_contextvars

from arena.engine.table import Table
from arena.games import game
from arena.match.canary import Canary
from arena.match.clock import Limits
from arena.match.guard import Guard
from arena.match.house import HouseBot, house_player
from arena.match.player import Player
from arena.match.referee import play
from arena.service.errors import Invalid
from arena.service.exhibition_seats import seated
from arena.service.playing.contestants import Contestant, connect
from arena.service.playing.ending import GRACE_S, Job
from arena.service.playing.evidence import ExhibitionFaults
from arena.service.playing.patience import Patience
from arena.service.playing.sets import Sets
from arena.service.rounds import MOST_WAITING
from arena.store.bots import Bot
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.exhibitions import Ending, Exhibition, Failed, Shown
from arena.store.sets import new_ticket
from arena.store.store import Store

LONGEST_S = 600.0
"""An exhibition lasts no longer, whatever limits of time it has of another match."""
_WAIT_S = 5.0
"""So long a job waits for bots that play as much as they may; then the janitor makes another."""
_LOOK_S = 0.05
_RENEWALS = 3
"""In the time of a lease."""
_TOO_LONG = Failed(f"it was not over after {LONGEST_S / 60:.0f} minutes")

_log = structlog.get_logger()


class Exhibitor:
    """Plays exhibitions."""

    def __init__(
        self, store: Store, guard: Guard, sets: Sets, canary: Canary | None = None
    ) -> None:
        self._store = store
        self._guard = guard
        self._sets = sets
        self._canary = canary

    async def dispatch(self) -> None:
        """Enqueue the exhibitions that are open and idle, as far as the queue has room."""
        room = max(0, MOST_WAITING - await self._store.queue.waiting())
        for exhibition_id in await self._store.exhibitions.take_idle(room):
            await self._store.queue.put_exhibition(exhibition_id)

    async def work(self, exhibition_id: str, stop: asyncio.Event) -> None:
        """Play this exhibition as a job: while it waits for its bots, sets that wait as well."""
        await self._sets.beside(Job(stop, self._canary), self.play(exhibition_id, stop))

    async def play(self, exhibition_id: str, stop: asyncio.Event) -> None:
        """Play this exhibition, if it is still to be had, to its end or until we are to stop.

        What is our own bug is logged, and leaves it to its lease. Raises StoreAway after an outage
        of the time of a lease.
        """
        bind_contextvars(exhibition=exhibition_id)
        try:
            kept = await self._store.exhibitions.get(exhibition_id)
            if kept is not None and kept.ending is None:
                await self._meet(kept.exhibition, stop)
        except (StoreAway, StoreUnfit):
            raise
        except Exception:
            _log.exception("exhibition_failed")

    async def _meet(self, exhibition: Exhibition, stop: asyncio.Event) -> None:
        """Find the bots and play, or end it where one of them is not to sit there any more."""
        attempt = _Attempt(self._store, exhibition.id, stop)
        rules = game(exhibition.header.game)
        try:
            seats = await seated(self._store, exhibition.owner, exhibition.seats, rules)
        except Invalid as refusal:
            if await attempt.claim({}):
                await attempt.end(Failed(str(refusal)))
            return
        bots = [seat for seat in seats if isinstance(seat, Bot)]
        async with connect(bots, self._guard, self._canary) as contestants:
            callable_ = len(contestants) == len(bots)  # else it waits for a worker that may
            if callable_ and await attempt.claim(_shares(contestants.values())):
                faults = ExhibitionFaults(exhibition)
                match = _play(exhibition, seats, contestants, faults)
                await attempt.end(await attempt.outcome(match), faults)


class _Attempt:
    """One attempt to bring an exhibition to its end."""

    def __init__(self, store: Store, exhibition_id: str, stop: asyncio.Event) -> None:
        self._exhibitions = store.exhibitions
        self._id = exhibition_id
        self._stop = stop
        self._lease_s = store.exhibitions.lease_ms / 1_000
        self._patience = Patience(self._lease_s, stop)
        self._fence = 0
        self._parties = tuple[str, ...]()

    async def claim(self, limits: Mapping[str, int]) -> bool:
        """Claim it, once these parties play less than their limits say; False where others do."""
        ticket, clock = new_ticket(), asyncio.get_running_loop().time
        gives_up = clock() + _WAIT_S
        while not self._stop.is_set():
            claim = await self._patience.outlast(
                lambda: self._exhibitions.claim(self._id, limits, ticket)
            )
            if isinstance(claim, int):
                self._fence, self._parties = claim, tuple(limits)
                return True
            if claim.party is None or clock() > gives_up:
                return False
            await asyncio.sleep(_LOOK_S)
        return False

    async def outcome(self, match: Coroutine[None, None, Ending]) -> Ending | None:
        """Give how its match ends; None where it becomes another's before, or we are to stop."""
        playing = asyncio.create_task(match)
        tasks = (playing, *map(asyncio.create_task, (self._lost(), self._dropped())))
        try:
            done, _ = await asyncio.wait(
                tasks, timeout=LONGEST_S, return_when=asyncio.FIRST_COMPLETED
            )
            if playing in done:
                return playing.result()
            return None if done else _TOO_LONG
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _lost(self) -> None:
        """Renew the lease until the exhibition is another's."""
        renewed = True
        while renewed:
            await asyncio.sleep(self._lease_s / _RENEWALS)
            renewed = await self._patience.outlast(
                lambda: self._exhibitions.renew(self._id, self._fence)
            )

    async def _dropped(self) -> None:
        """Return when a match has had its grace after we were told to stop."""
        await self._stop.wait()
        await asyncio.sleep(GRACE_S)

    async def end(self, ending: Ending | None, faults: ExhibitionFaults | None = None) -> None:
        """Keep how it ended, and its faults, or give it back; nothing where it is another's now."""
        if ending is None:
            await self._exhibitions.release(self._id, self._fence, self._parties)
            return
        told = [] if faults is None else faults.told()
        await self._patience.outlast(
            lambda: self._exhibitions.end(self._id, self._fence, ending, self._parties, told)
        )


def _shares(contestants: Iterable[Contestant]) -> dict[str, int]:
    """Give who plays in it, each with half of its limit of sets, rounded up.

    The other half is left to what is rated.
    """
    limits = dict[str, int]()
    for contestant in contestants:
        limits |= contestant.limits
    return {party: -(-limit // 2) for party, limit in limits.items()}


async def _play(
    exhibition: Exhibition,
    seats: Sequence[Bot | HouseBot],
    contestants: Mapping[str, Contestant],
    faults: ExhibitionFaults,
) -> Ending:
    players: list[Player | None] = [
        await contestants[seat.id].player() if isinstance(seat, Bot) else house_player(seat)
        for seat in seats
    ]
    faults.met(contestants)
    table = Table.new(game(exhibition.header.game), exhibition.header)
    limits = Limits(exhibition.move_ms, exhibition.bank_ms, exhibition.max_strikes)
    played = await play(table, players, limits, token_bytes(32), faults)
    failed = [fault.seat for fault in played.faults]
    numbers = range(len(seats))
    return Shown(
        record=played.record,
        versions=tuple(
            contestants[seat.id].version if isinstance(seat, Bot) else "" for seat in seats
        ),
        strikes=tuple(failed.count(number) for number in numbers),
        retired=tuple(number in played.retired for number in numbers),
        latencies=played.latencies,
    )
