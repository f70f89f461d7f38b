"""Use case: an owner looks at what his bot did wrong, with all that we know of each call.

What may live here: what of a kept fault is shown, and when. Which match it was is shown once the
set is in the log: before that it would tell a bot in play whom it plays. Faults in an exhibition
are kept once that is over.
"""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from arena.match.connection import shown
from arena.match.journal import EXCERPT
from arena.protocol.messages import FaultKind
from arena.service.bots import Bots
from arena.service.matches import match_id
from arena.service.owners import Identity
from arena.service.paging import Page, check_limit, check_place
from arena.store.faults import During, Fault, KeptFault, Place
from arena.store.store import Store

_PAGE = 100
"""Faults that are looked through at a time."""

_Set = tuple[str, int, int]
"""Tournament, round and number."""


class AskView(msgspec.Struct, frozen=True, kw_only=True):
    """The ask that was answered badly, or not.

    `match` is null until its set is over, and in an exhibition, which is of no tournament;
    `match_id` and `ask_id` are what the bot was told. The answer was due within `allowance_ms`:
    `move_ms`, and what the bank held before. `strikes` are those that the seat had with this one.
    """

    match: str | None
    match_id: str
    ask_id: str
    game: str
    kind: str
    allowance_ms: int
    bank_before_ms: int
    bank_after_ms: int
    strikes: int


class FaultView(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of a bot, made at `at_ms` (ms since 1970) in rated play (`match`), in the
    `exhibition` of this id, or in a health `check`.

    `ask` is null where its `GET` failed, and in a check, whose practice ask is of no match.
    `status` and the rest are of the answer, as far as one came: its body had `body_bytes`, of which
    `body_start` are the first 1,024 and `body_end` the last 1,024 of the rest, as printable ASCII:
    other characters, and backslashes, are escaped.
    """

    at_ms: int
    during: During
    exhibition: str | None = None
    kind: FaultKind
    detail: str
    latency_ms: int
    status: int | None
    body_bytes: int
    body_start: str
    body_end: str
    ask: AskView | None


class FaultFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which faults: of a kind, made in rated play or elsewhere, of a match, of an exhibition.

    None: whichever.
    """

    kind: str | None = None
    during: str | None = None
    match: str | None = None
    exhibition: str | None = None

    def takes(self, view: FaultView) -> bool:
        """Say whether a fault is wanted."""
        return (
            self.kind in (None, view.kind)
            and self.during in (None, view.during)
            and self.match in (None, view.ask and view.ask.match)
            and self.exhibition in (None, view.exhibition)
        )


ALL = FaultFilter()


class Faults:
    """The faults of bots, for their owners."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store = store
        self._bots = bots

    async def page(
        self,
        who: Identity,
        bot_id: str,
        cursor: str | None,
        limit: int,
        wanted: FaultFilter = ALL,
    ) -> Page[FaultView]:
        """Give faults of an own bot, by when they were kept, the newest first.

        Raises NotFound, also for somebody else's bot, and Invalid (limit, cursor).
        """
        check_place(cursor)
        await self._bots.find_own(who, bot_id)
        found = list[FaultView]()
        check_limit(limit)
        while kept := await self._store.faults.before(bot_id, cursor, _PAGE):
            asks = [each.fault.ask for each in kept if each.fault.ask is not None]
            over = await self._over([ask.place for ask in asks if ask.place is not None])
            for each in kept:
                cursor, view = each.id, _view(each, over)
                if wanted.takes(view):
                    found.append(view)
                    if len(found) == limit:
                        return Page(found, cursor)
        return Page(found, None)

    async def _over(self, places: Sequence[Place]) -> set[_Set]:
        """Give those of these sets that are in the log."""
        rounds = defaultdict[tuple[str, int], set[int]](set)
        for place in places:
            rounds[place.tournament, place.round].add(place.set)
        return {
            (*round_, number)
            for round_, numbers in rounds.items()
            for number in await self._store.results.committed(*round_, sorted(numbers))
        }


def _view(kept: KeptFault, over: set[_Set]) -> FaultView:
    fault = kept.fault
    return FaultView(
        at_ms=int(kept.id.partition("-")[0]) - fault.ago_ms,
        during=kept.during,
        exhibition=fault.exhibition,
        kind=fault.kind,
        detail=fault.detail,
        latency_ms=fault.latency_ms,
        status=fault.status,
        body_bytes=fault.size,
        body_start=shown(fault.first, EXCERPT),
        body_end=shown(fault.last, EXCERPT),
        ask=_ask(fault, over),
    )


def _ask(fault: Fault, over: set[_Set]) -> AskView | None:
    ask = fault.ask
    if ask is None:
        return None
    return AskView(
        match=_match(ask.place, over),
        match_id=ask.match_id,
        ask_id=ask.ask_id,
        game=ask.game,
        kind=ask.kind,
        allowance_ms=ask.allowance_ms,
        bank_before_ms=ask.bank_ms[0],
        bank_after_ms=ask.bank_ms[1],
        strikes=ask.strikes,
    )


def _match(place: Place | None, over: set[_Set]) -> str | None:
    if place is None or (place.tournament, place.round, place.set) not in over:
        return None
    return match_id(*msgspec.structs.astuple(place))
