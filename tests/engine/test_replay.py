"""Playing records again: what is accepted, and where a record is said to differ."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.ask import FAULT
from arena.engine.record import FaultNote, HeaderError, Outcome, Record, Say
from arena.engine.replay import Difference, resume, verify
from arena.engine.table import Table, TableError
from tests.contract.play import at_random, begin, play_out, played
from tests.contract.toy import BLUFF


def changed(decisions: Sequence[int], at: int, decision: int) -> tuple[int, ...]:
    """Give the decisions with another one at this place (0-based)."""
    return (*decisions[:at], decision, *decisions[at + 1 :])


@pytest.fixture(scope="module")
def record() -> Record:
    """Give the record of a match of five, with more than 16 decisions, one of them a fault."""
    table = begin(BLUFF, 5, 1)
    table.fault(0, "timeout")
    return play_out(table, at_random(1)).record(says=(Say(at=1, text="hello"),))


def test_a_true_record_is_verified(record: Record) -> None:
    """All of it holds."""
    assert verify(BLUFF, record) is None


def test_a_difference_is_said_in_a_line() -> None:
    """Decisions are counted from 1."""
    assert str(Difference(1, 16, "x")) == "differs between decisions 1 and 16: x"
    assert str(Difference(24, 23, "x")) == "differs after decision 23: x"


def test_an_early_change_lies_before_the_first_check(record: Record) -> None:
    """The 16th decision belongs to a beat; the check is taken when that beat is complete."""
    for at in range(16):
        for decision in (FAULT, 0, 1):
            if decision != record.decisions[at]:
                decisions = changed(record.decisions, at, decision)
                found = verify(BLUFF, msgspec.structs.replace(record, decisions=decisions))

                assert found is not None
                assert found.first == 1
                assert at < found.last <= 16 + 5


def test_a_late_change_lies_after_the_last_check_that_holds(record: Record) -> None:
    """The decisions which that check vouches for are not suspected."""
    last = len(record.decisions)
    decisions = changed(record.decisions, last - 1, FAULT)
    found = verify(BLUFF, msgspec.structs.replace(record, decisions=decisions))

    assert found is not None
    assert 16 < found.first <= found.last == last


def test_an_option_that_does_not_exist_is_found_where_it_is(record: Record) -> None:
    """Inside a beat too."""
    for at in range(3):
        decisions = changed(record.decisions, at, 9)
        found = verify(BLUFF, msgspec.structs.replace(record, decisions=decisions))

        assert found is not None
        assert (found.first, found.last) == (1, at + 1)
        assert "option 9 of" in found.what


def test_decisions_that_end_early_or_late_are_told_apart(record: Record) -> None:
    """One missing, or one too many."""
    count = len(record.decisions)
    early = msgspec.structs.replace(record, decisions=record.decisions[:-1])
    late = msgspec.structs.replace(record, decisions=(*record.decisions, 0))

    assert "end before the match does" in str(verify(BLUFF, early))
    found = verify(BLUFF, late)
    assert found is not None
    assert found.last == count + 1
    assert "after the end of the match" in found.what


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("outcome", Outcome(ranks=(1, 1, 1, 1, 1), scores=(9, 9, 9, 9, 9)), "the outcome is"),
        ("digest", "0" * 64, "the digest is"),
        ("checks", (), "the running hash is"),
        ("checks", ("0000",), "the running hash is"),
        ("faults", (FaultNote(at=1, kind="timeout"),), "a fault is noted"),
        ("faults", (FaultNote(at=999, kind="timeout"),), "beyond the last decision"),
        ("faults", (FaultNote(at=0, kind="tls"),) * 2, "ascending"),
        ("says", (Say(at=999, text=""),), "beyond the last decision"),
    ],
)
def test_nothing_that_follows_from_the_decisions_is_trusted(
    record: Record, field: str, value: object, what: str
) -> None:
    """Each is derived again and compared."""
    found = verify(BLUFF, msgspec.structs.replace(record, **{field: value}))

    assert found is not None
    assert what in found.what


def test_more_checks_than_decisions_give_are_found(record: Record) -> None:
    """A prefix that nothing stands for."""
    extra = msgspec.structs.replace(record, checks=(*record.checks, "0000"))

    assert "hash prefixes" in str(verify(BLUFF, extra))


def test_a_header_that_cannot_be_played_is_refused(record: Record) -> None:
    """It is bad input, not a difference."""
    for change in ({"game": "sky-6"}, {"rules": 2}, {"players": 9}, {"windows": (0,)}):
        header = msgspec.structs.replace(record.header, **change)

        with pytest.raises(HeaderError, match=f"^{next(iter(change))}: "):
            verify(BLUFF, msgspec.structs.replace(record, header=header))


def test_another_seed_or_number_of_players_differs(record: Record) -> None:
    """The header is part of the digest."""
    for change in ({"seed": "0" * 64}, {"players": 4}):
        header = msgspec.structs.replace(record.header, **change)

        assert verify(BLUFF, msgspec.structs.replace(record, header=header)) is not None


@given(
    st.lists(st.integers(-1, 9_999), max_size=40),
    st.lists(st.sampled_from(["0000", "beef"]), max_size=3),
    st.lists(st.integers(0, 60), max_size=3),
)
def test_invented_records_differ_and_nothing_else(
    decisions: list[int], checks: list[str], notes: list[int]
) -> None:
    """Whoever invents decisions gets a difference, never another error."""
    invented = msgspec.structs.replace(
        played(BLUFF, 2).record(),
        decisions=tuple(decisions),
        checks=tuple(checks),
        faults=tuple(FaultNote(at=at, kind="x") for at in notes),
    )

    assert isinstance(verify(BLUFF, invented), Difference)


def test_a_match_resumed_keeps_the_kinds_of_its_faults(record: Record) -> None:
    """The record of a match does not depend on whether it was interrupted."""
    table = resume(BLUFF, record.header, record.decisions, record.faults)

    assert table.record(says=record.says) == record


def test_a_match_can_be_resumed_inside_a_beat(record: Record) -> None:
    """What was answered stays answered."""
    table = resume(BLUFF, record.header, record.decisions[:2], record.faults)

    assert [ask.seat for ask in table.asks()] == [2, 3, 4]


def test_resuming_refuses_what_cannot_have_been(record: Record) -> None:
    """An illegal decision, or one after the end."""
    with pytest.raises(TableError, match="option 99 of"):
        resume(BLUFF, record.header, [99])
    with pytest.raises(TableError, match="after the end"):
        resume(BLUFF, record.header, (*record.decisions, 0))


def test_an_empty_prefix_is_a_new_match(record: Record) -> None:
    """Nothing was played yet."""
    table = resume(BLUFF, record.header, [])

    assert table.asks() == Table.new(BLUFF, record.header).asks()
