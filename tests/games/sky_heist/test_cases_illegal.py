"""The cases of what cannot be chosen, and what the options are then."""

import pytest

from arena.engine.table import TableError
from tests.games.sky_heist.outcome import changes
from tests.games.sky_heist.scene import Scene


@pytest.mark.parametrize(
    ("text", "refused", "default"),
    [
        pytest.param(
            "A {2 5 W W M M}; deck 7",
            "A discard 2 5",
            "active B; A {5 7 W W M M} []; deck; loot 2",
            marks=[pytest.mark.case("SH-T07"), pytest.mark.rule("SH-14")],
        ),
        pytest.param(
            "A {2 2 4 4 W M}; deck 7",
            "A discard 2 2 4 4",
            "active B; A {2 4 4 7 W M} []; deck; loot 2",
            marks=[pytest.mark.case("SH-T08"), pytest.mark.rule("SH-13", "SH-14")],
        ),
        pytest.param(
            "A {7 7 6 1 W M}; deck 3",
            "A discard 1 6 7 7",
            "active B; A {3 6 7 7 W M} []; deck; loot 1",
            marks=[pytest.mark.case("SH-T09"), pytest.mark.rule("SH-13", "SH-14")],
        ),
        pytest.param(
            "A {3 4 W 7 M M}; deck 5",
            "A discard 3 4 W",
            "active B; A {4 5 7 W M M} []; deck; loot 3",
            marks=[pytest.mark.case("SH-T12"), pytest.mark.rule("SH-13", "SH-14")],
        ),
        pytest.param(
            "A {1 2 3} [7 7 7]; deck 3",
            "A discard 7",
            "active B; A {2 3 3} [7 7 7]; deck; loot 1",
            marks=[pytest.mark.case("SH-T14"), pytest.mark.rule("SH-10")],
        ),
        pytest.param(
            "A {1 2 3 4 5 6}; deck 7",
            "A discard ",
            "active B; A {2 3 4 5 6 7} []; deck; loot 1",
            marks=[pytest.mark.case("SH-T15"), pytest.mark.rule("SH-08", "SH-14")],
        ),
        pytest.param(
            "A {1 2 3 4 5 6}; deck 7",
            "A pass",
            "active B; A {2 3 4 5 6 7} []; deck; loot 1",
            marks=[pytest.mark.case("SH-T15"), pytest.mark.rule("SH-08", "SH-14")],
        ),
        pytest.param(
            "A {5 In W W M M}; deck 7",
            "A load In",
            "active B; A {7 W W M M In} []; deck; loot 5",
            marks=[pytest.mark.case("SH-T18"), pytest.mark.rule("SH-23")],
        ),
        pytest.param(
            "A {1 2 3 4 6} [5]; deck 7",
            "A unload 5",
            "active B; A {2 3 4 6 7} [5]; deck; loot 1",
            marks=[pytest.mark.case("SH-T19"), pytest.mark.rule("SH-24")],
        ),
        pytest.param(
            "A {Sub 1 2 3 4 5}; B {} [2 3 4 5 6 6]; C {5} [1 1 2 2 3]; deck 7",
            "A substitution B",
            "active C; A {2 3 4 5 7 Sub} []; deck; loot 1",
            marks=[pytest.mark.case("SH-T47"), pytest.mark.rule("SH-19")],
        ),
        pytest.param(
            "players 2; out 1; A {1 2 3 4 5 6}; deck 7",
            "A duel",
            "active B; A {2 3 4 5 6 7} []; deck; loot 1",
            marks=[pytest.mark.case("SH-T61"), pytest.mark.rule("SH-53")],
        ),
    ],
)
def test_illegal(text: str, refused: str, default: str) -> None:
    """There is no such option; an index beyond them changes nothing, as a fault it is the default.

    The default comes first, so that an answer 0 does the same.
    """
    scene, faulty = Scene(text), Scene(text)
    (ask,) = scene.table.asks()

    assert refused.removeprefix("A ") not in scene.asked()["A"]
    with pytest.raises(TableError):
        scene.table.answer(0, len(ask.options))
    assert changes(text, scene.position) == ""
    scene.table.answer(0, 0)
    faulty.do("A fault")
    assert changes(text, scene.position) == changes(text, faulty.position) == default


@pytest.mark.case("SH-T08", "SH-T18", "SH-T19", "SH-T47", "SH-T48")
@pytest.mark.rule("SH-13", "SH-19", "SH-23", "SH-24")
@pytest.mark.parametrize(
    ("text", "options"),
    [
        (
            "A {2 2 4 4 W M}",
            "discard 2, discard 4, discard W, discard M, discard 2 2, discard 4 4, discard 2 2 4,"
            " load 2, load 4, load W, load M",
        ),
        ("A {5 In} [1 1 1 1]", "discard 5, discard In, indians, load 5"),
        ("A {1} [5 5 5 5 5]", "discard 1, load 1"),
        (
            "A {Sub 7} [1 1 1 1]; B {} [2 3 4 5 6 6]; C {5} [2 2 2 3 3]",
            "discard 7, discard Sub, substitution C, load 7",
        ),
        (
            "A {Sub 1 2 3 4 5}; B {} [2 3 4 5 6 6]; C {} [5 5 5 3 3 3]",
            "discard 1, discard 2, discard 3, discard 4, discard 5, discard Sub, discard 1 2 3,"
            " discard 1 3 4, discard 1 4 5, discard 2 3 5, load 1, load 2, load 3, load 4, load 5",
        ),
    ],
)
def test_all_there_is_to_choose(text: str, options: str) -> None:
    """The options in their order, and no others."""
    assert Scene(text).asked() == {"A": options.split(", ")}
