"""The result log: entries, their chain, and records had back from them."""

import dataclasses
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.engine.record import Header, HeaderError, Outcome, Record
from arena.tournament.elo import START, set_deltas
from arena.tournament.log import (
    MOST_MS,
    Finished,
    LogError,
    Result,
    decode_result,
    encode_entry,
    latencies_of,
    link,
    ranks_by_place,
    record_of,
    result_of,
    set_digest,
)
from tests.tournament.sample import FINAL, GAME, finished, schedule

PLAN = schedule(6, 4, mode="off")
SET = PLAN.set(2, 3)
BASE = {bot: START + 10**7 * place for place, bot in enumerate(PLAN.bots)}


def played() -> list[Finished]:
    """The matches of the set as if played, always the same."""
    chance = Stream(FINAL, "played")
    return [finished(match, chance) for match in SET.matches]


def result() -> Result:
    """The set, rated."""
    return result_of(SET, played(), BASE, 10)


def test_a_set_is_rated_from_the_ranks_of_its_bots() -> None:
    """Ranks are by seat; ratings and deltas are in table order."""
    ranks = [
        tuple(done.record.outcome.ranks[match.seats.index(bot)] for bot in SET.bots)
        for match, done in zip(SET.matches, played(), strict=True)
    ]
    assert ranks_by_place(result()) == tuple(ranks)
    assert result().deltas == set_deltas([BASE[bot] for bot in SET.bots], ranks, 10)
    assert any(result().deltas)


def test_an_entry_survives_its_encoding() -> None:
    """What is logged is what was played."""
    assert decode_result(encode_entry(result())) == result()


def test_records_are_had_back_whole() -> None:
    """The header follows from the schedule, everything else from the entry."""
    stored = decode_result(encode_entry(result()))
    for index, done in enumerate(played()):
        assert record_of(PLAN, GAME, stored, index) == done.record


_TIMES = st.lists(st.none() | st.integers(0, 2 * MOST_MS), max_size=9)


@given(st.tuples(_TIMES, _TIMES))
def test_times_are_had_back_by_seat_and_decision(times: tuple[list[int | None], ...]) -> None:
    """Whoever was not called has none; the longest that can be are cut down to what is kept."""
    duel = schedule(2, 2, mode="field").set(1, 0)
    done = finished(duel.matches[0], Stream(FINAL, "played"))
    timed = msgspec.structs.replace(done, latencies=tuple(map(tuple, times)))
    logged = encode_entry(result_of(duel, [timed], dict.fromkeys(duel.bots, START), 10))

    kept = tuple(tuple(None if ms is None else min(ms, MOST_MS) for ms in each) for each in times)
    assert latencies_of(decode_result(logged).matches[0]) == kept


def test_a_record_that_the_game_cannot_play_here_is_refused() -> None:
    """A log of other rules is not passed off as one of these."""
    newer = dataclasses.replace(GAME, version=2)
    with pytest.raises(HeaderError, match="rules: sky-5 is played here by version 2, not 1"):
        record_of(PLAN, newer, result(), 0)


def test_a_match_costs_little_more_than_its_decisions() -> None:
    """A byte each, another for what it took, two for each hash prefix, and 150 for all the rest."""
    duel = schedule(2, 2, mode="field").set(1, 0)
    record = Record(
        header=Header("sky-5", 2, 1, 1, duel.matches[0].seed, ()),
        decisions=(5,) * 320,
        checks=("abcd",) * 20,
        outcome=Outcome(ranks=(1, 2), scores=(60, 40)),
        digest=FINAL.hex(),
    )
    latencies = ((12,) * 160,) * 2
    done = Finished(record, versions=("1.0.0", "1.0.0"), strikes=(0, 0), latencies=latencies)
    base = dict.fromkeys(duel.bots, START)
    assert len(encode_entry(result_of(duel, [done], base, 10))) < 320 + 320 + 40 + 150


def test_what_was_not_planned_is_not_rated() -> None:
    """Matches in another order, too few, or with lists of another length."""
    with pytest.raises(LogError, match="matches: expected the planned ones of set 3"):
        result_of(SET, played()[::-1], BASE, 10)
    with pytest.raises(LogError, match="matches: expected the planned ones of set 3"):
        result_of(SET, played()[:3], BASE, 10)
    wrong = [msgspec.structs.replace(done, strikes=(0,) * 3) for done in played()]
    with pytest.raises(LogError, match="strikes: expected 4 by seat"):
        result_of(SET, wrong, BASE, 10)


def test_an_entry_of_another_version_is_refused() -> None:
    """The version stands first."""
    entry = msgspec.msgpack.encode([2, *msgspec.msgpack.decode(encode_entry(result()))[1:]])
    with pytest.raises(LogError, match=r"not an entry of the log: .*"):
        decode_result(entry)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bots": ("a", "b", "c", "a")}, "bots: expected each once"),
        ({"bots": ("a", "b", "c")}, "bots: expected each once and a delta for each"),
        ({"number": -1}, "not an entry of the log"),
        ({"deltas": (2**40, 0, 0, 0)}, "not an entry of the log"),
        ({"matches": ()}, "not an entry of the log"),
    ],
)
def test_a_malformed_entry_is_refused(change: dict[str, object], message: str) -> None:
    """Fields are bounded, and lists belong to the bots."""
    entry = encode_entry(msgspec.structs.replace(result(), **change))
    with pytest.raises(LogError, match=message):
        decode_result(entry)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": (0, 1, 2, 2)}, "seats: expected places 0 to 3"),
        ({"ranks": (1, 2, 3)}, "ranks: expected 4 by seat"),
        ({"latencies": (b"\x01" * 50_000,) * 5}, "latencies: expected 4 by seat, got 5$"),
        ({"digest": b"short"}, "not an entry of the log"),
        ({"says": ((0, "x" * 81),)}, "not an entry of the log"),
    ],
)
def test_a_malformed_match_is_refused(change: dict[str, object], message: str) -> None:
    """In each match of the set."""
    first = msgspec.structs.replace(result().matches[0], **change)
    broken = msgspec.structs.replace(result(), matches=(first, *result().matches[1:]))
    with pytest.raises(LogError, match=message):
        decode_result(encode_entry(broken))


@given(st.binary(max_size=200))
def test_no_bytes_from_outside_do_worse_than_a_log_error(data: bytes) -> None:
    """Damage is named as such."""
    with pytest.raises(LogError):
        decode_result(data)


def test_the_chain_holds_every_entry_and_their_order() -> None:
    """Its head is the hash of the head before and the entry."""
    assert link(FINAL, b"one") == sha256(b"arena/v1/log\0" + FINAL + b"one").digest()
    heads = {FINAL, link(FINAL, b"one"), link(FINAL, b"onetwo")}
    heads |= {link(link(FINAL, b"one"), b"two"), link(link(FINAL, b"two"), b"one")}
    assert len(heads) == 5


def test_the_digest_of_a_set_tells_outcomes_apart() -> None:
    """The same matches, the same digest, whatever was noted beside them."""
    noted = [msgspec.structs.replace(done, versions=("2",) * 4) for done in played()]
    assert set_digest(result_of(SET, noted, BASE, 10)) == set_digest(result())
    other = [
        msgspec.structs.replace(done, record=msgspec.structs.replace(done.record, digest="0" * 64))
        for done in played()
    ]
    assert set_digest(result_of(SET, other, BASE, 10)) != set_digest(result())
