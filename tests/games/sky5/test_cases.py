"""The cases of Sky 5, in the order of RULES.md: a position, what is answered, the exact outcome."""

from collections import Counter
from dataclasses import dataclass

import pytest

from arena.games.sky5.cards import COLOURS, PACK, STAR, points
from arena.games.sky5.position import deal
from tests.games.sky5.script import game_at, result

SEED = bytes(32)


@dataclass(frozen=True)
class Case:
    """A case: the acts are as in `script.answer`, the outcome as `script.result` gives it."""

    number: str
    rules: tuple[str, ...]
    position: str
    acts: tuple[str, ...]
    outcome: str
    rolls: str = ""
    turns: int = 1


CASES = (
    Case(
        "S5-T03",
        ("S5-06", "S5-09"),
        "A {} B {Y1} deck R0",
        (),
        "A {R0} B {Y1} next B",
    ),
    Case(
        "S5-T04",
        ("S5-09",),
        "A {G5 B2} B {Y1} deck R3",
        ("A: draw bank > draw",),
        "A {G5 B2 R3} B {Y1} next B",
    ),
    Case(
        "S5-T05",
        ("S5-10",),
        "A {R1} B {R2} C {G3} deck R6",
        ("A: draw bank > draw",),
        "A {R1} B {R2} C {G3 R6} next B",
    ),
    Case(
        "S5-T07",
        ("S5-10",),
        "A {R1} B {G2} C {} D {R5} deck R4",
        ("A: draw bank > draw", "A: B C > -"),
        "A {R1} B {G2 R4} C {} D {R5} next B",
    ),
    Case(
        "S5-T08",
        ("S5-11", "S5-17", "S5-18", "S5-20", "S5-21"),
        "A {R1 G4 *6} B {R2} C {R3 G1} deck R5",
        ("A: draw bank > draw", "B: none G4 *6 > G4", "C: none *6 > *6"),
        "A {} B {R2 G4} C {R3 G1 *6} discard R1 R5 next B",
    ),
    Case(
        "S5-T09",
        ("S5-11", "S5-18", "S5-21"),
        "A {Y2} B {Y0} deck Y6",
        ("A: draw bank > draw",),
        "A {} B {Y0} discard Y2 Y6 next B",
    ),
    Case(
        "S5-T10",
        ("S5-12", "S5-22"),
        "A {R1 *2} B {Y1} deck *5",
        ("A: draw bank > draw",),
        "A {R1 *2 *5} B {Y1} next B",
    ),
    Case(
        "S5-T11",
        ("S5-12",),
        "A {*1} B {*2} deck *3",
        ("A: draw bank > draw",),
        "A {*1 *3} B {*2} next B",
    ),
    *(
        Case(
            "S5-T14",
            ("S5-14",),
            "A {R0 G0} B {Y1}",
            ("A: draw bank > bank",),
            "A {} +0/2 B {Y1} next B",
            rolls=f"A{number}",
        )
        for number in range(1, 7)
    ),
    Case(
        "S5-T15",
        ("S5-14", "S5-18", "S5-22"),
        "A {R0 *4} B {*6}",
        ("A: draw bank > bank", "B: none R0 *4 > *4"),
        "A {} B {*6 *4} discard R0 next B",
        rolls="A4",
    ),
    Case(
        "S5-T16",
        ("S5-07",),
        "A {} B {Y1} deck G3",
        (),
        "A {G3} B {Y1} next B",
    ),
    Case(
        "S5-T18",
        ("S5-17", "S5-20"),
        "A {} B {R1 G2} C {} D {} active B",
        ("B: draw bank > bank", "C: none R1 G2 > G2", "D: none R1 > R1"),
        "A {} B {} C {G2} D {R1} next C",
        rolls="B2",
    ),
    Case(
        "S5-T19",
        ("S5-17",),
        "A {} B {R1} C {} D {} active B",
        ("B: draw bank > bank", "C: none R1 > none", "D: none R1 > R1"),
        "A {} B {} C {} D {R1} next C",
        rolls="B1",
    ),
    Case(
        "S5-T20",
        ("S5-17",),
        "A {R1 G2 B4} B {} C {}",
        ("A: draw bank > bank", "B: none R1 G2 B4 > -", "C: none R1 G2 B4 > G2"),
        "A {} B {} C {G2} discard R1 B4 next B",
        rolls="A4",
    ),
    Case(
        "S5-T22",
        ("S5-10", "S5-23", "S5-24", "S5-25"),
        "A {P1} B {R1 G2 B3 Y4} deck P6",
        ("A: draw bank > draw",),
        "A {P1} B {} +16/5 next B",
    ),
    Case(
        "S5-T22",
        ("S5-07",),
        "A {P1} B {R1 G2 B3 Y4} deck P6 G0",
        ("A: draw bank > draw",),
        "A {P1} B {G0} +16/5 next A",
        turns=2,
    ),
    Case(
        "S5-T23",
        ("S5-18", "S5-19", "S5-23", "S5-24"),
        "A {P5 R2} B {R1 G2 B3 Y4} C {}",
        ("A: draw bank > bank", "B: none P5 > P5", "C: none R2 > R2"),
        "A {} B {} +15/5 C {R2} next B",
        rolls="A5",
    ),
    Case(
        "S5-T24",
        ("S5-24",),
        "A {P5 R2} B {R1 G2 B3 Y4} C {G1 B1 Y1 P1}",
        ("A: draw bank > bank", "B: none P5 > P5", "C: none R2 > R2"),
        "A {} B {} +15/5 C {} +6/5 next B",
        rolls="A2",
    ),
    Case(
        "S5-T25",
        ("S5-17", "S5-24"),
        "A {P5 R2} B {R1 G2 B3 Y4} C {G1 B1 Y1 P1}",
        ("A: draw bank > bank", "B: none P5 > none", "C: none R2 > R2"),
        "A {} B {R1 G2 B3 Y4} C {} +6/5 discard P5 next B",
        rolls="A2",
    ),
    Case(
        "S5-T26",
        ("S5-22", "S5-23"),
        "A {R1 G2 B3 Y4} B {Y1} deck *5",
        ("A: draw bank > draw",),
        "A {R1 G2 B3 Y4 *5} B {Y1} next B",
    ),
    Case(
        "S5-T28",
        ("S5-09", "S5-26", "S5-27"),
        "A {} B {} C {} deck exactly R2 active B",
        (),
        "A {} B {R2} C {} next C",
        rolls="B3",
    ),
    Case(
        "S5-T28",
        ("S5-26", "S5-27"),
        "A {} B {} C {} deck exactly R2 active B",
        (),
        "A {} B {} +2/1 C {} over",
        rolls="B3",
        turns=4,
    ),
    Case(
        "S5-T31",
        ("S5-23", "S5-26", "S5-30"),
        "A {R1 G2 B3 Y4} B {R5} deck exactly P2",
        ("A: draw bank > draw",),
        "A {} +12/5 B {R5} next B",
        rolls="B5",
    ),
    Case(
        "S5-T31",
        ("S5-25", "S5-27", "S5-30"),
        "A {R1 G2 B3 Y4} B {R5} deck exactly P2",
        ("A: draw bank > draw", "A: none R5 > R5"),
        "A {} +17/6 B {} over",
        rolls="B5 A1",
        turns=3,
    ),
    Case(
        "S5-T32",
        ("S5-28",),
        "A {} B {} C {G1} final C A B",
        (),
        "A {} B {} C {} +1/1 next A",
        rolls="C2",
    ),
    Case(
        "S5-T34",
        ("S5-30", "S5-31"),
        "A {} B {G4 Y1 *2} C {} final C A B active B",
        (),
        "A {} B {} C {} discard G4 Y1 *2 over",
        rolls="B2",
    ),
    Case(
        "S5-T36",
        ("S5-29", "S5-30"),
        "A {} B {R2} C {} final A B C",
        ("C: none R2 > none",),
        "A {} B {} C {} discard R2 next C",
        rolls="B2",
        turns=2,
    ),
    *(
        Case(
            "S5-T41",
            ("S5-14",),
            "A {R1 G2 B3 Y4 *5 *6} B {R0 G0 B0 Y0}",
            ("A: draw bank > bank", "B: none *5 *6 > none"),
            "A {} B {R0 G0 B0 Y0} discard R1 G2 B3 Y4 *5 *6 next B",
            rolls=f"A{number}",
        )
        for number in range(1, 7)
    ),
    Case(
        "S5-T42",
        ("S5-10", "S5-11"),
        "A {R1} B {} [R4 G2 B3 Y4 P5] C {R2} deck R3",
        ("A: draw bank > draw",),
        "A {R1} B {R3} C {R2} next B",
    ),
    Case(
        "S5-T44",
        ("S5-06",),
        "A {R1} B {Y1} deck G5",
        ("A: draw bank > -",),
        "A {R1 G5} B {Y1} next B",
    ),
    Case(
        "S5-T45",
        ("S5-10",),
        "A {R1} B {R2} C {} D {R3} E {} deck R4",
        ("A: draw bank > draw", "A: C E > -"),
        "A {R1} B {R2} C {R4} D {R3} E {} next B",
    ),
    Case(
        "S5-T46",
        ("S5-17", "S5-20"),
        "A {R1 G2} B {} C {}",
        ("A: draw bank > bank", "B: none R1 G2 > -", "C: none R1 G2 > -"),
        "A {} B {} C {} discard R1 G2 next B",
        rolls="A1",
    ),
    Case(
        "S5-T49",
        ("S5-10", "S5-11"),
        "A {R1} B {R2} C {R3} D {} deck R5",
        ("A: draw bank > draw",),
        "A {R1} B {R2} C {R3} D {R5} next B",
    ),
)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case.number,
            marks=[pytest.mark.case(case.number), pytest.mark.rule(*case.rules)],
        )
        for case in CASES
    ],
)
def test_case(case: Case) -> None:
    """The acts lead from the position to exactly the outcome, with exactly these asks."""
    game = game_at(case.position, case.rolls)

    assert result(game, case.acts, case.turns) == case.outcome


