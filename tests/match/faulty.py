"""A seat that is a broken bot's at one kind of ask, and matches in which it is asked so."""

from collections.abc import Iterator

from arena.engine.record import Header
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.match.http import BotClient
from arena.match.player import Reply, Request
from arena.protocol.messages import End
from tests.match.zoo import choose, choose_all


class Faulty:
    """Goes to a broken bot with asks of one kind, and plays well otherwise."""

    windows = True
    wants_end = False

    def __init__(self, client: BotClient, kind: str) -> None:
        """Spoil asks of this kind."""
        self._client = client
        self._kind = kind

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Ask the broken bot, or choose."""
        if request.kind == self._kind:
            return await self._client.decide(request, allowance_ms)
        return Reply(choose(request))

    async def end(self, message: End, allowance_ms: int) -> None:
        """Never called."""


def headers(game: Game) -> Iterator[Header]:
    """Give matches of a game, for few players and for more, with windows for all."""
    for number in range(2_000):
        for players in (2, 3, 4):
            seed = f"{number:064x}"
            yield game.header(players, seed, windows=tuple(range(players)))


def asked_at(game: Game, kind: str) -> Header:
    """Give a match in which seat 0 is asked this, if all play by `choose`."""
    for header in headers(game):
        table = Table.new(game, header)
        while asks := table.asks():
            if any(ask.seat == 0 and ask.kind == kind for ask in asks):
                return header
            choose_all(table)
    raise AssertionError(f"nobody is ever asked {kind}")
