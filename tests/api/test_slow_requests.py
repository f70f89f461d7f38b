"""Requests that come slowly, or are too large: what they cost is bounded, and others go on."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NoReturn, cast

import pytest
from litestar.types import HTTPScope, Message
from yarl import URL

from arena.api import requests
from arena.app import App
from arena.app.settings import Settings
from arena.server.application import create_app
from tests.api.client import Api, answer_to


async def test_a_body_that_is_too_long_is_refused_before_it_is_there(
    api_url: str, app: App
) -> None:
    """By its stated length at once, in chunks once 64 KiB have come; nobody waits for more."""
    _, token = await app.owners.create("Ada", ("contestant",))
    authorization = f"Authorization: Bearer {token}"
    chunk = b"4000\r\n" + b" " * 0x4000 + b"\r\n"

    for header, sent in (("Content-Length: 65537", b""), ("Transfer-Encoding: chunked", 5 * chunk)):
        line = await answer_to(api_url, authorization, header, body=sent)
        assert line == "HTTP/1.1 413 Payload Too Large", header


async def test_a_body_that_never_ends_is_given_up(
    monkeypatch: pytest.MonkeyPatch, app: App, tmp_path: Path
) -> None:
    """A client with a token may not hold a request open for as long as it likes."""
    monkeypatch.setattr(requests, "BODY_S", 0.1)
    _, token = await app.owners.create("Ada", ("contestant",))
    api = create_app(Settings(redis_url=app.settings.redis_url, data=tmp_path))
    answers: list[Message] = []

    async def receive() -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        answers.append(message)

    async with api.lifespan():
        await api(post_of(token), receive, send)
    start, content = answers
    assert start["type"] == "http.response.start"
    assert start["status"] == 408
    assert content["type"] == "http.response.body"
    assert b"body: expected all of it within" in content["body"]


def post_of(token: str) -> HTTPScope:
    """Give what a server tells the application of a request whose body is yet to come."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    scope = {
        "type": "http", "method": "POST", "path": "/v1/bots", "query_string": b"", "client": None,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    return cast(HTTPScope, scope)


async def test_slow_clients_hold_up_nobody(api: Api, api_url: str) -> None:
    """Two hundred that never finish the head of a request, or never begin one: they are dropped."""
    at = URL(api_url)
    async with AsyncExitStack() as opened:
        readers = []
        for number in range(200):
            reader, writer = await asyncio.open_connection(at.host, at.port)
            opened.callback(writer.close)
            if number % 2:
                writer.write(b"GET /v1/bots HTTP/1.1\r\nHost: arena\r\nX-Slow: ")
            readers.append(reader)

        assert {
            reply.status for reply in await asyncio.gather(*map(api.get, ["/v1/bots"] * 50))
        } == {200}
        async with asyncio.timeout(60):
            assert [await reader.read(1_000) for reader in readers] == [b""] * len(readers)


@pytest.mark.parametrize("headers", [["X: " + "x" * 20_000], [f"X{n}: x" for n in range(150)]])
async def test_a_head_that_is_too_long_is_refused(api_url: str, headers: list[str]) -> None:
    """Whether in one line or in many."""
    line = await answer_to(api_url, *headers)

    assert line == "HTTP/1.1 431 Request Header Fields Too Large"
