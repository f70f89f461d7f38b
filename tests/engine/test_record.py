"""The file of a match: its form, its digest, and what is no record."""

import json
from contextlib import suppress
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.record import CHECK_EVERY, Record, RecordError, decode_record, encode_record
from arena.engine.table import Table
from tests.contract.play import played
from tests.contract.toy import BLUFF

Json = str | int | float | None | list["Json"] | dict[str, "Json"]


@pytest.fixture(scope="module")
def table() -> Table:
    """Give a finished match of five."""
    return played(BLUFF, 5)


def line(value: object) -> bytes:
    """Give the canonical line of plain data, by the standard library."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode() + b"\n"


def plain(value: object) -> object:
    """Give plain data of whatever the record's encoder writes."""
    return msgspec.json.decode(msgspec.json.encode(value))


def test_the_digest_is_the_hash_of_header_events_and_outcome(table: Table) -> None:
    """Anybody can compute it with a JSON library and SHA-256."""
    parts = [table.header, *table.log, table.outcome()]
    text = b"".join(line(plain(part)) for part in parts)

    assert table.digest() == sha256(text).hexdigest()


def test_a_check_is_taken_after_the_beat_of_each_16th_decision() -> None:
    """It is the beginning of the running hash over header and events so far."""
    table = Table.new(BLUFF, BLUFF.header(5, "00" * 32))
    expected: list[str] = []
    while not table.over:
        for ask in table.asks():
            table.answer(ask.seat, 0)
        if len(table.decisions) // CHECK_EVERY > len(expected):
            text = b"".join(line(plain(part)) for part in (table.header, *table.log))
            expected.append(sha256(text).hexdigest()[:4])

    assert expected
    assert table.record().checks == tuple(expected)


def test_a_file_is_one_line_and_reads_back_equal(table: Table) -> None:
    """Nothing of a record is lost."""
    data = encode_record(table.record())

    assert data.count(b"\n") == 1
    assert data.startswith(b'{"format":"sky-arena-replay/1","header":{"game":"bluff","players":5,')
    assert decode_record(data) == table.record()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", "sky-arena-replay/9", "format"),
        ("decisions", [10**30], "decisions"),
        ("decisions", [-2], "decisions"),
        ("decisions", [1.5], "decisions"),
        ("decisions", "0", "decisions"),
        ("decisions", None, "decisions"),
        ("decisions", [0] * 100_001, "decisions"),
        ("checks", ["zzzz"], "checks"),
        ("checks", ["abcd\n"], "checks"),
        ("digest", "0" * 63, "digest"),
        ("digest", "0" * 64 + "\n", "digest"),
        ("outcome", {"ranks": [1, 0], "scores": [0, 0]}, "outcome.ranks"),
        ("outcome", {"ranks": [1]}, "scores"),
        ("faults", [{"at": -1, "kind": "timeout"}], "faults"),
        ("says", [{"at": 0, "text": "x" * 81}], "says"),
        ("header", [], "header"),
        ("more", 1, "more"),
    ],
)
def test_a_malformed_field_is_named(table: Table, field: str, value: Json, message: str) -> None:
    """Whatever is wrong with it: value, type, size, or that it exists."""
    data = json.loads(encode_record(table.record()))
    data[field] = value

    with pytest.raises(RecordError, match=message):
        decode_record(json.dumps(data).encode())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 11),
        ("players", 10**400),
        ("players", "2"),
        ("seed", "A0" * 32),
        ("seed", ""),
        ("windows", [-1]),
        ("rounds", 0),
        ("game", ""),
        ("deck", 1),
    ],
)
def test_a_malformed_header_is_named(table: Table, field: str, value: Json) -> None:
    """The header comes from outside as the rest does."""
    data = json.loads(encode_record(table.record()))
    data["header"][field] = value

    with pytest.raises(RecordError, match=field):
        decode_record(json.dumps(data).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"{}",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b'{"format":"\xff"}',
        b'{"digest":"\\ud800"}',
        b'{"\xff":1}',
        b"[" * 200_000,
        b'{"says":' * 200_000,
        b'{"header":' + b"[" * 200_000,
        b'{"decisions":[' + b"9" * 10_000 + b"]}",
        b'{"decisions":[-' + b"9" * 10_000 + b"]}",
        b'{"decisions":[1e999]}',
        b'{"decisions":[NaN]}',
    ],
    ids=range(15),
)
def test_what_is_no_record_is_refused_as_such(data: bytes) -> None:
    """However strange the bytes, the error is of one kind."""
    with pytest.raises(RecordError, match="not a sky-arena-replay/1 file"):
        decode_record(data)


@given(st.data())
def test_no_damage_of_a_file_gives_another_error(data: st.DataObject) -> None:
    """Bytes are cut or replaced at random: a record or a RecordError, nothing else."""
    file = encode_record(played(BLUFF, 2).record())
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, len(file)))
    damaged = file[:start] + data.draw(st.binary(max_size=8)) + file[end:]
    with suppress(RecordError):
        assert isinstance(decode_record(damaged), Record)
