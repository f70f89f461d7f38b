"""Asks to put to a single bot, without a match around them."""

from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match.guard import Guard, networks
from arena.match.player import Request
from arena.protocol.messages import Clock, Decide

SEED = "5a" * 32
LOOPBACK = Guard(networks(["127.0.0.1/32"]))
"""What an operator allows who has bots on this machine."""


def request(ask_id: str = "a_1") -> Request:
    """Give the first ask of a match of Sky 5."""
    table = Table.new(SKY_5, SKY_5.header(2, SEED))
    ask = table.asks()[0]
    return Decide(
        ask_id=ask_id,
        match_id="m_1",
        game="sky-5",
        seat=ask.seat,
        players=2,
        kind=ask.kind,
        options=ask.options,
        view=table.view(ask.seat),
        events=table.events(ask.seat),
        clock=Clock(500, 10_000),
    )
