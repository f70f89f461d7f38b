"""How each game is told: every event by a rule of its page, every option in words."""

import re
from importlib.resources import files

import msgspec
import pytest

from arena.engine.rules import Game
from arena.games import GAMES

every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.name) for game in GAMES.values()]
)


def tags(kinds: tuple[type[msgspec.Struct], ...]) -> set[str]:
    """Give the tags of events or options."""
    return {str(kind.__struct_config__.tag) for kind in kinds}


@every_game
def test_every_event_cites_a_rule_of_the_game_s_page(game: Game) -> None:
    """A reader of the story can look each up; only a fault is no matter of the rules."""
    page = (files(game.folder) / "RULES.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^- \*\*([A-Z0-9]+-[0-9]+)\*\*", page, flags=re.MULTILINE))

    assert set(game.cites) == tags(game.events) - {"fault"}
    assert set(game.cites.values()) <= numbers


@every_game
def test_every_event_and_every_option_has_words(game: Game) -> None:
    """People are told what happened and what was chosen, never by the names of fields."""
    assert tags(game.events) <= set(game.phrases)
    assert set(game.choices) == tags(game.options)


@every_game
def test_no_word_takes_a_number_for_a_seat(game: Game) -> None:
    """Where a seat is told, its value says so; points after the word would be taken for a name."""
    told = [*game.phrases.values(), *game.choices.values()]
    assert [each for each in told if re.search(r"\bseat \{", each)] == []
