"""The cases of race and sharing, in the order of RULES.md."""

import pytest

from tests.games.sky_heist.outcome import Case, parameters, played, sharing
from tests.games.sky_heist.scene import Scene

CASES = (
    Case(
        "SH-L01",
        ("SH-36", "SH-37", "SH-47", "SH-48", "SH-51"),
        "players 4; out 2; A [6 6 6]; B [6 6 6]; C [7 7]; D [7 7 7]; loot 23*;"
        " latency B 300 C 350 D 500",
        ("A shoot",),
        "hands ABCD, D excluded; A 3×6 takes 12, B 3×6 takes 6, C 2×7 takes 3; left 2; next D",
    ),
    Case(
        "SH-L03",
        ("SH-34", "SH-36"),
        "out 3; active C; A [5 5 5]; B [4 4 4 4]; C [1]; loot 10*; latency A 250 B 260",
        ("C shoot",),
        "hands CAB, B excluded; A 3×5 takes 5, C 1×1 takes 3; left 2; next B",
    ),
    Case(
        "SH-L06",
        ("SH-47",),
        "out 4; at arrival; A [7]; B [6]; C [5]; D [4]; E [3]; loot 1*;"
        " latency A 200 B 210 C 220 D 230 E 240",
        (),
        "hands ABCDE, E excluded; A 1×7 takes 1, B 1×6 takes 0, C 1×5 takes 0, D 1×4 takes 0;"
        " left 0; next E",
    ),
    Case(
        "SH-L08",
        ("SH-34", "SH-47"),
        "out 4; at arrival; active C; A [7]; B [6]; C [5]; D [4]; E [3]; loot 5*;"
        " latency A 600 B 210 C 220 D 230 E 240",
        (),
        "hands BCDEA, A excluded; B 1×6 takes 3, C 1×5 takes 1, D 1×4 takes 1, E 1×3 takes 0;"
        " left 0; next A",
    ),
    Case(
        "SH-L11",
        ("SH-38",),
        "out 4; at arrival; A [3 3 6 6]; B [5 5]; C; loot 8*; latency A 310 B 300 C 400",
        (),
        "hands BAC, C excluded; A 2×6 takes 4, B 2×5 takes 2; left 2; next C",
    ),
    Case(
        "SH-L12",
        ("SH-40", "SH-42"),
        "out 4; at arrival; A [4 4 W]; B [7 7]; C [1]; loot 15*; latency A 310 B 300 C 400",
        (),
        "hands BAC, C excluded; A 3×4 takes 8, B 2×7 takes 4; left 3; next C",
    ),
    Case(
        "SH-L14",
        ("SH-39", "SH-41"),
        "out 4; at arrival; active B; A [W W]; B [1]; C [7 7]; loot 6*; latency A 200 B 300 C 400",
        (),
        "hands ABC, C excluded; B 1×1 takes 3, A 0 takes 2; left 1; next C",
    ),
    Case(
        "SH-L15",
        ("SH-40",),
        "out 4; at arrival; active B; A [3 3 7 W]; B [7 7]; C; loot 20*; latency A 200 B 190 C 400",
        (),
        "hands BAC, C excluded; A 3×3 takes 10, B 2×7 takes 5; left 5; next C",
    ),
    Case(
        "SH-L16",
        ("SH-40",),
        "out 4; at arrival; active B; A [2 6 W]; B [5 5]; C; loot 3*; latency A 300 B 290 C 400",
        (),
        "hands BAC, C excluded; A 2×6 takes 2, B 2×5 takes 1; left 0; next C",
    ),
    Case(
        "SH-L17",
        ("SH-43", "SH-44"),
        "out 4; at arrival; A [7 7 7]; B [6 6 6 M]; C [7]; loot 11*; latency A 200 B 300 C 400",
        (),
        "hands ABC, C excluded; missed B>A7; B 3×6 takes 6, A 2×7 takes 3; left 2; next C",
    ),
    Case(
        "SH-L19",
        ("SH-44", "SH-46"),
        "out 4; at arrival; A {1 1 1 1} [7 7]; B {1 1 1 2} [7 7]; C {In In As} [5 5 M];"
        " D {3 3 3} [7 7 7]; loot 21*; latency A 250 B 260 C 270 D 900",
        ("A hand_down", "B hand_down", "D hand_down", "C cancel A"),
        "hands ABCD, D excluded; missed C>A7;"
        " B 2×7 takes 11, C 2×5 takes 5, A 1×7 takes 3; left 2; next D",
    ),
    Case(
        "SH-L20",
        ("SH-43", "SH-46"),
        "out 4; at arrival; A [7 6 6]; B [5 5 M]; C [5 5 M]; D; loot 14*;"
        " latency A 400 B 250 C 200 D 900",
        (),
        "hands CBAD, D excluded; missed C>A7 B>A6;"
        " C 2×5 takes 7, B 2×5 takes 4, A 1×6 takes 2; left 1; next D",
    ),
    Case(
        "SH-L22",
        ("SH-34", "SH-43", "SH-44"),
        "out 4; at arrival; A [6 6 M]; B [5 5 5]; C [7 7 7 M]; loot 18*; latency A 200 B 300 C 400",
        (),
        "hands ABC, C excluded; missed A>A6; B 3×5 takes 9, A 1×6 takes 5; left 4; next C",
    ),
    Case(
        "SH-L24",
        ("SH-40", "SH-43"),
        "out 4; at arrival; A [7 7 3 3 W]; B [6 6 6 M]; C; loot 22*; latency A 200 B 300 C 400",
        (),
        "hands ABC, C excluded; missed B>A7; B 3×6 takes 11, A 3×3 takes 6; left 5; next C",
    ),
    Case(
        "SH-L25",
        ("SH-40", "SH-43"),
        "out 4; at arrival; A [7 7 3 3 W]; B [2 2 2 M]; C; loot 22*; latency A 300 B 200 C 400",
        (),
        "hands BAC, C excluded; missed B>A7; A 3×3 takes 11, B 3×2 takes 6; left 5; next C",
    ),
    Case(
        "SH-L26",
        ("SH-39", "SH-46"),
        "out 4; at arrival; A [7 6]; B [5 M M]; C; loot 17*; latency A 200 B 300 C 400",
        (),
        "hands ABC, C excluded; missed B>A7 B>A6; B 1×5 takes 9, A 0 takes 4; left 4; next C",
    ),
    Case(
        "SH-L28",
        ("SH-39", "SH-40", "SH-44"),
        "out 4; at arrival; A [1 1 W W]; B [2 2 2]; C [7 M]; D; E [6 6 6 6]; loot 33*;"
        " latency A 500 B 400 C 300 D 200 E 600",
        (),
        "hands DCBAE, E excluded; missed C>C7;"
        " A 4×1 takes 17, B 3×2 takes 8, D 0 takes 4, C 0 takes 2; left 2; next E",
    ),
    Case(
        "SH-L30",
        ("SH-32", "SH-34"),
        "out 4; at arrival; active B; A [6]; B [6]; C [6]; loot 5*; latency A 300 B 300 C 300",
        (),
        "hands BCA, A excluded; B 1×6 takes 3, C 1×6 takes 1; left 1; next A",
    ),
    Case(
        "SH-L31",
        ("SH-41", "SH-44", "SH-45"),
        "out 4; at arrival; A {In As} [7 W]; B {In As} [7 M]; C {Sub Sub} [3]; loot 8*;"
        " latency A 300 B 200 C 400",
        ("B cancel A",),
        "hands BAC, C excluded; missed B>A7; B 1×7 takes 4, A 0 takes 2; left 2; next C",
    ),
    Case(
        "SH-L32",
        ("SH-32", "SH-37"),
        "out 2; active C; A [2]; B [2]; C [2]; D [2]; E [2]; loot 35*;"
        " latency A 100 B 100 D 90 E 101",
        ("C shoot",),
        "hands CDABE, E excluded;"
        " C 1×2 takes 18, D 1×2 takes 9, A 1×2 takes 4, B 1×2 takes 2; left 2; next E",
    ),
    Case(
        "SH-D02",
        ("SH-58", "SH-59"),
        "players 2; out 4; at arrival; A [6 6 6]; B [5 5]; bonus In 1 2; loot 10*;"
        " latency A 300 B 250",
        (),
        "hands BA; bonus B; A 3×6 takes 10, B 2×5 takes 0; left 0; next B",
    ),
    Case(
        "SH-D04",
        ("SH-37", "SH-56", "SH-59"),
        "players 2; out 2; A [5 5]; B [5 5]; bonus 1 2 In; deck 4 3 ...; loot 9*;"
        " latency A 300 B 299",
        ("A duel", "A react", "B react"),
        "hands BA; bonus B; B 2×5 takes 9, A 2×5 takes 0; left 0; next A",
    ),
    Case(
        "SH-D05",
        ("SH-46", "SH-62"),
        "players 2; out 2; A [6 6]; B [7]; bonus M 1 2; deck 4 3 ...; loot 8*; latency A 200 B 299",
        ("A duel", "A react", "B react"),
        "hands AB; bonus A; missed A>B7; A 2×6 takes 8, B 0 takes 0; left 0; next B",
    ),
    Case(
        "SH-D06",
        ("SH-39", "SH-59", "SH-62"),
        "players 2; out 4; at arrival; A; B; bonus In In M; loot 6*; latency A 300 B 280",
        (),
        "hands BA; bonus B; missed B>nothing; B 0 takes 6, A 0 takes 0; left 0; next A",
    ),
    Case(
        "SH-D07",
        ("SH-40", "SH-61", "SH-62"),
        "players 2; out 4; at arrival; active B; A [2 2]; B [W 5]; bonus W 2 2; loot 11*;"
        " latency A 300 B 280",
        (),
        "hands BA; bonus B; B 4×2 takes 11, A 2×2 takes 0; left 0; next A",
    ),
    Case(
        "SH-D08",
        ("SH-44", "SH-59"),
        "players 2; out 3; active B; A [2 2 2 2]; B [7 7 M]; bonus 1 3 4; deck 4 3 ...; loot 12*;"
        " latency A 100 B 280",
        ("B duel", "A react", "B react"),
        "hands AB; bonus A; missed B>B7; A 4×2 takes 12, B 1×7 takes 0; left 0; next B",
    ),
)


@pytest.mark.parametrize("case", parameters(CASES))
def test_sharing(case: Case) -> None:
    """Hands, cancelled cards, scores, shares and who is next are as written, and he moves next."""
    scene = played(case)

    assert sharing(scene) == case.outcome
    assert list(scene.kinds().items()) == [(case.outcome[-1], "turn")]


@pytest.mark.case("SH-L19", "SH-L31")
@pytest.mark.rule("SH-44")
@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "players 4; out 4; at arrival; A {In As} [7 7 1 1]; B {} [7 7 2 2 2 2];"
            " C {Sub Sub Sub} [5 5 M]; D {} [7 7 7 3 3 3]; latency D 900000",
            {"C": ["cancel A", "cancel B"]},
        ),
        (
            "out 4; at arrival; A {In As Sub Sub} [7 W]; B {} [7 M 1 1 1 1]; C {} [3 3 3 2 2 2];"
            " latency C 900000",
            {"B": ["cancel A", "cancel B"]},
        ),
    ],
)
def test_who_can_be_cancelled(text: str, asked: dict[str, list[str]]) -> None:
    """The holders of the highest value but the excluded, clockwise from the owner, he last."""
    assert Scene(text).asked() == asked
