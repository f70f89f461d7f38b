"""Every status and every type of content: which answers are looked into at all."""

import pytest

from arena.match.http import BotClient
from tests.match.asks import LOOPBACK, request
from tests.match.zoo import GOOD, reply, says, zoo

STATUSES = (
    *range(200, 209), 226, *range(300, 304), *range(305, 309), *range(400, 419), 421, 422, 425, 426,
    428, 429, 431, 451, *range(500, 509), 510, 511, 599, 600, 999,
)  # fmt: skip
"""Not 304, which can have no body."""
JSON = (
    "application/json", "Application/JSON", "application/json;", "application/json; charset=utf-8",
    'application/json;charset="UTF-8"', "application/json ; charset=utf-8",
)  # fmt: skip
OTHERS = (
    "", "json", "text/json", "text/html", "text/plain", "application/jsonp", "application/json5",
    "application/problem+json", "application/x-json", "application/octet-stream", "*/*",
    "application/json, text/html", "application/json; charset=latin-1", "application/json; x=y",
    "application/json; charset=utf-16", "multipart/mixed; boundary=application/json",
    "application/json\xff", "applicatıon/json",
)  # fmt: skip


def fault_of(status: int, kind: str) -> str | None:
    """Give what a good choice is, that comes with this status and type."""
    if 300 <= status < 400:
        return "redirect"
    if status != 200:
        return "status"
    return None if kind in JSON else "content_type"


@pytest.mark.parametrize("kind", [*JSON, *OTHERS])
async def test_a_choice_counts_with_status_200_and_as_json(kind: str) -> None:
    """With any other status, or as anything else, it is a fault of one kind, and never a choice."""
    modes = {f"s{code}": says(reply(GOOD, f"{code} X", kind)) for code in STATUSES}
    async with zoo(**modes) as bots:
        for status in STATUSES:
            async with BotClient(bots.bot(f"s{status}"), LOOPBACK) as client:
                answer = await client.decide(request(), 1_000)

            assert answer.fault == fault_of(status, kind), (status, kind)
            assert answer.choice == (None if answer.fault else 0)
            assert answer.detail.isprintable()


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, gzip", "x", "", "*"])
async def test_an_encoded_answer_is_refused_unread(encoding: str) -> None:
    """We say that we take none; what is called encoded is not decoded, nor taken as it is."""
    extra = f"Content-Encoding: {encoding}\r\n"
    mode = says(reply(GOOD, extra=extra))
    async with zoo(encoded=mode) as bots, BotClient(bots.bot("encoded"), LOOPBACK) as client:
        answer = await client.decide(request(), 1_000)

    assert answer.fault == "content_type"
    assert answer.detail == f"Content-Encoding: {encoding}"
