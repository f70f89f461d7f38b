"""Asks of no match, to try a bot at: what is put to it, and what came of that.

What may live here: a single ask outside of a match. Nothing here is rated or recorded.
"""

from secrets import token_hex

import msgspec

from arena.engine.ask import Ask
from arena.engine.table import Table
from arena.match.http import BotClient
from arena.match.player import Reply, Request, request_of
from arena.protocol.messages import Clock


class Call(msgspec.Struct, frozen=True):
    """One ask and what came of it; a choice that was not offered is the fault `illegal`."""

    request: Request
    reply: Reply


async def put(client: BotClient, request: Request, allowance_ms: int) -> Call:
    """Put an ask to a bot."""
    reply = await client.decide(request, allowance_ms)
    most = len(request.options) - 1
    if reply.choice is not None and reply.choice > most:
        detail = f"expected a choice from 0 to {most}, got {reply.choice}"
        reply = msgspec.structs.replace(reply, choice=None, fault="illegal", detail=detail)
    return Call(request, reply)


def practice_ask(table: Table, ask: Ask, clock: Clock) -> Request:
    """Give an open ask of a table as the first one of a match that nobody has heard of."""
    return request_of(table, ask, f"m_{token_hex(16)}", f"a_{token_hex(16)}", clock)
