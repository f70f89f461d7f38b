"""Use case: health checks, which release bots from quarantine.

What may live here: what a check is, and when a worker makes it. When one is due, and how many are
needed, the store's functions say, for all workers.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from secrets import token_hex

import structlog

from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.http import BotClient
from arena.match.player import Request
from arena.match.practice import practice_ask, put
from arena.protocol.messages import Clock
from arena.service.clock import now_ms
from arena.service.playing.contestants import Contestant
from arena.service.playing.evidence import fault_of_get, fault_of_practice
from arena.store.bots import Bot
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.faults import Fault
from arena.store.health import HealthRepository

CHECK_MS = 2_000
"""Time for the practice ask of a check."""
_PRACTICE_SEED = "0" * 64

_log = structlog.get_logger()


class HealthChecks:
    """Makes health checks: one practice ask, which a bot in quarantine must answer well.

    Its `GET` comes before: a bot that does not say what it is has not passed either.
    """

    def __init__(self, health: HealthRepository, guard: Guard) -> None:
        self._health = health
        self._guard = guard

    async def make(self, bot: Bot) -> Fault | None:
        """Check a bot whose `GET` was just answered well; give the fault that it failed by."""
        async with BotClient(bot.url, self._guard, *bot.secrets(now_ms())) as client:
            fault = await _practise(client, bot)
        await self._note(bot, fault)
        return fault

    @asynccontextmanager
    async def beside(
        self, contestants: Mapping[str, Contestant], stop: asyncio.Event
    ) -> AsyncIterator[None]:
        """Make what checks of these are due now, beside whatever is done meanwhile.

        In the end they are waited for, since sets of bots in quarantine take no time at all; once
        `stop` is set they are dropped, and tell nothing.
        """
        making = asyncio.create_task(self._make_due(contestants))
        stopped = asyncio.create_task(stop.wait())
        try:
            yield
            await asyncio.wait([making, stopped], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in (making, stopped):
                each.cancel()
            await asyncio.gather(making, stopped, return_exceptions=True)

    async def _make_due(self, contestants: Mapping[str, Contestant]) -> None:
        try:
            held = await self._health.quarantines(list(contestants))
            due = await self._health.take_checks(list(held)) if held else []
            await asyncio.gather(*(self._make(contestants[bot]) for bot in due))
        except (StoreAway, StoreUnfit):  # which the sets will meet too
            return
        except Exception:
            _log.exception("health_checks_failed")

    async def _make(self, contestant: Contestant) -> None:
        """Check a bot that a worker meets: its `GET`, and then a practice ask."""
        client = contestant.client
        if client is None:
            return
        try:
            await contestant.info(client)
            fault = await _practise(client, contestant.bot)
        except BotError as error:
            fault = fault_of_get(error)
        await self._note(contestant.bot, fault)

    async def _note(self, bot: Bot, fault: Fault | None) -> None:
        await self._health.note_check(bot.id, token_hex(8), fault)


async def _practise(client: BotClient, bot: Bot) -> Fault | None:
    """Give the fault that a bot makes at a practice ask, if any."""
    game = GAMES[next(name for name in bot.info.games if name in GAMES)]
    return fault_of_practice((await put(client, first_ask(game), CHECK_MS)).reply)


def first_ask(game: Game) -> Request:
    """Give the first ask of a match that is always the same and is not played on."""
    table = Table.new(game, game.header(game.min_players, _PRACTICE_SEED))
    return practice_ask(table, table.asks()[0], Clock(CHECK_MS, 0))
