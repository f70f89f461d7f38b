"""The bots that contestants begin with: whole, short, and good for every ask."""

import runpy
from pathlib import Path

import pytest

import bots
from arena.games import GAMES
from arena.web.docs.contents import starters
from bots.house import HouseBot
from bots.kit import Ask
from tests.bots.matches import play

FOLDER = Path(bots.__file__).parent / "starters"
LINES = 12
"""That are not empty: ten, and what each function says of itself."""


@pytest.mark.parametrize("game", GAMES)
def test_a_starter_answers_every_ask_of_whole_matches(game: str) -> None:
    """Whoever copies one has a bot that does all that matches ask of it, at tables of all sizes."""
    found = runpy.run_path(str(FOLDER / f"{game}.py"))
    bot = HouseBot(game, game, found["decide"])
    chosen = set()

    def watch(_: HouseBot, ask: Ask, choice: int) -> None:
        chosen.add((ask.kind, choice > 0))

    for players in range(GAMES[game].min_players, GAMES[game].max_players + 1):
        play((bot,) * players, players, watch)

    assert chosen >= {("turn", True), ("turn", False)}


def test_the_documents_show_the_starters_as_they_are() -> None:
    """But for what only our checkers need; each is as short as it is called."""
    for starter in starters():
        source = (FOLDER / starter.file).read_text()
        shown = [line for line in starter.code.splitlines() if line]
        assert shown == [line for line in source.splitlines() if line][1:]
        assert len(shown) <= LINES

    assert [starter.game.name for starter in starters()] == list(GAMES)


def test_the_readme_has_the_first_of_them() -> None:
    """Whoever reads it there and whoever reads it on a page begin with the same bot."""
    (first,) = [starter for starter in starters() if starter.file == "sky-5.py"]

    assert (
        f"```python\n{first.code.strip()}\n```" in (FOLDER.parent.parent / "README.md").read_text()
    )
