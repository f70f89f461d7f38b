"""Positions are plain data: a copy shares nothing that changes."""

import pickle
from random import Random

import pytest

from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.rules import SkyHeist
from tests.games.sky_heist.personalities import choose, leanings


@pytest.mark.parametrize("players", [2, 4])
def test_a_copy_stays_as_it_is_while_the_match_plays_on(players: int) -> None:
    """At every beat of a match, in every phase."""
    chance = Random(players)
    game = SkyHeist.new(SKY_HEIST.header(players, "05" * 32, windows=(0, 1)))
    game.step([])
    seated = leanings(players, chance)
    while game.asks():
        twin = game.clone()
        before = pickle.dumps(twin.position)
        out = game.position.sheriffs
        answers = [choose(ask, seated[ask.seat], out, chance) for ask in game.asks()]
        events = game.step(answers)

        assert pickle.dumps(twin.position) == before
        assert twin.step(answers) == events
        assert twin.position == game.position


def test_all_mutable_parts_are_copied() -> None:
    """A list or set that both held would let one match reach into another."""
    game = SkyHeist.new(SKY_HEIST.header(3, "05" * 32))
    game.step([])
    old, new = game.position, game.position.clone()

    shared = [
        name
        for name in Position.__slots__
        if isinstance(getattr(old, name), list | set | dict)
        and getattr(old, name) is getattr(new, name)
    ]
    assert not shared
