"""Faults as they are kept for the owners of bots: what we know of a call that failed.

What may live here: from what the referee or a connection tells to what the store keeps.
"""

import time
from collections.abc import Mapping, Sequence

import msgspec
import structlog

from arena.match.connection import BotError
from arena.match.journal import Entry, Excerpt, FaultReport
from arena.match.player import Reply
from arena.protocol.messages import FaultKind
from arena.service.exhibition_seats import bots_of
from arena.service.playing.contestants import Contestant
from arena.store.exhibitions import Exhibition
from arena.store.faults import FailedAsk, Fault, Place

MOST_OF_SEAT = 20
"""Faults of a seat in a match that its owner is told of: an organiser may allow very many."""

_log = structlog.get_logger()


def faults_of_beat(
    reports: Sequence[FaultReport], bots: Sequence[str], game: str, place: Place | None = None
) -> list[tuple[str, Fault]]:
    """Give the faults of a beat that owners are told of, by bot; all stand in our log as well."""
    for report in reports:
        _log.info(
            "call_failed",
            match=place and place.match,
            seat=report.seat,
            fault=report.kind,
            latency_ms=report.latency_ms,
            detail=report.detail,
        )
    return [
        (bots[report.seat], _fault_of_ask(report, game, place))
        for report in reports
        if report.strikes <= MOST_OF_SEAT
    ]


def fault_of_get(error: BotError) -> Fault:
    """Give a `GET` that failed."""
    body = Excerpt.of(error.body)
    return _fault(error.kind, error.detail, error.latency_ms, error.status, body)


def fault_of_practice(reply: Reply) -> Fault | None:
    """Give the fault of a practice ask, if it was answered badly, or not."""
    if reply.fault is None:
        return None
    detail = f"practice ask: {reply.detail or reply.fault}"
    return _fault(reply.fault, detail, reply.latency_ms, reply.status, Excerpt.of(reply.body))


class ExhibitionFaults:
    """The faults of an exhibition in play, which are told when it is over.

    It stands where a match has its journal, and keeps no beat: whoever plays the exhibition after
    us begins anew, with other faults.
    """

    def __init__(self, exhibition: Exhibition) -> None:
        self._exhibition = exhibition
        self._bots = bots_of(exhibition.seats)
        self._made: list[tuple[float, str, Fault]] = []

    async def load(self) -> Sequence[Entry]:
        """Give no entries."""
        return ()

    async def send(
        self,
        beat: int,  # noqa: ARG002 (it is kept nowhere)
        entry: Entry,  # noqa: ARG002
        faults: Sequence[FaultReport],
    ) -> None:
        """Note the faults of a beat."""
        seats, game = self._exhibition.seats, self._exhibition.header.game
        for bot, fault in faults_of_beat(faults, seats, game):
            self._note(bot, fault)

    def met(self, contestants: Mapping[str, Contestant]) -> None:
        """Note which of these did not say what they are."""
        for bot, contestant in contestants.items():
            if contestant.failed is not None:
                self._note(bot, fault_of_get(contestant.failed))

    def _note(self, bot: str, fault: Fault) -> None:
        if bot in self._bots:
            fault = msgspec.structs.replace(fault, exhibition=self._exhibition.id)
            self._made.append((time.monotonic(), bot, fault))

    def told(self) -> list[tuple[str, Fault]]:
        """Give them by bot, to be kept now."""
        now = time.monotonic()
        return [
            (bot, msgspec.structs.replace(fault, ago_ms=round((now - at) * 1_000)))
            for at, bot, fault in self._made
        ]


def _fault_of_ask(report: FaultReport, game: str, place: Place | None) -> Fault:
    ask = FailedAsk(
        place=place,
        match_id=report.match_id,
        ask_id=report.ask_id,
        game=game,
        kind=report.ask,
        allowance_ms=report.allowance_ms,
        bank_ms=report.bank_ms,
        strikes=report.strikes,
    )
    fault = _fault(report.kind, report.detail, report.latency_ms, report.status, report.body)
    return msgspec.structs.replace(fault, ask=ask)


def _fault(
    kind: FaultKind, detail: str, latency_ms: int, status: int | None, body: Excerpt
) -> Fault:
    return Fault(
        kind=kind,
        detail=detail,
        latency_ms=latency_ms,
        status=status,
        size=body.size,
        first=body.first,
        last=body.last,
    )
