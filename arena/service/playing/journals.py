"""Journals in the store: each match's decisions, kept before they count.

What may live here: the port `arena.match.journal` filled from the store. All matches of a batch
share one writer with one call in flight: what comes meanwhile goes into the next one, so that
many matches cost few calls, and a lone one waits for nobody.
"""

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import msgspec

from arena.match.journal import Entry, FaultReport
from arena.service.playing.evidence import faults_of_beat
from arena.service.playing.patience import Patience
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.faults import Fault, Place
from arena.store.sets import Addition, Claim, Made, SetRepository

_RENEWALS = 3
"""In the time of a lease; one that is lost or late does no harm."""


class Fenced(Exception):  # noqa: N818 (no error: the set goes on elsewhere)
    """Another worker has this set now; whoever gets this stops at once."""


class Stopped(Exception):  # noqa: N818 (the same)
    """We are to stop: what was decided is kept, and nobody is asked anything more."""


class _Line(msgspec.Struct, frozen=True, array_like=True):
    """One entry of a set's journal: which of its matches, and the beat."""

    match: int
    entry: Entry


_lines = msgspec.msgpack.Decoder(_Line)
_encode = msgspec.msgpack.Encoder().encode


@dataclass
class _Waiting:
    """Entries of one set that are to be sent, and what awaits that they are kept."""

    at: int
    fence: int
    entries: list[bytes] = field(default_factory=list)
    faults: list[Made] = field(default_factory=list)
    kept: list[asyncio.Future[None]] = field(default_factory=list)


class JournalWriter:
    """Sends the journal entries of a batch of sets of one round, through outages of the store."""

    def __init__(
        self, sets: SetRepository, tournament_id: str, round_number: int, patience: Patience
    ) -> None:
        self.patience = patience
        self._sets = sets
        self.round_of = (tournament_id, round_number)
        self._waiting: dict[int, _Waiting] = {}
        self._task: asyncio.Task[None] | None = None

    def send(
        self,
        number: int,
        fence: int,
        at: int,
        entry: bytes | None = None,
        faults: Iterable[tuple[str, Fault]] = (),
    ) -> asyncio.Future[None]:
        """Send entry `at` (from 0) of a set's journal, or none, which renews the lease alone.

        With it go faults that bots made in it. The result raises Fenced if it came late.
        """
        waiting = self._waiting.setdefault(number, _Waiting(at, fence))
        kept = asyncio.get_running_loop().create_future()
        waiting.faults += [Made(len(waiting.entries), bot, fault) for bot, fault in faults]
        if entry is not None:
            waiting.entries.append(entry)
        waiting.kept.append(kept)
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return kept

    async def drained(self) -> None:
        """Return when nothing is on its way to the store any more."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _write(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # what other matches send in this turn of the loop comes too
                batch, self._waiting = self._waiting, {}
                await self._write_batch(batch)
        finally:
            self._task = None

    async def _write_batch(self, batch: dict[int, _Waiting]) -> None:
        additions = [
            Addition(number, each.fence, each.at, each.entries, each.faults)
            for number, each in batch.items()
        ]
        try:
            answers = await self.patience.outlast(
                lambda: self._sets.append(*self.round_of, additions)
            )
        except Exception as error:
            _settle(batch.values(), error)
            return
        for (number, each), ours in zip(batch.items(), answers, strict=True):
            _settle([each], None if ours else Fenced(f"set {number} is another's now"))


class SetJournal:
    """The journal of one claimed set, whose matches are played one after another."""

    def __init__(self, writer: JournalWriter, number: int, claim: Claim) -> None:
        self._writer = writer
        self._number = number
        self._fence = claim.fence
        self._lines = [_lines.decode(line) for line in claim.journal]
        self._next = len(self._lines)

    def of_match(self, match: int, game: str, bots: Sequence[str]) -> "MatchJournal":
        """Give the journal of the match of these bots, by seat, with this number in the set."""
        kept = [line.entry for line in self._lines if line.match == match]
        place = Place(*self._writer.round_of, self._number, match)
        return MatchJournal(self, place, game, bots, kept)

    async def keep(
        self, match: int, entry: Entry, faults: Iterable[tuple[str, Fault]] = ()
    ) -> None:
        """Keep the next entry of the set; raise Fenced, or Stopped once it is kept."""
        at, self._next = self._next, self._next + 1
        line = _encode(_Line(match, entry))
        await self._writer.send(self._number, self._fence, at, line, faults)
        self.check()

    def check(self) -> None:
        """Raise Stopped where nobody is to be asked anything more."""
        if self._writer.patience.stop.is_set():
            raise Stopped

    @contextmanager
    def held(self) -> Iterator[None]:
        """Renew the lease meanwhile, since a bot may think for longer than one lasts."""
        holding = asyncio.create_task(self._hold())
        try:
            yield
        finally:
            holding.cancel()

    async def _hold(self) -> None:
        """Renew until the set is another's; whoever plays it learns that by the next entry."""
        with suppress(Fenced):
            while True:
                await asyncio.sleep(self._writer.patience.lease_s / _RENEWALS)
                with suppress(StoreAway, StoreUnfit, StoreError):
                    await self._writer.send(self._number, self._fence, self._next)


class MatchJournal:
    """The journal of one match, as the referee wants it."""

    def __init__(
        self,
        journal: SetJournal,
        place: Place,
        game: str,
        bots: Sequence[str],
        kept: Sequence[Entry],
    ) -> None:
        self._journal = journal
        self._place = place
        self._game = game
        self._bots = bots
        self._kept = kept

    async def load(self) -> Sequence[Entry]:
        """Give the entries that an earlier holder kept; raise Stopped where none is to be added."""
        self._journal.check()
        return self._kept

    def send(
        self,
        beat: int,  # noqa: ARG002 (they come in order)
        entry: Entry,
        faults: Sequence[FaultReport],
    ) -> Awaitable[None]:
        """Send off the entry of a beat, and its faults."""
        told = faults_of_beat(faults, self._bots, self._game, self._place)
        return self._journal.keep(self._place.match, entry, told)


def _settle(sent: Iterable[_Waiting], error: Exception | None) -> None:
    for each in sent:
        for kept in each.kept:
            if kept.done():
                continue
            if error is None:
                kept.set_result(None)
            else:
                kept.set_exception(error)
