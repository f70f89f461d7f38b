"""What rounds are worth on a ladder: a base of their own, K by bot, voids taken back."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine.chance import Stream, shuffled
from arena.tournament.config import USUAL_K, ConfigError, check
from arena.tournament.elo import START, set_deltas
from arena.tournament.ladder import (
    Base,
    Ladder,
    RatedRound,
    changes,
    decode_round,
    encode_round,
    gains,
    link,
)
from arena.tournament.log import LogError, Result, ranks_by_place
from arena.tournament.voids import Void
from tests.tournament.sample import FINAL, play_tournament, schedule

PLAN = schedule(5, 3, rounds=2)
LOG = [each for each in play_tournament(PLAN, Stream(FINAL, "log"))[0] if isinstance(each, Result)]
ROUND = [result for result in LOG if result.round == 1]
LATER = [result for result in LOG if result.round == 2]
BASE: Base = {
    bot: (START + 10_000_000 * number, 40 * number) for number, bot in enumerate(PLAN.bots)
}


def void(round_: int, of: int, *numbers: int) -> Void:
    """Give an entry that makes these sets void."""
    return Void(round=round_, of=of, numbers=numbers, changes=())


def rated(round_: int, made: list[Result | Void], base: Base) -> RatedRound:
    """Give the entry of a round."""
    return RatedRound("t" * 32, round_, "1-0", bytes(32), changes(made, base))


def test_k_is_the_least_of_a_table() -> None:
    """40 for a bot of fewer than 30 sets, 20 to 100, then 10: by its sets before the round."""
    result = ROUND[0]
    for sets, k in (((0, 0, 29), 40), ((0, 30, 99), 20), ((0, 100, 30), 10)):
        base = {bot: (START, n) for bot, n in zip(result.bots, sets, strict=True)}
        expected = set_deltas([START] * 3, ranks_by_place(result), k)
        assert gains(result, base) == dict(zip(result.bots, expected, strict=True))


@settings(max_examples=25)
@given(st.binary(min_size=32, max_size=32))
def test_a_round_is_worth_the_same_in_any_order(seed: bytes) -> None:
    """It adds up to zero, and every bot's sets are counted."""
    found = changes(shuffled(ROUND, Stream(seed, "order")), BASE)

    assert found == changes(ROUND, BASE)
    assert sum(each.gained for each in found) == 0
    assert sum(each.played for each in found) == 3 * len(ROUND)
    assert {each.bot: (each.rating, each.sets) for each in found} == BASE


def test_sets_that_their_own_round_makes_void_are_worth_nothing() -> None:
    """As if they had not been played."""
    gone = ROUND[1]

    assert changes([*ROUND, void(1, 1, gone.number)], BASE) == changes(
        [result for result in ROUND if result != gone], BASE
    )


def test_a_later_void_takes_back_what_the_set_was_worth() -> None:
    """From the base that it was rated from, whatever the ladder is by then."""
    ladder = Ladder("sky-5")
    ladder.add(rated(1, [*ROUND], ladder.places))
    first, gone = dict(ladder.places), ROUND[1]
    taken = changes([*LATER, void(2, 1, gone.number)], first, [(gone, {})])
    plain = {each.bot: each for each in changes(LATER, first)}

    worth = gains(gone, {})
    for each in taken:
        assert each.gained == plain[each.bot].gained - worth.get(each.bot, 0)
        assert each.played == plain[each.bot].played - (each.bot in worth)
    assert sum(each.gained for each in taken) == 0


def test_a_ladder_is_what_its_log_adds_up_to() -> None:
    """Ratings, sets, and the head of the chain; whoever is new begins with 1500."""
    ladder = Ladder("sky-5")
    before = ladder.head
    first = rated(1, [*ROUND], {})
    ladder.add(first)
    ladder.add(second := rated(2, [*LATER], ladder.places))

    assert sum(rating for rating, _ in ladder.places.values()) == START * len(PLAN.bots)
    assert ladder.head == link(link(before, encode_round(first)), encode_round(second))
    assert Ladder("sky-heist").head != before


def test_an_entry_with_another_base_is_refused() -> None:
    """It names the bot; nothing of it is taken in."""
    ladder = Ladder("sky-5")
    with pytest.raises(LogError, match="to begin with"):
        ladder.add(rated(1, [*ROUND], BASE))

    assert ladder.places == {}


def test_an_entry_is_read_as_it_was_written_and_no_other() -> None:
    """What is none is said to be none."""
    entry = rated(1, [*ROUND], BASE)

    assert decode_round(encode_round(entry)) == entry
    for data in (b"", b"\xc1", msgspec.msgpack.encode([1, "t", 0, "", b"", []])):
        with pytest.raises(LogError, match="not an entry of a ladder's log"):
            decode_round(data)


def test_a_tournament_of_another_k_is_rated_on_no_ladder() -> None:
    """On a ladder its sets could move a bot by more than a round may."""
    config = msgspec.structs.replace(PLAN.config, ladder=True, k_schedule=USUAL_K)
    check(config, 5)
    with pytest.raises(ConfigError, match="ladder: expected it with the k_schedule"):
        check(msgspec.structs.replace(config, k_schedule=((None, 10),)), 5)
