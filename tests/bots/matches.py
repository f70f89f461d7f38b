"""Matches of house bots in this process."""

from collections.abc import Callable
from hashlib import sha256

from arena.engine.ask import Ask
from arena.engine.record import Header, Outcome
from arena.engine.table import Table
from arena.games import GAMES
from arena.match.player import request_of
from arena.protocol.messages import Clock
from bots import Ask as Request
from bots.house import HouseBot

Watch = Callable[[HouseBot, Request, int], None]


def play(bots: tuple[HouseBot, ...], number: int, watch: Watch | None = None) -> Outcome:
    """Play match `number` of these seats; `watch` is shown every ask and its answer."""
    game = GAMES[bots[0].game]
    seed = sha256(f"{game.name}/{number}".encode()).hexdigest()
    return play_header(bots, game.header(len(bots), seed, windows=windows_of(bots)), watch)


def windows_of(bots: tuple[HouseBot, ...]) -> tuple[int, ...]:
    """Give the seats that want load windows."""
    return tuple(seat for seat, bot in enumerate(bots) if bot.windows)


def play_header(bots: tuple[HouseBot, ...], header: Header, watch: Watch | None = None) -> Outcome:
    """Play the match of this header."""
    table = Table.new(GAMES[header.game], header)
    while not table.over:
        for ask in table.asks():
            bot, request = bots[ask.seat], put(table, ask)
            choice = bot.decide(request)
            if watch is not None:
                watch(bot, request, choice)
            table.answer(ask.seat, choice)
    return table.outcome()


def put(table: Table, ask: Ask) -> Request:
    """Give the ask as the arena would send it; its name tells it from all others."""
    match_id, ask_id = f"{table.header.seed}/{ask.seat}", f"{len(table.decisions)}"
    return request_of(table, ask, match_id, ask_id, Clock(move_ms=500, bank_ms=10_000))
