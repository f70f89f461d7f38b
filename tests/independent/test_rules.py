"""The independent verifier is one: by the documents' vectors, and by the arena's own schedules."""

import ast
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from arena.tournament.bundle import Manifest, encode_line
from arena.tournament.config import Config, Mode, canonical
from arena.tournament.opening import Entrant, Opening
from arena.tournament.schedule import Schedule
from arena.tournament.seeds import commitment, final_seed
from tests.independent import rules, verifier
from tests.independent.verifier import Bundle, Line

FINAL = sha256(b"tournament").digest()


def test_it_shares_no_code_with_the_arena() -> None:
    """Not a module of it is imported, so that no mistake of one is one of the other."""
    for module in (rules, verifier):
        tree = ast.parse(Path(str(module.__file__)).read_text())
        names = [
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (getattr(node, "module", None) or "", *(each.name for each in node.names))
        ]
        assert names
        assert not [name for name in names if name.split(".")[0] in ("arena", "bots", "workers")]


def test_seeds_are_those_of_the_vectors() -> None:
    """Deals and commitment."""
    expected = "dec5b2295989f999ea348a2c01c80076aa60f24e02f8a45ff87abb1ef00598ce"
    assert rules.deal_seed(FINAL, "sky-heist", 2, 0, 0) == expected
    expected = "4dde62b2141c54f18cf0c94164b5ce36a8b19d508f8cd65935d6d0d367f636b6"
    assert rules.deal_seed(FINAL, "sky-5", 1, 0, 0) == expected
    expected = "23c44a3a52679c7bd01e491285e82850e9acbbffb52ba158cd4881ada610efa7"
    assert rules.commitment_to(FINAL, {"n": 10, "k": 4}) == expected


@pytest.mark.parametrize(
    ("difference", "half_points", "matches", "k", "players", "gained"),
    [
        (0, 5, 4, 32, 4, 1_333_333),
        (70_000_000, 3, 2, 32, 2, 4_819_303),
        (100_000_000, 7, 5, 20, 5, 299_675),
        (-300_000_000, 0, 3, 32, 3, -2_415_673),
        (13_645_678, 4, 4, 16, 4, -104_681),
    ],
)
def test_gains_are_those_of_the_vectors(
    difference: int, half_points: int, matches: int, k: int, players: int, gained: int
) -> None:
    """In micro-Elo, to the last digit."""
    assert rules.gain(difference, half_points, matches, k, players) == gained


@pytest.mark.parametrize("mode", ["off", "rotation", "field"])
@pytest.mark.parametrize(
    ("bots", "players"), [(2, 2), (7, 2), (8, 2), (3, 3), (7, 3), (9, 4), (12, 4), (11, 5)]
)
def test_both_plan_the_same(bots: int, players: int, mode: Mode) -> None:
    """Every set: who, where, with which cards, and by which K."""
    config = Config(game="sky-5", rules=1, players=players, rounds=4, deals=2, mode=mode,
                    k_schedule=((5, 30), (None, 7)))  # fmt: skip
    schedule, first = planned(config, bots)
    other = Bundle(msgspec.json.decode(encode_line(first), type=Line))
    sets = {
        (round_number, number)
        for round_number in range(1, 5)
        for number in schedule.numbers(round_number)
    }

    assert other.planned == sets
    for which in sets:
        plan = schedule.set(*which)
        matches = [(match.seed, list(match.seats)) for match in plan.matches]
        assert other.planned_matches(which) == (list(plan.bots), matches)
    assert [other.k(r) for r in range(1, 5)] == [schedule.k_factor(r) for r in range(1, 5)]


def planned(config: Config, bots: int) -> tuple[Schedule, Manifest]:
    """Plan a tournament of so many bots; give its bundle's first line as well."""
    entrants = tuple(
        Entrant(f"{number:032x}", f"bot {number}", "ada", f"{number:064x}", False)
        for number in range(bots)
    )
    nonces = {each.bot: bytes.fromhex(each.nonce) for each in entrants}
    final = final_seed(FINAL, nonces, None)
    schedule = Schedule(config, nonces, final)
    opening = Opening(
        tournament="cup", name="Cup", attempt=1, beacon=None, blocks=schedule.blocks,
        commitment=commitment(FINAL, canonical(config)).hex(), entrants=entrants,
    )  # fmt: skip
    return schedule, Manifest(
        state="finished", config=config, secret=FINAL.hex(), final=final.hex(), opening=opening,
        opened=opening.head().hex(), heads=(),
    )  # fmt: skip
