"""Answers that may be kept: not sent to who has them already, and coded as he likes."""

import gzip
from typing import cast

import pytest
from litestar.response.base import ASGIResponse
from litestar.types import HTTPScope

from arena.http.answers import kept_answer
from arena.http.problems import ApiRequest

BODY = b"<p>A page that is long enough to be worth compressing.</p>\n" * 50


def answer(*headers: tuple[str, str], body: bytes = BODY) -> ASGIResponse:
    """Give the answer to a request with these header lines."""
    lines = [(name.lower().encode(), value.encode()) for name, value in headers]
    request = ApiRequest(cast(HTTPScope, {"type": "http", "headers": lines}))
    return kept_answer(request, body, "text/html")


ETAG = answer().headers["ETag"]
OPAQUE = ETAG.removeprefix("W/")


@pytest.mark.parametrize(
    "given",
    [
        ETAG,
        OPAQUE,
        f'"a", {ETAG}',
        f'W/"a,b",{OPAQUE} , "c"',
        "*",
        " * ",
        f'"x,{OPAQUE[1:-1]}",{ETAG}',
    ],
)
def test_what_a_client_has_is_not_sent_again(given: str) -> None:
    """Weak tags and strong ones, alone and in lists, and `*`, which is whatever there is."""
    told = answer(("If-None-Match", given))

    assert (told.status_code, told.body) == (304, b"")
    assert told.headers["ETag"] == ETAG
    assert told.headers["Vary"] == "Accept-Encoding, Authorization"
    assert "content-length" not in told.headers


@pytest.mark.parametrize(
    "given",
    ["", '"a"', OPAQUE[1:-1], f'"{OPAQUE[1:-2]}"', f'"x,{OPAQUE[1:-1]}"', '"*"', OPAQUE[:-1]],
)
def test_what_a_client_has_not_is_sent(given: str) -> None:
    """Tags of other answers, and what is no tag: a comma within one ends nothing."""
    assert answer(("If-None-Match", given)).body == BODY


def test_lines_of_a_header_are_one_list() -> None:
    """A proxy may join or part them."""
    told = answer(("If-None-Match", '"a"'), ("If-None-Match", ETAG))
    coded = answer(("Accept-Encoding", "br"), ("Accept-Encoding", "gzip"))

    assert told.status_code == 304
    assert coded.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "accepted",
    [
        "gzip", "GZIP", "deflate, gzip", "gzip;q=1.0", "gzip ; q=0.5", "*", "br, *;q=0.1",
        "identity;q=0.5, gzip;q=0.5", "identity;q=0, gzip;q=0.001", "junk;;q, gzip",
    ],
)  # fmt: skip
def test_gzip_is_sent_to_those_who_take_it(accepted: str) -> None:
    """By its name or among all, with any weight but none; it is the same text."""
    told = answer(("Accept-Encoding", accepted))

    assert told.headers["Content-Encoding"] == "gzip"
    assert told.headers["ETag"] == ETAG
    assert gzip.decompress(told.body) == BODY
    assert len(told.body) < len(BODY)


@pytest.mark.parametrize(
    "accepted",
    [
        "", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "gzip;q=0, *", "identity",
        "gzip;q=0.1, identity", "gzip;q=0.1, *;q=0.5", "xgzip", "gzip2", "gzip;q=2",
    ],
)  # fmt: skip
def test_others_are_sent_the_text_as_it_is(accepted: str) -> None:
    """Who refuses gzip, likes it less than the text, or asks for what there is not."""
    told = answer(("Accept-Encoding", accepted))

    assert "Content-Encoding" not in told.headers
    assert told.body == BODY


def test_a_short_answer_is_not_compressed() -> None:
    """It would become no shorter."""
    assert answer(("Accept-Encoding", "gzip"), body=b"short").body == b"short"
