"""The house bots in whole matches: every ask has one answer from each."""

from collections.abc import Iterator

import msgspec
import pytest

from arena.games import GAMES
from arena.protocol.schema import decide_type
from bots import Ask
from bots.house import HOUSE, HouseBot, house
from tests.bots.matches import play
from tests.sizes import size

ROUNDTRIPS = size(2, 20)

every_game = pytest.mark.parametrize("game", GAMES)
every_table = pytest.mark.parametrize("players", range(2, 6))


def of_game(game: str) -> tuple[HouseBot, ...]:
    """Give the game's bots, from the weakest to the strongest."""
    return tuple(bot for bot in HOUSE.values() if bot.game == game)


@every_game
def test_every_game_has_three_bots(game: str) -> None:
    """At least one that plays at random, one simple, one good."""
    assert len(of_game(game)) >= 3


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    """The message says what there is."""
    with pytest.raises(ValueError, match=r"expected one of sky5-random, .*heist-good, got nobody"):
        house("nobody")


def test_a_bot_goes_by_its_name() -> None:
    """What `house` gives says of itself what it was asked for."""
    assert [house(name).name for name in HOUSE] == list(HOUSE)


def tables(bots: tuple[HouseBot, ...], players: int) -> Iterator[tuple[HouseBot, ...]]:
    """Give as many tables as there are bots, so that each sits in every seat."""
    for first in range(len(bots)):
        yield tuple(bots[(first + seat) % len(bots)] for seat in range(players))


@every_game
@every_table
def test_every_ask_has_a_legal_answer_which_only_the_ask_decides(game: str, players: int) -> None:
    """Asked again, or over JSON as by HTTP, each bot answers the same: it keeps nothing in mind."""
    decoder = msgspec.json.Decoder(decide_type(GAMES[game]))
    kinds = set()

    def watch(bot: HouseBot, ask: Ask, choice: int) -> None:
        assert 0 <= choice < len(ask.options)
        assert bot.decide(decoder.decode(msgspec.json.encode(ask))) == choice
        kinds.add(ask.kind)

    for number in range(ROUNDTRIPS):
        for bots in tables(of_game(game), players):
            play(bots, number, watch)
    assert kinds >= asked_often(game, players)


def asked_often(game: str, players: int) -> set[str]:
    """Give the kinds of ask that a few matches are sure to hold, if windows are wanted."""
    if game == "sky-5":
        return {"turn", "take"} if players == 2 else {"turn", "gift", "take"}
    return {"load", "turn", "give", "race"} | ({"nerve"} if players == 2 else set())


def test_the_random_bot_takes_every_option_about_as_often() -> None:
    """Its choices depend on the ask's name alone, and are spread evenly over the options."""
    counts = [0, 0]

    def watch(_: HouseBot, ask: Ask, choice: int) -> None:
        if len(ask.options) == 2:
            counts[choice] += 1

    for number in range(40):
        play((house("sky5-random"),) * 4, number, watch)
    assert abs(counts[0] - counts[1]) < 4 * sum(counts) ** 0.5
