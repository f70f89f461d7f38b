"""The words of every game: bots, records, the theatre and outsiders read them as JSON."""

import json
from collections.abc import Sequence
from functools import reduce
from operator import or_

import msgspec

from arena.engine.rules import Game
from tests.contract.play import at_random, begin, every_game, every_table, play_beat


def decoder(types: Sequence[type]) -> "msgspec.json.Decoder[object]":
    """Give a decoder of any of these types, told apart by their tags."""
    return msgspec.json.Decoder(reduce(or_, types[1:], types[0]))


def leaves(value: object) -> list[object]:
    """Give the values of decoded JSON that are neither lists nor objects."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


@every_table
def test_what_a_game_says_reads_back_as_what_it_declares(game: Game, players: int) -> None:
    """Options, events and views are those of the game's catalogue, of the declared types."""
    options, events = decoder(game.options), decoder(game.events)
    view = decoder([game.view])
    table, choose = begin(game, players), at_random(2)
    while not table.over:
        for ask in table.asks():
            for option in ask.options:
                assert options.decode(msgspec.json.encode(option)) == option
            for event in table.events(ask.seat):
                assert events.decode(msgspec.json.encode(event)) == event
        for seat in (*range(players), None):
            assert view.decode(msgspec.json.encode(table.view(seat))) == table.view(seat)
        play_beat(table, choose)
    for event in table.log:
        assert events.decode(msgspec.json.encode(event)) == event


@every_table
def test_no_word_depends_on_the_platform(game: Game, players: int) -> None:
    """Numbers are integers: floats are not the same bytes everywhere."""
    table, choose = begin(game, players), at_random(4)
    while not table.over:
        words = [table.asks(), *(table.view(seat) for seat in range(players)), table.events(None)]
        for leaf in leaves(json.loads(msgspec.json.encode(words))):
            assert isinstance(leaf, int | str | None)
        play_beat(table, choose)
    for leaf in leaves(json.loads(msgspec.json.encode([*table.log, table.outcome()]))):
        assert isinstance(leaf, int | str | None)


@every_game
def test_every_word_has_a_name_of_its_own_and_a_schema(game: Game) -> None:
    """The catalogue can be published as JSON Schema."""
    for types in (game.options, game.events):
        tags = [kind.__struct_config__.tag for kind in types]
        schemas, _ = msgspec.json.schema_components([*types, game.view])

        assert len(set(tags)) == len(types)
        assert len(schemas) == len(types) + 1
    assert set(game.window_kinds) <= set(game.kinds)
    assert len(set(game.kinds)) == len(game.kinds)
