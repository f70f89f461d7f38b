"""Files that are no bundles, whoever made them: told what is wrong, in bounded time and room."""

import gzip
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.bundle import file as bundle_file
from arena.cli.bundle.file import is_bundle, scan
from arena.cli.bundle.proof import prove
from arena.tournament.bundle import MOST_LINE, BundleError, encode_line
from tests.independent.made import Bundle
from tests.independent.proved import unheard

Lines = list[bytes]


def put(at: int, line: bytes) -> Callable[[Lines], Lines]:
    """Put another line in the place of one."""
    return lambda lines: [*lines[:at], line, *lines[at + 1 :]]


MALFORMED: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "nothing": (lambda _: [], "after line 0: it breaks off"),
    "no boards": (lambda lines: lines[:-1], "it breaks off before its boards"),
    "half a line": (lambda lines: [*lines[:-1], lines[-1][:40]], "truncated"),
    "two beginnings": (lambda lines: [lines[0], *lines], "line 2: expected no line of the kind"),
    "no beginning": (lambda lines: lines[1:], "line 1: expected no line of the kind set"),
    "more after the end": (lambda lines: [*lines, lines[1]], "expected no line of the kind set"),
    "an empty line": (put(2, b"\n"), "line 3: "),
    "a deep line": (put(2, b'{"line":' + b"[" * 100_000 + b"\n"), "line 3: "),
    "a deep field": (put(2, b'{"x":' + b"[" * 10**6 + b"\n"), "line 3: too many levels"),
    "no UTF-8": (put(2, b'{"line":"\xff"}\n'), "line 3: "),
    "another format": (
        lambda lines: [lines[0].replace(b"bundle/1", b"bundle/2"), *lines[1:]],
        "line 1: Invalid enum value",
    ),
    "a field too many": (
        lambda lines: [lines[0], lines[1].replace(b"{", b'{"x":1,', 1), *lines[2:]],
        "line 2: Object contains unknown field `x`",
    ),
    "a field twice": (
        lambda lines: [
            lines[0],
            lines[1].replace(b'"deltas"', b'"deltas":[],"deltas"', 1),
            *lines[2:],
        ],
        "line 2: Expected `array` of length >= 2|line 2: expected it as it was exported",
    ),
    "a time below nothing": (
        lambda lines: [
            lines[0],
            lines[1].replace(b'"latencies":[[', b'"latencies":[[-1,', 1),
            *lines[2:],
        ],
        "line 2: Expected `int` >= 0",
    ),
    "times of nobody": (
        lambda lines: [
            lines[0],
            lines[1].replace(b']],"record"', b'],[]],"record"', 1),
            *lines[2:],
        ],
        "line 2: latencies: expected 3 by seat, got 4",
    ),
    "a rating twice": (
        lambda lines: [*lines[:-1], lines[-1].replace(b'"rating"', b'"rating":1,"rating"', 1)],
        "expected it as it was exported",
    ),
    "a secret twice": (
        lambda lines: [
            lines[0].replace(b'"secret"', b'"secret":"%s","secret"' % (b"ab" * 32)),
            *lines[1:],
        ],
        "line 1: expected it as it was exported",
    ),
    "a field too many in the final table": (
        lambda lines: [*lines[:-1], lines[-1].replace(b'"rank"', b'"name":"me","rank"', 1)],
        "expected it as it was exported",
    ),
    "spaces": (lambda lines: [b" " + lines[0], *lines[1:]], "line 1: expected it as it was"),
    "a word for a number": (
        lambda lines: [lines[0], lines[1].replace(b'"round":1', b'"round":"1"'), *lines[2:]],
        "line 2: Expected `int`, got `str`",
    ),
    "a number without bounds": (
        lambda lines: [lines[0], lines[1].replace(b'"round":1', b'"round":' + b"9" * 5_000)],
        "line 2: ",
    ),
    "a number beyond its bounds": (
        lambda lines: [lines[0].replace(b'"players":3', b'"players":9'), *lines[1:]],
        "line 1: Expected `int` <= 5",
    ),
    "boards that are none": (lambda lines: [*lines[:-1], b'{"line":"boards"}\n'], "`live`"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_bundle_is_refused(cup: Bundle, name: str, tmp_path: Path) -> None:
    """With the line, and what was expected there."""
    change, expected = MALFORMED[name]
    path = tmp_path / "cup.ndjson"
    path.write_bytes(b"".join(change(list(map(encode_line, cup)))))

    with pytest.raises(BundleError, match=expected):
        prove(path, unheard)


def test_a_file_that_breaks_off_is_told_from_one_that_differs(cup: Bundle, tmp_path: Path) -> None:
    """A download that was not whole proves nothing against anybody."""
    path = tmp_path / "cup.gz"
    path.write_bytes(gzip.compress(b"".join(map(encode_line, cup)))[:-500])

    assert is_bundle(path)
    with pytest.raises(BundleError, match="breaks off"):
        prove(path, unheard)


def test_a_gzip_bomb_takes_no_room(cup: Bundle, tmp_path: Path) -> None:
    """A line that does not end is not read to its end."""
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(encode_line(cup[0]))
        for _ in range(2 * MOST_LINE // 2**20):
            file.write(b" " * 2**20)
    tracemalloc.start()
    try:
        with pytest.raises(BundleError, match="line 2: expected at most"):
            scan(path)
        assert tracemalloc.get_traced_memory()[1] < 3 * MOST_LINE
    finally:
        tracemalloc.stop()


def test_a_file_without_end_is_not_read_to_its_end(
    cup: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that are each within their bounds may be too much together, as packed ones soon are."""
    monkeypatch.setattr(bundle_file, "MOST_BYTES", 2**20)
    path = tmp_path / "bomb.gz"
    line = b'{"line":"set"' + b" " * 2**16 + b"}\n"
    path.write_bytes(gzip.compress(encode_line(cup[0]) + line * 50))

    with pytest.raises(BundleError, match=r"line 17: expected at most 1048576 bytes in all"):
        scan(path)


def test_a_log_without_end_is_not_read_to_its_end(
    cup: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No tournament has more entries than it may have matches."""
    monkeypatch.setattr(bundle_file, "_MOST_ENTRIES", 20)
    path = tmp_path / "cup.ndjson"
    path.write_bytes(encode_line(cup[0]) + b'{"line":"set"}\n' * 50)

    with pytest.raises(BundleError, match="line 22: expected at most 20 entries"):
        scan(path)
