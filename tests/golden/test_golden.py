"""Every game still plays as its golden playthroughs say."""

from itertools import zip_longest

import pytest

from arena.engine.rules import Game
from tests.golden.playthrough import CASES, COMMAND, HERE, path, playthrough


@pytest.mark.parametrize(
    ("game", "players"), [pytest.param(*case, id=path(*case).stem) for case in CASES]
)
def test_a_match_goes_as_it_went(game: Game, players: int) -> None:
    """Line by line: a change of rules, order of options, events or chance shows here first."""
    file = path(game, players)
    kept = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    for number, (was, now) in enumerate(zip_longest(kept, playthrough(game, players)), 1):
        if was != now:
            pytest.fail(
                f"{file.name}, line {number}:\n  was {was}\n  now {now}\n"
                f"If this is meant, raise the version of the game and run `{COMMAND}`."
            )


def test_no_playthrough_is_kept_of_a_game_that_is_gone() -> None:
    """The folder holds what the registry has, and nothing else."""
    assert set(HERE.glob("*.txt")) == {path(*case) for case in CASES}
