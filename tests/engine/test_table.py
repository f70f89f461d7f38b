"""One match in progress: what it asks, takes and refuses. (The rest holds for every game: see
the contract suite.)"""

import pytest

from arena.engine.ask import FAULT
from arena.engine.record import FaultNote, HeaderError
from arena.engine.table import Table, TableError
from tests.contract.play import at_random, begin, default, play_beat, play_out
from tests.contract.toy import BLUFF, Drew, Faulted, Laid, Peeked

SEED = "5e" * 32


def test_only_open_asks_are_given() -> None:
    """A seat that has answered is not asked again while the beat waits for others."""
    table = begin(BLUFF, 3)
    table.answer(1, 0)

    assert [ask.seat for ask in table.asks()] == [0, 2]
    assert table.decisions == ()


def test_the_rules_see_a_beat_when_it_is_complete() -> None:
    """The last answer moves the match on; decisions lie in seat order."""
    table = begin(BLUFF, 3)
    for seat, index in ((2, 1), (0, 0), (1, 2)):
        table.answer(seat, index)

    assert table.decisions == (0, 2, 1)
    assert len([event for event in table.log if isinstance(event, Laid)]) == 3


def test_a_seat_is_told_what_happened_since_its_last_answer() -> None:
    """Nothing twice, and of hidden things only its own."""
    table = begin(BLUFF, 2)
    dealt = table.events(0)
    play_beat(table, default)

    assert [event for event in dealt if isinstance(event, Drew)] == dealt
    assert len(dealt) == 1
    assert dealt[0] not in table.events(0)
    assert [event.seat for event in table.events(0) if isinstance(event, Laid)] == [0, 1]


def test_a_spectator_is_told_everything_that_is_public() -> None:
    """From the beginning: events for one seat alone are left out, others are redacted."""
    table = play_out(begin(BLUFF, 2), lambda ask, _: len(ask.options) - 1)
    told = table.events(None)
    peeks = [event for event in told if isinstance(event, Peeked)]

    assert len(told) == len([event for event in table.log if not isinstance(event, Drew)])
    assert [event.cards for event in peeks] == [()] * len(peeks)
    assert peeks


@pytest.mark.parametrize(("seat", "index"), [(0, 9), (0, -1), (5, 0), (-1, 0)])
def test_a_wrong_answer_is_refused(seat: int, index: int) -> None:
    """It is a mistake of our own code, whatever a bot sent."""
    table = begin(BLUFF, 2)

    with pytest.raises(TableError):
        table.answer(seat, index)
    assert [ask.seat for ask in table.asks()] == [0, 1]


def test_nobody_answers_twice() -> None:
    """Neither with a choice nor with a fault."""
    table = begin(BLUFF, 2)
    table.answer(0, 1)

    with pytest.raises(TableError, match="seat 0 is not asked anything"):
        table.answer(0, 0)
    with pytest.raises(TableError, match="seat 0 is not asked anything"):
        table.fault(0, "timeout")


def test_the_end_must_be_reached_before_it_is_told() -> None:
    """There is no outcome, digest or record of half a match."""
    table = begin(BLUFF, 2)

    for ending in (table.outcome, table.digest, table.record):
        with pytest.raises(TableError, match="the match is not over"):
            ending()


def test_a_fault_is_recorded_with_its_kind_at_its_place() -> None:
    """A retired seat's fault has no kind and is noted nowhere."""
    table = begin(BLUFF, 3)
    table.fault(2, "timeout")
    table.fault(0, None)
    table.answer(1, 0)
    play_out(table, at_random(1))
    record = table.record()

    assert record.decisions[:3] == (FAULT, 0, FAULT)
    assert record.faults == (FaultNote(at=2, kind="timeout"),)
    assert [event for event in table.log if isinstance(event, Faulted)] == [
        Faulted(0, "play"),
        Faulted(2, "play"),
    ]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"players": 1}, "players: expected 2 to 5, got 1"),
        ({"players": 6}, "players: expected 2 to 5, got 6"),
        ({"seed": "5e"}, "seed: expected 64 hex digits"),
        ({"seed": "5g" * 32}, "seed: expected 64 hex digits"),
        ({"rounds": 2}, "rounds: expected 1 to 1, got 2"),
    ],
)
def test_a_match_that_cannot_be_is_refused(header: dict[str, int | str], message: str) -> None:
    """The message names the field, what was given and what is expected."""
    arguments = {"players": 2, "seed": SEED} | header

    with pytest.raises(HeaderError, match=message):
        BLUFF.header(**arguments)  # type: ignore[arg-type]


def test_another_games_header_is_refused() -> None:
    """By name and by version of the rules."""
    header = BLUFF.header(2, SEED)

    with pytest.raises(HeaderError, match="game: expected bluff, got poker"):
        Table.new(BLUFF, type(header)("poker", 2, 1, 1, SEED, ()))
    with pytest.raises(HeaderError, match="rules: bluff is played here by version 1, not 2"):
        Table.new(BLUFF, type(header)("bluff", 2, 1, 2, SEED, ()))


def test_a_seed_in_capitals_is_the_same_seed() -> None:
    """Headers are equal as bytes, however the seed was typed."""
    assert BLUFF.header(2, SEED.upper()) == BLUFF.header(2, SEED)


@pytest.mark.parametrize("seat", [-1, 2])
def test_no_seat_is_shown_nothing(seat: int) -> None:
    """A wrong number must not show what another seat holds."""
    table = begin(BLUFF, 2)

    with pytest.raises(TableError, match=f"there is no seat {seat}"):
        table.view(seat)
    with pytest.raises(TableError, match=f"there is no seat {seat}"):
        table.events(seat)
