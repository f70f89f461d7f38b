"""Faults as they are kept for the owners of bots: what we know of a call that failed.

What may live here: from what the referee or a connection tells to what the store keeps.
"""

from arena.match.connection import BotError
from arena.match.journal import Excerpt, FaultReport
from arena.store.faults import FailedAsk, Fault, Place


def fault_of_ask(report: FaultReport, place: Place, game: str) -> Fault:
    """Give a fault that was made in a match."""
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
    return Fault(
        kind=report.kind,
        detail=report.detail,
        latency_ms=report.latency_ms,
        status=report.status,
        size=report.body.size,
        first=report.body.first,
        last=report.body.last,
        ask=ask,
    )


def fault_of_get(error: BotError) -> Fault:
    """Give a `GET` that failed."""
    body = Excerpt.of(error.body)
    return Fault(
        kind=error.kind,
        detail=error.detail,
        latency_ms=error.latency_ms,
        status=error.status,
        size=body.size,
        first=body.first,
        last=body.last,
    )
