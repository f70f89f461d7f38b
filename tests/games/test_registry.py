"""The registry of games."""

import pytest

from arena.engine.record import HeaderError
from arena.games import GAMES, game


@pytest.mark.parametrize("name", sorted(GAMES))
def test_game_is_found_by_its_name(name: str) -> None:
    """The name a header carries is the name it is listed under."""
    assert game(name) is GAMES[name]
    assert game(name).name == name


def test_unknown_game_is_refused_with_the_known_ones_named() -> None:
    """The message names the field, what was given and what is expected."""
    with pytest.raises(HeaderError, match=r"game: expected one of sky-5.*, got 'poker'"):
        game("poker")
