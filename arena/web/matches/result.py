"""How a match ended for each seat, as its page shows it.

What may live here: from a finished match to what stands on the card of a seat.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.service.matches import MatchView
from arena.service.seat_endings import LatencyView, SeatEnding

ENDINGS: Final[Mapping[SeatEnding, str]] = {
    "played": "asked to the last",
    "retired": "retired: its strikes were used up, and defaults played for it from then on",
    "absent": "absent: its bot was not asked any more, and defaults were played for it",
}


class SeatResult(NamedTuple):
    """A seat: its bot, the version it stated, and what came of the match for it.

    `delta` (micro-Elo) is what the whole set changed, nothing where that does not count.
    """

    seat: int
    bot: str
    name: str
    version: str
    rank: int
    score: int
    delta: int | None
    strikes: int
    ending: SeatEnding
    ending_words: str
    latency: LatencyView


def seat_results(match: MatchView, names: Mapping[str, str]) -> list[SeatResult]:
    """Give the seats of a match in order."""
    return [
        SeatResult(
            seat=seat,
            bot=bot,
            name=names[bot],
            version=match.versions[seat],
            rank=match.outcome.ranks[seat],
            score=match.outcome.scores[seat],
            delta=None if match.deltas is None else match.deltas[seat],
            strikes=match.strikes[seat],
            ending=match.endings[seat],
            ending_words=ENDINGS[match.endings[seat]],
            latency=match.latencies[seat],
        )
        for seat, bot in enumerate(match.bots)
    ]