@pytest.mark.case("S5-T01")
@pytest.mark.rule("S5-01")
def test_pack_is_106_cards_with_336_points() -> None:
    """Ten zeros, 15 coloured cards of each number, six stars; 20 cards a colour."""
    numbers = Counter(card[1] for card in PACK if card[0] != STAR)

    assert len(PACK) == 106
    assert numbers == {"0": 10, **{str(number): 15 for number in range(1, 7)}}
    assert [card for card in PACK if card[0] == STAR] == ["*1", "*2", "*3", "*4", "*5", "*6"]
    assert Counter(card[0] for card in PACK) == {STAR: 6, **dict.fromkeys(COLOURS, 20)}
    assert points(PACK) == 336


@pytest.mark.case("S5-T02")
@pytest.mark.rule("S5-03", "S5-05")
@pytest.mark.parametrize(
    ("players", "removed", "deck"), [(2, 52, 54), (3, 39, 67), (4, 26, 80), (5, 13, 93)]
)
def test_setup_removes_cards_by_the_number_of_players(
    players: int, removed: int, deck: int
) -> None:
    """The table gives what is removed; nothing lies in front of anybody, nothing is banked."""
    position = deal(players, SEED)

    assert (len(position.removed), len(position.deck)) == (removed, deck)
    assert Counter([*position.removed, *position.deck]) == Counter(PACK)
    assert position.fronts == position.piles == [()] * players
    assert (position.points, position.discard) == ([0] * players, ())


