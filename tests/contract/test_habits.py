"""The habits of every game that counts some: what is noted can be shown, and adds up."""

from collections import Counter

import pytest

from arena.engine.retelling import beats
from arena.engine.rules import Game
from arena.games import GAMES
from tests.contract.play import played


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.name) for game in GAMES.values() if game.habits]
)
def test_notes_are_of_habits_that_the_game_lists(game: Game) -> None:
    """Over random matches of all sizes, each once; and no share is more than all chances."""
    habits = game.habits
    assert habits is not None
    times, chances = Counter[object](), Counter[object]()
    for players in range(game.min_players, game.max_players + 1):
        told = list(beats(game, played(game, players).record()))
        for seat in range(players):
            for note in habits.notes(told, seat):
                times[note.habit] += note.times
                chances[note.habit] += note.of

    assert len(set(habits.every)) == len(habits.every)
    assert set(chances) <= set(habits.every)
    assert all(times[each] <= chances[each] for each in habits.every if each.value == "share")
