"""The board from the log: bit for bit, in any order within a round, and nothing left out."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine.chance import Stream, shuffled
from arena.tournament.config import Mode
from arena.tournament.elo import START
from arena.tournament.log import LogError
from arena.tournament.rebuild import Board, rebuild
from tests.tournament.sample import FINAL, play_tournament, schedule

PLAN = schedule(5, 3, rounds=3)
LOG, RATINGS = play_tournament(PLAN, Stream(FINAL, "log"))
PER_ROUND = PLAN.set_count(1)


@settings(max_examples=25)
@given(
    st.integers(2, 4),
    st.integers(0, 3),
    st.sampled_from(["rotation", "field", "off"]),
    st.binary(min_size=32, max_size=32),
)
def test_a_rebuild_gives_the_ratings_of_the_board(
    players: int, more: int, mode: Mode, seed: bytes
) -> None:
    """Whatever the mode, byes or not: deltas added up as they came, and ranks rated again."""
    plan = schedule(players + more, players, rounds=2, mode=mode)
    log, ratings = play_tournament(plan, Stream(seed, "log"))
    board = rebuild(plan, log)
    assert board.ratings == ratings
    assert sum(ratings.values()) == len(plan.bots) * START
    assert board.wrong == []


@settings(max_examples=50)
@given(st.binary(min_size=32, max_size=32))
def test_the_order_within_a_round_does_not_matter(seed: bytes) -> None:
    """Expected scores come from the ratings at the round's start, and integers commute."""
    order = Stream(seed, "order")
    rounds = [LOG[i : i + PER_ROUND] for i in range(0, len(LOG), PER_ROUND)]
    mixed = [result for sets in rounds for result in shuffled(sets, order)]
    assert rebuild(PLAN, mixed).ratings == RATINGS


def test_the_base_of_a_round_is_frozen() -> None:
    """It moves when the next round begins, and not before."""
    board = Board(PLAN)
    for result in LOG[: PER_ROUND - 1]:
        board.add(result)
    assert board.base == dict.fromkeys(PLAN.bots, START) != board.ratings
    assert board.round == 1
    board.add(LOG[PER_ROUND - 1])
    ended = board.ratings.copy()
    board.add(LOG[PER_ROUND])
    assert board.base == ended != board.ratings
    assert board.round == 2


def test_rated_sets_are_counted() -> None:
    """Three tables a round, three rounds; then nothing more is to come."""
    board = rebuild(PLAN, LOG)
    assert board.sets == dict.fromkeys(PLAN.bots, 9)
    assert board.complete


def test_stored_deltas_are_not_believed() -> None:
    """They are named as wrong, and the ratings are the right ones nevertheless."""
    forged = msgspec.structs.replace(LOG[1], deltas=(10**6, -(10**6), 0))
    board = rebuild(PLAN, [LOG[0], forged, *LOG[2:]])
    assert board.ratings == RATINGS
    assert board.wrong == [(1, 1)]


def test_a_gap_is_refused() -> None:
    """A round does not begin before the one before is complete."""
    with pytest.raises(LogError, match=r"round 2, set 0: expected round 1, which awaits 1 sets"):
        rebuild(PLAN, LOG[: PER_ROUND - 1] + LOG[PER_ROUND:])


def test_a_set_is_rated_once() -> None:
    """A repeated entry is refused and changes nothing."""
    board = Board(PLAN)
    board.add(LOG[0])
    before = board.ratings.copy()
    with pytest.raises(LogError, match="round 1, set 0: it is in the log already"):
        board.add(LOG[0])
    assert board.ratings == before


def test_a_set_beyond_the_schedule_is_refused() -> None:
    """No more sets than a round has, no more rounds than the tournament has."""
    with pytest.raises(LogError, match=r"set 5: .* not in the schedule"):
        rebuild(PLAN, [msgspec.structs.replace(LOG[0], number=PER_ROUND)])
    with pytest.raises(LogError, match="round 4, set 0: "):
        rebuild(PLAN, [*LOG, msgspec.structs.replace(LOG[0], round=4)])


def test_a_set_with_others_than_the_planned_bots_is_refused() -> None:
    """Neither other bots nor other seats."""
    first = LOG[0]
    others = msgspec.structs.replace(first, bots=first.bots[::-1])
    turned = msgspec.structs.replace(first, matches=first.matches[::-1])
    for wrong in (others, turned):
        with pytest.raises(LogError, match=r"round 1, set 0: expected .* in the planned seats"):
            rebuild(PLAN, [wrong])
