"""A third game costs one package and one entry in the registry."""

import pytest

from arena.engine.record import HeaderError, decode_record, encode_record
from arena.engine.replay import verify
from arena.engine.table import Table
from arena.games import GAMES, game
from tests.contract.play import at_random, play_out, seed
from tests.contract.toy import BLUFF


def test_an_entry_is_all_the_registry_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """From then on it is found by name, played, recorded and verified like the others."""
    monkeypatch.setitem(GAMES, BLUFF.name, BLUFF)
    found = game("bluff")
    table = play_out(Table.new(found, found.header(3, seed(1))), at_random(1))
    record = decode_record(encode_record(table.record()))

    assert verify(game(record.header.game), record) is None


def test_a_game_that_is_not_there_is_refused() -> None:
    """The message names the field, what was given and what there is."""
    with pytest.raises(HeaderError, match="game: expected one of sky-5, sky-heist, got 'bluff'"):
        game("bluff")


def test_every_entry_stands_under_its_own_name() -> None:
    """A header names the game that the registry finds."""
    assert [(name, entry.name) for name, entry in GAMES.items()] == [
        (entry.name, entry.name) for entry in GAMES.values()
    ]
