"""Asks to put to a single bot, without a match around them."""

from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match.guard import Guard, networks
from arena.match.player import Request, request_of
from arena.protocol.messages import Clock

SEED = "5a" * 32
LOOPBACK = Guard(networks(["127.0.0.1/32"]))
"""What an operator allows who has bots on this machine."""


def request(ask_id: str = "a_1") -> Request:
    """Give the first ask of a match of Sky 5."""
    table = Table.new(SKY_5, SKY_5.header(2, SEED))
    return request_of(table, table.asks()[0], "m_1", ask_id, Clock(500, 10_000))
