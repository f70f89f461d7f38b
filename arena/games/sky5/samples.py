"""Positions of Sky 5 to try a bot at: some for every kind of ask, for few players and for many."""

from collections.abc import Iterator

from arena.engine.chance import Stream
from arena.engine.rules import Sample
from arena.games.sky5.notation import parse
from arena.games.sky5.rules import Sky5

TEXTS = (
    # turn
    "A {R1} B {G2}",
    "A {B1} [R6 P6] B {R2 G5 *3} [*1 Y0] C {} D {P4} E {Y6} [B3 B4] active B turn 38 deck *2 G1",
    # gift
    "A {R1 G4 R3} B {G1} C {Y2 B2} gift",
    "A {} B {P5 *6 P0} [R1] C {} D {P1} E {Y2 B2 *1} active B turn 9 gift",
    # take
    "A {R1 G6} B {R2} takes B",
    "A {Y1} [G5] B {R0 G4 B4 Y2 *6 *1 *4} C {} D {P1 R3} E {R2} active B turn 21 takes D E A",
    "A {R5 *5} B {} [P3] C {R1} final C A B active A turn 50 takes B",
)


def samples() -> Iterator[Sample]:
    """Give each position anew, with dice of their own."""
    for text in TEXTS:
        players = text.count("{")
        dice = [Stream(bytes(32), f"die/{seat}") for seat in range(players)]
        yield Sample(players, Sky5(parse(text, dice)))
