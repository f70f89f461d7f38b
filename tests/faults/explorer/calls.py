"""The calls of the store's functions, as values, and how the real repositories make them."""

from typing import Literal, NamedTuple

import msgspec

from arena.store.client import Client
from arena.store.results import Commit, Committed, Rejected, ResultRepository
from arena.store.sets import Addition, Claim, Refusal, SetRepository
from arena.store.tournaments import TournamentRepository
from arena.tournament.log import link
from tests.faults.explorer.contents import LEASE_MS
from tests.faults.explorer.shape import ID, Record, Shape

_MOST_IDLE = 100

Reply = Claim | Refusal | Committed | Rejected | bool | tuple[int, ...]
"""Of the sets that are idle or put back, the numbers."""


def in_a_word(reply: Reply) -> str:
    """Give the word for a reply."""
    match reply:
        case Refusal(why) | Rejected(why):
            return why
        case Committed(again=True):
            return "DUP"
        case False | ():
            return "no"
    return "yes"


class Call(NamedTuple):
    """A call of a function. What it does not take is left as it is here.

    An `append` takes `decisions` after the first `at`, a `commit` all of them and the `head` that
    it follows.
    """

    name: Literal[
        "claim", "append", "release", "commit", "take_idle", "retry", "open_round", "finish"
    ]
    round: int
    number: int = -1
    fence: int = 0
    at: int = 0
    decisions: tuple[int, ...] = ()
    head: bytes = b""
    ticket: int = 0

    def __str__(self) -> str:
        if self.number < 0:
            return f"{self.name} of round {self.round}"
        what = f"{self.name} of set {self.round}/{self.number}"
        match self.name:
            case "append":
                what += f", decisions {list(self.decisions)} after {self.at}"
            case "commit":
                what += f", decisions {list(self.decisions)} after head {self.head.hex()[:8]}"
        return f"{what} by fence {self.fence}" if self.fence else what

    @property
    def record(self) -> Record:
        """The result that a `commit` commits."""
        return Record(self.round, self.number, self.decisions)


class Outputs(NamedTuple):
    """What a call has told to those who look: announcements, kinds of alarms, counts of events."""

    announced: list[str]
    alarms: list[str]
    counted: dict[str, int]


class Functions:
    """The functions of the store, called as the product calls them."""

    def __init__(self, client: Client, shape: Shape) -> None:
        self._sets = SetRepository(client, LEASE_MS)
        self._results = ResultRepository(client)
        self._tournaments = TournamentRepository(client)
        self._shape = shape

    async def call(self, call: Call) -> Reply:
        """Make a call."""
        match call.name:
            case "claim":
                limits = dict.fromkeys(self._table(call), self._shape.limit)
                ticket = str(call.ticket)
                return await self._sets.claim(ID, call.round, call.number, limits, ticket)
            case "append":
                entries = [b"%d" % decision for decision in call.decisions]
                addition = Addition(call.number, call.fence, call.at, entries)
                return (await self._sets.append(ID, call.round, [addition]))[0]
            case "release":
                table = self._table(call)
                return await self._sets.release(ID, call.round, call.number, call.fence, table)
            case "commit":
                return await self._results.commit(self._commit(call))
            case "take_idle":
                idle = await self._sets.take_idle(ID, call.round, _MOST_IDLE)
                return tuple(sorted(each.number for each in idle))
            case "retry":
                return tuple(await self._sets.retry(ID, call.round))
            case "open_round":
                sets = len(self._shape.rounds[call.round - 1])
                return await self._tournaments.open_round(ID, call.round, sets)
            case "finish":
                return await self._tournaments.finish(ID, call.round)

    def _table(self, call: Call) -> str:
        return self._shape.table(call.round, call.number)

    def _commit(self, call: Call) -> Commit:
        result = msgspec.msgpack.encode(call.record)
        return Commit(
            tournament=ID,
            round=call.round,
            number=call.number,
            fence=call.fence,
            digest=b"digest of " + result,
            result=result,
            before=call.head,
            after=link(call.head, result),
            changes=call.record.changes(self._shape),
            parties=tuple(self._table(call)),
            counts={},
        )
