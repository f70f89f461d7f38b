"""Proof: what an entry of the log says by itself, beside the schedule."""

from collections.abc import Mapping

import msgspec
import pytest

from arena.games import game
from arena.tournament.bundle import VoidLine
from arena.tournament.config import Config
from arena.tournament.proof import Checker, Disproof
from tests.independent.test_rules import planned

CUP = Config(game="sky-5", rules=1, players=2, rounds=2, withdrawal="void")
SCHEDULE, MANIFEST = planned(CUP, 4)
BOT, OTHER = SCHEDULE.set(1, 0).bots
WITHDRAWAL = VoidLine(
    round=1, of=1, numbers=(0,), changes=(), rerun=False, withdrawn=BOT, head="0" * 64
)


@pytest.fixture
def checker() -> Checker:
    """Checks a tournament whose withdrawn bots' sets are void."""
    return Checker(MANIFEST, SCHEDULE, game("sky-5"))


def test_a_withdrawal_is_of_open_sets_of_a_bot(checker: Checker) -> None:
    """As the service writes it."""
    assert checker.check(WITHDRAWAL).matches == 0


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"withdrawn": "nobody"}, "expected one of the entrants"),
        ({"rerun": True}, "and no reruns"),
        ({"round": 2}, "expected open sets of bot"),
        ({"changes": ((BOT, 1), (OTHER, -1))}, "expected open sets of bot"),
        ({"numbers": (0, 1, 2)}, r"set \d is none of bot"),
        ({"numbers": (10**9,)}, "set: expected 0 to"),
        ({"round": 10**6, "of": 10**6}, "round: expected 1 to 2"),
    ],
)
def test_what_else_is_called_a_withdrawal_is_named(
    checker: Checker, changes: Mapping[str, object], found: str
) -> None:
    """Nobody gets rid of played sets, or of those of others, as if a bot had gone."""
    with pytest.raises(Disproof, match=found):
        checker.check(msgspec.structs.replace(WITHDRAWAL, **changes))
