"""Positions of Sky Heist to try a bot at: some for every kind of ask, for two players and more."""

from collections.abc import Iterator

from arena.engine.ask import Ask
from arena.engine.rules import Sample
from arena.games.sky_heist.notation import option_text, parse
from arena.games.sky_heist.rules import SkyHeist

TEXTS = (
    # load
    "A {1 2 3 4 5 6}; B {2 2 6 7 W M}; windows B",
    "players 5; A {Sub 1 2} [5 5 5]; B {1 W} [6 6 M W]; out 1; turn 12; windows B",
    # turn
    "players 2; A {1 1 2 3 7 W}; B {4 4 5 5 6 6}",
    "players 4; A {1 2 3 6 7 W M} As; B {As 2 4}; C {Sub Sub}; D {} [7 7]; active C; out 1",
    "A {As In Sub 1 2 3 W} As; B {6 7 W M 2} [5]; C {4 4} [6 6]; out 3; round 3; scores 9 4 7",
    # give
    "A {1 2 3 Sub} [4 5]; B {6 7 W M 2 2}; picks 6 W > substitution B",
    "players 5; A {Sub 3}; B {}; C {7}; D {In As W}; E {1 2}; picks As In > substitution D",
    # nerve
    "players 2; A {1 2} [6 6]; B {3 W} [5 M]; deck 7 4 ...; out 2 > duel",
    # race
    "A {1 2 W} [6 6]; B {7 7 M} [5 5]; C {In As} [7]; out 4; at arrival",
    "players 4; A {1 2}; B {W 6} [6 6]; C {5 M}; D {7 1}; active B; out 2 > shoot",
    "players 2; A {1 W} [6 6]; B {3 W} [5 M]; deck 7 4 ...; out 2 > duel > react",
    # cancel
    "A {} [6 6 M]; B {} [6 6 1]; C {} [7 1 1]; out 4; latency C 300000; at arrival",
    "A {} [7 M M]; B {} [7 W]; C {} [7 7]; D {} [7 1]; E {}; out 4; latency E 300000; at arrival",
)
"""Each a position and, after `>`, what is chosen from there on by each seat that is asked."""


def samples() -> Iterator[Sample]:
    """Give each position anew."""
    for text in TEXTS:
        start, *acts = text.split(" > ")
        rules = SkyHeist(parse(start))
        rules.step([])
        for act in acts:
            rules.step([_index(ask, act) for ask in rules.asks()])
        # Rules that take over a position open its asks anew.
        yield Sample(rules.position.players, SkyHeist(rules.position))


def _index(ask: Ask, act: str) -> int:
    return [option_text(option) for option in ask.options].index(act)
