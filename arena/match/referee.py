"""The referee: drives one table, asks the seats of a beat at once, judges what they answer.

What may live here: the course of a match. It knows players by their port, rules by the table.
"""

from asyncio import create_task, gather
from collections.abc import Sequence

import msgspec

from arena.engine.ask import FAULT, Ask
from arena.engine.record import MAX_SAY, Record, Say
from arena.engine.table import Table
from arena.match.clock import Limits, SeatClock
from arena.match.ids import Ids
from arena.match.journal import Entry, Excerpt, FaultReport, Journal, JournalError, Settled
from arena.match.player import Player, Reply, Request, request_of
from arena.protocol.messages import Clock, End, FaultKind

MAX_SAID = 2_048
"""Bytes, in UTF-8, that a seat may say in a match: all of it is kept for ever. More is dropped."""


class Played(msgspec.Struct, frozen=True):
    """A finished match: its record, and what of it is for the owners of its bots.

    `silent` are the seats that were asked, and of whom no answer counted; `absent` those of which
    nobody was asked any more though they were not retired. `latencies` are by seat the ms of each
    of its decisions, None where it was not called.
    """

    record: Record
    faults: tuple[FaultReport, ...]
    retired: tuple[int, ...]
    silent: tuple[int, ...]
    absent: tuple[int, ...]
    latencies: tuple[tuple[int | None, ...], ...]


async def play(
    table: Table,
    seats: Sequence[Player | None],
    limits: Limits,
    key: bytes,
    journal: Journal | None = None,
) -> Played:
    """Play a fresh table to its end; a seat without a player is retired from the start.

    `key`, secret and of this match alone, makes the opaque ids. Where the journal holds entries
    the match goes on from them: same open asks, same ids, same banks. Errors of the arena (of the
    journal, of a player in process) stop the match; it can be resumed.
    """
    if len(seats) != table.header.players:
        raise ValueError(f"seats: expected {table.header.players}, got {len(seats)}")
    match = _Match(table, seats, limits, Ids(key))
    beat = 0
    for entry in await journal.load() if journal else ():
        match.resume(entry)
        beat += 1
    while asks := table.asks():
        settled = await match.ask(asks)
        faults = match.settle(asks, settled)
        if journal is not None:
            # Before anybody is shown what came of the beat: no crash may undo what has been seen.
            await journal.send(beat, Entry(1, settled), faults)
            beat += 1
    await match.announce()
    return match.played()


class _Seat:
    """One seat's part in the match: who decides, what time is left, what came of its last ask."""

    __slots__ = (
        "absent", "clock", "decisions", "failed", "faults", "last", "latencies", "match_id",
        "number", "player", "said",
    )  # fmt: skip

    def __init__(self, number: int, player: Player | None, limits: Limits, match_id: str) -> None:
        self.number = number
        self.player = player
        self.clock = SeatClock(limits)
        self.match_id = match_id
        self.last: Settled | None = None
        self.decisions: list[int] = []
        self.faults: list[FaultKind] = []
        self.latencies: list[int | None] = []
        self.absent = False
        self.failed: Reply | None = None
        """What came back when it last made a fault, if that was seen here."""
        self.said = 0

    @property
    def asked(self) -> Player | None:
        """Who is to be asked; nobody once the seat is retired."""
        return None if self.clock.retired else self.player

    @property
    def silent(self) -> bool:
        """Whether all of its decisions were faults, and there were any."""
        return bool(self.faults) and all(decision == FAULT for decision in self.decisions)

    def judge(self, ask: Ask, reply: Reply) -> Settled:
        """Give the decision that a reply comes to, and what it leaves of time and strikes."""
        decision, fault, detail = reply.choice, reply.fault, reply.detail
        if decision is not None and not 0 <= decision < len(ask.options):
            detail = f"expected a choice from 0 to {len(ask.options) - 1}, got {decision}"
            decision, fault = None, "illegal"
        if fault is not None:
            self.failed = reply
        return Settled(
            seat=self.number,
            decision=FAULT if decision is None else decision,
            latency_ms=reply.latency_ms,
            bank_ms=self.clock.bank_after(reply.latency_ms),
            strikes=self.clock.strikes + (fault is not None),
            fault=fault,
            detail=detail,
            say=_spoken(reply.say, MAX_SAID - self.said),
        )

    def default(self) -> Settled:
        """Give the decision of a retired seat."""
        return Settled(self.number, FAULT, None, self.clock.bank_ms, self.clock.strikes)

    def settle(self, settled: Settled) -> None:
        """Take in a decision."""
        self.last = settled
        self.clock.bank_ms, self.clock.strikes = settled.bank_ms, settled.strikes
        self.decisions.append(settled.decision)
        self.said += len((settled.say or "").encode())
        self.latencies.append(settled.latency_ms)
        if settled.latency_ms is None and not self.clock.retired:
            self.absent = True
        if settled.fault is not None:
            self.faults.append(settled.fault)


