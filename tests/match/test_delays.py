"""How far away a bot is never decides: only whether it answers in time does (T9)."""

import asyncio
from contextlib import AsyncExitStack

import msgspec
import pytest

from arena.engine.table import Table
from arena.games import GAMES
from arena.match.clock import Limits
from arena.match.http import BotClient, HttpPlayer
from arena.match.referee import Played, play
from bots.kit import Ask, Function
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.match.asks import LOOPBACK, SEED
from tests.match.players import KEY
from tests.sizes import size

DELAY_S = 0.3
DELAYED = size(8, 1_000)
"""So many answers come late: at full size all of a match."""
PLAYERS = [int(players) for players in size("5", "2345")]
PATIENT = Limits(move_ms=10_000)
"""So that none is too late on a busy machine."""


async def played(game: str, players: int, delay_s: float) -> tuple[Played, int]:
    """Play a match of bots over HTTP, of which the first answers so much later.

    Gives also how often it did so.
    """
    late = 0

    async def delayed(ask: Ask) -> int:
        nonlocal late
        if late < DELAYED:
            await asyncio.sleep(delay_s)
            late += 1
        return by_view(ask)

    bots: list[Function] = [delayed, *[by_view] * (players - 1)]
    table = Table.new(GAMES[game], GAMES[game].header(players, SEED, rounds=1))
    async with Loopback() as loopback, AsyncExitStack() as stack:
        seats = []
        for bot in bots:
            client = BotClient(await loopback.start(bot), LOOPBACK)
            seats.append(HttpPlayer(await stack.enter_async_context(client), BOTH_GAMES))
        return await play(table, seats, PATIENT, KEY), late


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
async def test_300_ms_more_to_one_bot_change_no_byte_of_the_replay(game: str, players: int) -> None:
    """T9, over HTTP: the same answers give the same match, whatever way they have come."""
    near, _ = await played(game, players, 0)
    far, late = await played(game, players, DELAY_S)

    assert late >= 4
    assert near.faults == far.faults == ()
    assert msgspec.json.encode(far.record) == msgspec.json.encode(near.record)