@pytest.mark.case("S5-T38", "S5-T40")
@pytest.mark.rule("S5-33")
@pytest.mark.parametrize(
    "position",
    [
        "A {} [R5 R5 G5 G3 B1 B1] B {} [R6 R6 G4 Y1 Y1 P1 P1] over",
        "A {} [R6 G6] B {} [R6 G6 B0] over",
    ],
)
def test_more_cards_break_a_tie(position: str) -> None:
    """With equal points the larger pile wins alone, zeros counted."""
    outcome = game_at(position).outcome()

    assert outcome.scores[0] == outcome.scores[1]
    assert outcome.ranks == (2, 1)


@pytest.mark.case("S5-T43")
@pytest.mark.rule("S5-14", "S5-17", "S5-35")
def test_a_card_can_go_back_and_forth_through_busts() -> None:
    """After two turns the position is as before but for the turn number; the game goes on."""
    game = game_at("A {R3} B {}", rolls="A3 B3")
    before = game.position.clone()
    acts = (
        "A: draw bank > bank",
        "B: none R3 > R3",
        "B: draw bank > bank",
        "A: none R3 > R3",
    )

    assert result(game, acts, turns=2) == "A {R3} B {} next A"
    before.turn += 2
    assert game.position == before


@pytest.mark.case("S5-T48")
@pytest.mark.rule("S5-15", "S5-20")
def test_a_bust_leaves_the_scoring_pile_alone() -> None:
    """The front is discarded; what was banked before stays."""
    game = game_at("A {B2 G4 *1} [R6] B {}", rolls="A4")
    acts = ("A: draw bank > bank", "B: none G4 B2 *1 > none")

    assert result(game, acts, turns=1) == "A {} B {} discard B2 G4 *1 next B"
    assert (game.position.piles[0], game.position.points[0]) == (("R6",), 6)
