"""What a bot answers, and when, decides at its own seat and nowhere else."""

import asyncio
from contextlib import AsyncExitStack

import msgspec

from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.connection import BotError
from arena.match.http import BotClient, HttpPlayer, _choices, _decode
from arena.match.local import LocalPlayer
from arena.match.player import Player, Reply, Request
from arena.match.referee import Played, play
from arena.protocol.messages import BotInfo, End
from tests.bodies import NO_JSON, ODD, OTHER_SHAPES, mutants
from tests.contract.toy import BLUFF
from tests.match.asks import LOOPBACK
from tests.match.players import KEY
from tests.match.zoo import Writer, choice, choose, reply, zoo
from tests.sizes import size

PLAYERS = 3
LIMITS = Limits(max_strikes=5)
MATCHES = size(300, 20_000)
MEDDLING = [
    b'{"choice": 1, "seat": 1, "player": 2}',
    b'{"choice": 0, "ask_id": "a_0", "match_id": "m_0"}',
    b'{"choice": 1, "choices": [2, 2, 2], "decisions": [0]}',
    b'{"choice": 2, "fault": "timeout", "latency_ms": -1, "bank_ms": 99999, "strikes": 0}',
    b'{"choice": 1, "view": {}, "events": [], "options": [{"do": "pass"}]}',
    b'{"choice": 0, "say": "\\", \\"seat\\": 1"}',
]
"""Answers that would decide for others, if anybody listened."""


class Answering:
    """Answers every ask with the same body, through the decoder of all answers."""

    windows = True
    wants_end = False

    def __init__(self, body: bytes) -> None:
        """Answer this."""
        self._body = body

    async def decide(self, request: Request, allowance_ms: int) -> Reply:  # noqa: ARG002 (the same)
        """Give what comes of the body."""
        try:
            choice = _decode(_choices, self._body)
        except BotError as fault:
            return Reply(None, fault.kind)
        return Reply(choice.choice, say=choice.say)

    async def end(self, message: End, allowance_ms: int) -> None:
        """Never called."""


def fresh() -> Table:
    """Give the table of every match here."""
    return Table.new(BLUFF, BLUFF.header(PLAYERS, "1d" * 32))


async def match_of(body: bytes) -> Played:
    """Play a match in which seat 0 answers this to whatever it is asked."""
    return await play(fresh(), [Answering(body), *[LocalPlayer(choose)] * 2], LIMITS, KEY)


def by_hand(body: bytes) -> Table:
    """Give the match in which seat 0 decides by the number in the body, and the others as ever."""
    table, strikes = fresh(), 0
    try:
        number = _decode(_choices, body).choice
    except BotError:
        number = -1
    while asks := table.asks():
        views = {ask.seat: msgspec.json.encode(table.view(ask.seat)) for ask in asks}
        for ask in asks:
            if ask.seat:
                table.answer(ask.seat, choice(msgspec.json.encode(ask.options), views[ask.seat]))
            elif 0 <= number < len(ask.options) and strikes < LIMITS.max_strikes:
                table.answer(0, number)
            else:
                strikes += 1
                table.fault(0, None)
    return table


async def test_no_body_decides_anything_but_its_own_ask() -> None:
    """It is the number in it, or a fault; all else in the match is as if no more had been said."""
    odd = [body for body, _ in ODD.values()]
    named = [*MEDDLING, *odd, *OTHER_SHAPES.values(), *NO_JSON.values()]
    short = [body for body in odd if len(body) < 1_000]
    outcomes = set()
    for body in [*named, *mutants([*MEDDLING, *short], MATCHES)]:
        record, expected = (await match_of(body)).record, by_hand(body).record()
        outcomes.add(record.digest)

        assert record.decisions == expected.decisions, body
        assert (record.outcome, record.digest) == (expected.outcome, expected.digest), body
    assert len(outcomes) > 3


async def test_bots_of_one_beat_hear_of_it_before_any_has_answered() -> None:
    """Each bot answers only when all others have been asked too; nobody runs out of time."""
    waiting, beats = asyncio.Barrier(PLAYERS), 0

    async def together(writer: Writer) -> None:
        nonlocal beats
        await waiting.wait()
        beats += 1
        writer.write(reply(b'{"choice": 0}'))

    async with zoo(together=together) as bots, AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(BotClient(bots.bot("together", "play"), LOOPBACK))
            for _ in range(PLAYERS)
        ]
        info = BotInfo(protocol=1, games=("bluff",))
        seats: list[Player] = [HttpPlayer(client, info) for client in clients]
        played = await play(fresh(), seats, Limits(move_ms=10_000), KEY)

    assert played.faults == ()
    assert beats >= 2 * PLAYERS
