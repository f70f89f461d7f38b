"""The positions that each game brings to try bots at."""

from itertools import pairwise

from arena.engine.rules import Game
from arena.engine.table import Table
from tests.contract.play import at_random, every_game, play_out, seed


def tables(game: Game) -> list[Table]:
    """Give a table at each sample of a game."""
    return [Table(rules, game.header(players, seed(0))) for players, rules in game.samples()]


@every_game
def test_samples_ask_every_kind_of_ask(game: Game) -> None:
    """In the order of the game's kinds; a bot that is tried at all of them knows the game."""
    places = [game.kinds.index(table.asks()[0].kind) for table in tables(game)]

    assert set(places) == set(range(len(game.kinds)))
    assert all(one <= other for one, other in pairwise(places))


@every_game
def test_samples_can_be_played_on(game: Game) -> None:
    """They are positions of the game, with asks that are what its rules make of them."""
    for number, table in enumerate(tables(game)):
        assert all(len(ask.options) >= 2 for ask in table.asks())
        play_out(table, at_random(number)).outcome()


@every_game
def test_samples_are_new_each_time(game: Game) -> None:
    """Whoever plays one on changes no other's."""
    once = [play_out(table, at_random(1)).digest() for table in tables(game)]

    assert [play_out(table, at_random(1)).digest() for table in tables(game)] == once
