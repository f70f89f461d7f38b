"""How the suite plays: tables, choosers, and matches played to their end by them."""

from collections.abc import Callable
from hashlib import sha256
from random import Random

import msgspec
import pytest

from arena.engine.ask import Ask, View
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from tests.contract.toy import BLUFF

Chooser = Callable[[Ask, View], int]
HOLD_BACK = 0.4
"""How often the default is played: uniformly random play hardly reaches some rules."""

every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.name) for game in (*GAMES.values(), BLUFF)]
)
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.name}-{players}")
        for game in (*GAMES.values(), BLUFF)
        for players in range(game.min_players, game.max_players + 1)
    ],
)


def seed(number: int) -> str:
    """Give the match seed of this number, as 64 hex digits."""
    return sha256(b"contract" + number.to_bytes(4, "big")).hexdigest()


def begin(game: Game, players: int, number: int = 0) -> Table:
    """Give a new match; every second seat wants windows, where the game has them."""
    windows = tuple(range(0, players, 2))
    return Table.new(game, game.header(players, seed(number), windows=windows))


def at_random(number: int) -> Chooser:
    """Give a chooser that plays at random, and often the default."""
    chance = Random(number)

    def choose(ask: Ask, _view: View) -> int:
        return 0 if chance.random() < HOLD_BACK else chance.randrange(len(ask.options))

    return choose


def by_content(ask: Ask, view: View) -> int:
    """Choose by what the seat is asked and may know, and by nothing else."""
    known = msgspec.json.encode((ask.kind, ask.options, view))
    return sha256(known).digest()[0] % len(ask.options)


def default(_ask: Ask, _view: View) -> int:
    """Choose the default."""
    return 0


def play_beat(table: Table, choose: Chooser) -> None:
    """Answer all asks of one beat."""
    for ask in table.asks():
        table.answer(ask.seat, choose(ask, table.view(ask.seat)))


def play_out(table: Table, choose: Chooser) -> Table:
    """Play the match to its end and give it back."""
    while not table.over:
        play_beat(table, choose)
    return table


def played(game: Game, players: int, number: int = 0) -> Table:
    """Give a finished match of random players."""
    return play_out(begin(game, players, number), at_random(number))
