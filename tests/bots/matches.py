"""Matches of house bots in this process, and how strong a bot showed itself in many of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

from arena.engine.ask import Ask
from arena.engine.record import Outcome
from arena.engine.table import Table
from arena.games import GAMES
from arena.protocol.messages import Clock, Decide
from bots import Ask as Request
from bots.house import HouseBot

Watch = Callable[[HouseBot, Request, int], None]
Z = 1.96
"""Standard errors on each side of a 95 % interval."""


def play(bots: tuple[HouseBot, ...], number: int, watch: Watch | None = None) -> Outcome:
    """Play match `number` of these seats; `watch` is shown every ask and its answer."""
    game = GAMES[bots[0].game]
    seed = sha256(f"{game.name}/{number}".encode()).hexdigest()
    windows = tuple(seat for seat, bot in enumerate(bots) if bot.windows)
    table = Table.new(game, game.header(len(bots), seed, windows=windows))
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
    header = table.header
    return Decide(
        ask_id=f"{len(table.decisions)}",
        match_id=f"{header.seed}/{ask.seat}",
        game=header.game,
        seat=ask.seat,
        players=header.players,
        kind=ask.kind,
        options=ask.options,
        view=table.view(ask.seat),
        events=table.events(ask.seat),
        clock=Clock(move_ms=500, bank_ms=10_000),
    )


@dataclass(frozen=True)
class Strength:
    """What a bot reached in so many matches: its share of wins (tied ones in part), its rank."""

    matches: int
    wins: float
    rank: float

    @property
    def least(self) -> float:
        """The lower end of the 95 % interval of its share of wins."""
        return self.wins - Z * sqrt(self.wins * (1 - self.wins) / self.matches)


def strength(bot: HouseBot, others: HouseBot, matches: int, players: int = 4) -> Strength:
    """Play the bot at tables of the others, a new deal each time, in every seat in turn."""
    results = tuple(_results(bot, others, matches, players))
    wins = sum(won for won, _ in results)
    return Strength(matches, wins / matches, sum(rank for _, rank in results) / matches)


def _results(
    bot: HouseBot, others: HouseBot, matches: int, players: int
) -> Iterator[tuple[float, int]]:
    """Give the bot's part of the win, and its rank, in each match."""
    for number in range(matches):
        seat = number % players
        bots = tuple(bot if place == seat else others for place in range(players))
        ranks = play(bots, number).ranks
        yield (1 / ranks.count(1) if ranks[seat] == 1 else 0.0), ranks[seat]
