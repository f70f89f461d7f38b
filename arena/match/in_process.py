"""Matches of house bots without a referee: no clock, no faults, nothing that waits.

What may live here: the shortest way through a match, for the many thousands that statistics need.
"""

from collections.abc import Sequence

from arena.engine.record import Outcome
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.house import HouseBot
from arena.match.ids import Ids
from arena.match.player import request_of
from arena.protocol.messages import Clock

_CLOCK = Clock(Limits().move_ms, Limits().bank_ms)


def outcome_of(game: Game, seed: str, bots: Sequence[HouseBot], key: bytes) -> Outcome:
    """Play a match of bots by seat, as a referee would have them play it, and give its outcome.

    `seed` (64 hex digits) deals; `key` (16 to 32 bytes) makes the ids, which some bots use as dice.
    """
    windows = tuple(seat for seat, bot in enumerate(bots) if bot.windows)
    table = Table.new(game, game.header(len(bots), seed, windows=windows))
    ids = Ids(key)
    names = [ids.match(seat) for seat in range(len(bots))]
    taken = 0
    while asks := table.asks():
        for at, ask in enumerate(asks, taken):
            request = request_of(table, ask, names[ask.seat], ids.ask(at), _CLOCK)
            table.answer(ask.seat, bots[ask.seat].decide(request))
        taken += len(asks)
    return table.outcome()
