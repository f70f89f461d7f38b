"""`arena analyse`: seats and duplicate deals of a game, the same on any machine."""

import msgspec
import pytest

from arena.cli import cores
from arena.service.analysis import Analysis
from tests.cli.conftest import Run

SMALL = ("analyse", "--game", "sky-5", "--players", "2", "--matches", "20")


def test_a_seed_gives_the_same_however_many_cores_there_are(
    arena: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jobs are played anywhere, and judged in their order."""
    both = arena(*SMALL, "--json")
    monkeypatch.setattr(cores, "cores", lambda: 1)
    alone = arena(*SMALL, "--json")

    assert both.code == alone.code == 0
    assert both.out == alone.out
    (found,) = msgspec.json.decode(both.out, type=list[Analysis])
    assert (found.game, found.players, found.copies) == ("sky-5", 2, "sky5-good")
    assert (found.seats.matches, found.duplicates.sets) == (20, 10)


def test_people_are_shown_a_line_for_each_size(arena: Run) -> None:
    """And below what was played for it."""
    lines = arena(*SMALL).out.splitlines()
    assert lines[0].split()[:2] == ["game", "players"]
    assert lines[1].split()[:2] == ["sky-5", "2"]
    assert lines[-1].startswith("sky-5, 2: 20 matches of copies of sky5-good; 10 sets in either")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--players", "6", "players: expected 2 to 5, got 6"),
        ("--game", "chess", "game: expected one of sky-5, sky-heist, got 'chess'"),
        ("--matches", "5", "Invalid value for '--matches'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arena: Run, option: str, value: str, message: str
) -> None:
    """Before anything is."""
    ran = arena("analyse", "--game", "sky-5", option, value)
    assert ran.code == 2
    assert message in ran.err