class _Match:
    """A table and its seats."""

    def __init__(
        self, table: Table, seats: Sequence[Player | None], limits: Limits, ids: Ids
    ) -> None:
        self._table = table
        self._ids = ids
        self._seats = [
            _Seat(number, player, limits, ids.match(number)) for number, player in enumerate(seats)
        ]
        self._taken = 0
        self._says: list[Say] = []
        self._reports: list[FaultReport] = []

    async def ask(self, asks: tuple[Ask, ...]) -> tuple[Settled, ...]:
        """Ask all seats of a beat at once; give the decisions in seat order."""
        if len(asks) == 1:
            return (await self._ask(asks[0], self._taken),)
        tasks = [create_task(self._ask(ask, at)) for at, ask in enumerate(asks, self._taken)]
        try:
            return tuple(await gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()

    def settle(self, asks: tuple[Ask, ...], settled: tuple[Settled, ...]) -> Sequence[FaultReport]:
        """Take in the decisions of a beat, and give its faults; the table moves on."""
        earlier = len(self._reports)
        for at, (ask, each) in enumerate(zip(asks, settled, strict=True), self._taken):
            if each.fault is not None:
                self._reports.append(self._report(at, ask, each, each.fault))
            self._seats[each.seat].settle(each)
            if each.say is not None:
                self._says.append(Say(at, each.say))
            if each.decision == FAULT:
                self._table.fault(each.seat, each.fault)
            else:
                self._table.answer(each.seat, each.decision)
        self._taken += len(asks)
        return self._reports[earlier:]

    def resume(self, entry: Entry) -> None:
        """Take in a beat that was kept; raise JournalError where it is not this match's."""
        asks = self._table.asks()
        if [ask.seat for ask in asks] != [each.seat for each in entry.settled]:
            raise JournalError(f"the entry after decision {self._taken} is of another match")
        self.settle(asks, entry.settled)

    async def announce(self) -> None:
        """Tell the result to those who want to be told; a retired seat is not called."""
        await gather(
            *(
                seat.asked.end(self._end(seat), seat.clock.move_ms)
                for seat in self._seats
                if seat.asked is not None and seat.asked.wants_end
            )
        )

    def played(self) -> Played:
        """Give the finished match."""
        return Played(
            record=self._table.record(tuple(self._says)),
            faults=tuple(self._reports),
            retired=tuple(seat.number for seat in self._seats if seat.asked is None),
            silent=tuple(seat.number for seat in self._seats if seat.silent),
            absent=tuple(seat.number for seat in self._seats if seat.absent),
            latencies=tuple(tuple(seat.latencies) for seat in self._seats),
        )

    async def _ask(self, ask: Ask, at: int) -> Settled:
        seat = self._seats[ask.seat]
        player = seat.asked
        if player is None:
            return seat.default()
        reply = await player.decide(self._request(seat, ask, at), seat.clock.allowance_ms)
        return seat.judge(ask, reply)

    def _request(self, seat: _Seat, ask: Ask, at: int) -> Request:
        clock = Clock(seat.clock.move_ms, seat.clock.bank_ms)
        return request_of(self._table, ask, seat.match_id, self._ids.ask(at), clock, seat.last)

    def _report(self, at: int, ask: Ask, each: Settled, kind: FaultKind) -> FaultReport:
        """Report a fault; the clock of its seat is still as it was when it was asked."""
        seat = self._seats[each.seat]
        failed = seat.failed or Reply(None)
        return FaultReport(
            at=at,
            seat=each.seat,
            ask=ask.kind,
            kind=kind,
            latency_ms=each.latency_ms or 0,
            detail=each.detail,
            match_id=seat.match_id,
            ask_id=self._ids.ask(at),
            allowance_ms=seat.clock.allowance_ms,
            bank_ms=(seat.clock.bank_ms, each.bank_ms),
            strikes=each.strikes,
            status=failed.status,
            body=Excerpt.of(failed.body),
        )

    def _end(self, seat: _Seat) -> End:
        outcome = self._table.outcome()
        return End(
            match_id=seat.match_id,
            game=self._table.header.game,
            seat=seat.number,
            ranks=outcome.ranks,
            scores=outcome.scores,
            decisions=tuple(seat.decisions),
            faults=tuple(seat.faults),
            digest=self._table.digest(),
        )


def _spoken(say: str | None, room: int) -> str | None:
    """Give what may be shown of what a bot says, or nothing where there is no room for its bytes.

    It must not steer a terminal or a page.
    """
    if say is None:
        return None
    text = "".join(char for char in say if char.isprintable())[:MAX_SAY]
    return text if text and len(text.encode()) <= room else None
