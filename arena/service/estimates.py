"""How much of a tournament is still to come: matches, calls of bots, time.

What may live here: estimates, from the configuration before the start and from the pace after it.
Nothing that is decided by them.
"""

from functools import lru_cache

import msgspec

from arena.engine.chance import Stream
from arena.engine.table import Table
from arena.games import game
from arena.store.tournaments import Overview
from arena.tournament.config import Config, match_header, played_mode
from arena.tournament.pairing import set_count

ANSWER_MS = 20
"""What an answer is taken to need before anything is known of the bots."""
_SAMPLES = 8
"""Matches that are played at random to count their asks."""
_PACE_FROM = 0.02
"""Share of the sets from which on the pace of play says more than the configuration."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What is still to come, for the bots entered so far. `matches` is exact, reruns included, but
    for those of later rounds that are void for a bot that was withdrawn.

    `calls` are asks of matches at which everybody chooses at random; `duration_ms` is by the pace
    of play, and before there is one, as if every answer took 20 ms and every bot played all that
    it may at once; `ends_ms` (ms since 1970) is set while it runs.
    """

    matches: int
    calls: int
    duration_ms: int
    ends_ms: int | None


def estimate(overview: Overview, now_ms: int) -> Estimate | None:
    """Give what is to come of a tournament; None if too few have entered, or it is over."""
    tournament = overview.tournament
    config, bots = tournament.plan.config, overview.entries
    if bots < config.players or tournament.over:
        return None
    done, left = overview.sets_done, overview.sets_open + set_count(config, bots, tournament.round)
    per_set = 1 if played_mode(config, bots) == "field" else config.players
    matches = left * per_set
    calls = matches * asks_of_match(config)
    duration_ms = calls * ANSWER_MS // max(1, bots // config.players)
    if tournament.started_ms is not None and done > _PACE_FROM * (done + left):
        duration_ms = (now_ms - tournament.started_ms) * left // done
    running = tournament.state == "running"
    return Estimate(
        matches=matches,
        calls=calls,
        duration_ms=max(0, duration_ms),
        ends_ms=now_ms + max(0, duration_ms) if running else None,
    )


@lru_cache(maxsize=100)
def asks_of_match(config: Config) -> int:
    """Give how many asks a match of this configuration has, on average of some random ones."""
    played, asks = game(config.game), 0
    for sample in range(_SAMPLES):
        chance = Stream(bytes(32), f"estimate/{sample}")
        header = match_header(config, played, f"{sample:064x}")
        table = Table.new(played, header)
        while not table.over:
            for ask in table.asks():
                table.answer(ask.seat, chance.below(len(ask.options)))
                asks += 1
    return asks // _SAMPLES
