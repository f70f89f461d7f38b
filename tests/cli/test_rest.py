"""The command line's client of the API: what it makes of answers that are no good, and of pages."""

import time
from collections.abc import AsyncIterator, Sequence

import aiohttp
import pytest
from aiohttp import web

from arena.cli import rest
from arena.cli.failures import code
from arena.cli.rest import Api, ApiError, Refused
from arena.service.paging import Page
from tests.loopback import Loopback
from tests.server import loopback

__all__ = ["loopback"]


class Busy:
    """A server that refuses so many requests, each with the next of these waits, before it does."""

    def __init__(self, *waits: str) -> None:
        self._waits = list(waits)
        self.asked = 0

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/v1/bots", self._get)
        return app

    async def _get(self, _: web.Request) -> web.Response:
        self.asked += 1
        if self._waits:
            return web.Response(status=429, headers={"Retry-After": self._waits.pop(0)})
        return web.json_response(["bot"])


async def ask(loopback: Loopback, busy: Busy) -> list[str]:
    """Ask the server for a list."""
    url = await loopback.serve(busy.application())
    async with aiohttp.ClientSession() as session:
        return await Api(session, url, "token").get(list[str], "bots")


async def test_it_waits_as_it_is_told_and_asks_again(loopback: Loopback) -> None:
    """Nobody who runs a contest by a program has to know the limits."""
    busy, began = Busy("0", "1"), time.monotonic()

    assert await ask(loopback, busy) == ["bot"]
    assert time.monotonic() - began >= 1
    assert busy.asked == 3


@pytest.mark.parametrize(
    "waits", [["0"] * 5, ["61"], ["86400"], ["soon"], ["-1"], [""], ["9" * 5000]]
)
async def test_it_does_not_wait_for_ever(loopback: Loopback, waits: Sequence[str]) -> None:
    """Not again and again, not for long, and not for what is no number: it says what was said."""
    busy = Busy(*waits)

    with pytest.raises(ApiError, match=r"GET .*/v1/bots: 429"):
        await ask(loopback, busy)
    assert busy.asked == len(waits)


class Breaking:
    """A server that breaks off the first connections of those that post, once it has the body."""

    def __init__(self, broken: int, answer: object = "made") -> None:
        self._broken, self._answer = broken, answer
        self.keys = list[str]()

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_post("/v1/bots", self._post)
        return app

    async def _post(self, request: web.Request) -> web.Response:
        assert await request.json() == "body"
        self.keys.append(request.headers.get("Idempotency-Key", ""))
        if len(self.keys) <= self._broken:
            assert request.transport is not None
            request.transport.abort()
        return web.json_response(self._answer)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """A session of a client."""
    async with aiohttp.ClientSession() as opened:
        yield opened


async def test_what_creates_something_is_sent_again_under_its_key(
    loopback: Loopback, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the answer is lost; whoever asks for the same anew has another key."""
    monkeypatch.setattr(rest, "_PAUSE_S", 0)
    server = Breaking(2)
    api = Api(session, await loopback.serve(server.application()), None)

    assert [await api.create(str, "bots", "body") for _ in range(2)] == ["made", "made"]
    first, second, third, other = server.keys
    assert first == second == third != other
    assert all(len(key) == 32 for key in (first, other))


async def test_it_is_not_sent_for_ever(
    loopback: Loopback, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service whose answers are lost again and again is away: exit code 3."""
    monkeypatch.setattr(rest, "_PAUSE_S", 0)
    server = Breaking(9)
    api = Api(session, await loopback.serve(server.application()), None)

    with pytest.raises(ApiError):
        await api.create(str, "bots", "body")
    assert len(server.keys) == 5


async def test_a_lost_act_is_not_made_again(
    loopback: Loopback, session: aiohttp.ClientSession
) -> None:
    """Without a key nobody could tell it from another."""
    server = Breaking(1)
    api = Api(session, await loopback.serve(server.application()), None)

    with pytest.raises(ApiError):
        await api.post(str, "bots", "body")
    assert server.keys == [""]


async def test_a_service_that_is_not_there_is_not_waited_for(
    session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip in the URL is told at once, also where something is to be created."""
    monkeypatch.setattr(rest, "_PAUSE_S", 3_600)
    with pytest.raises(ApiError, match="Cannot connect"):
        await Api(session, "http://127.0.0.1:1", None).create(str, "bots", "body")


class Answering:
    """A server that gives one answer to everything, and pages of a list of five."""

    def __init__(self, answer: web.Response | None = None) -> None:
        self._answer = answer
        self.asked = list[str]()

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/{path:.*}", self._get)
        return app

    async def _get(self, request: web.Request) -> web.Response:
        self.asked.append(request.path_qs)
        if self._answer is not None:
            return self._answer
        limit, first = int(request.query["limit"]), int(request.query.get("cursor", "0"))
        items = list(range(5))[first : first + limit]
        after = first + limit if first + limit < 5 else None
        return web.json_response({"items": items, "next": None if after is None else str(after)})


async def test_a_refusal_is_told_in_its_own_words(loopback: Loopback) -> None:
    """With the field at fault; it is bad input, not a service that is away."""
    told = {"type": "about:blank", "title": "x", "status": 422, "detail": "d: e", "field": "d"}
    url = await loopback.serve(Answering(web.json_response(told, status=422)).application())
    async with aiohttp.ClientSession() as session:
        with pytest.raises(Refused) as caught:
            await Api(session, url, None).get(int, "bots")

    assert (str(caught.value), caught.value.field, code(caught.value)) == ("d: e", "d", 2)


@pytest.mark.parametrize(
    "answer",
    [
        web.Response(status=404, text="<h1>nothing here</h1>", content_type="text/html"),
        web.Response(status=503, text='{"detail": "the store is away"}'),
        web.Response(text="<h1>welcome</h1>", content_type="text/html"),
        web.Response(text='"a text"'),
    ],
)
async def test_what_is_no_answer_of_the_api_is_a_service_that_is_away(
    loopback: Loopback, answer: web.Response
) -> None:
    """Another server, another release, or a store that is away: exit code 3."""
    url = await loopback.serve(Answering(answer).application())
    async with aiohttp.ClientSession() as session:
        with pytest.raises(ApiError) as caught:
            await Api(session, url, None).get(int, "bots")

    assert code(caught.value) == 3


async def test_a_token_is_not_taken_elsewhere(loopback: Loopback) -> None:
    """A redirect is not followed."""
    other = Answering()
    place = await loopback.serve(other.application())
    moved = Answering(web.Response(status=307, headers={"Location": f"{place}/v1/bots"}))
    url = await loopback.serve(moved.application())
    async with aiohttp.ClientSession() as session:
        with pytest.raises(ApiError, match="307"):
            await Api(session, url, "token").get(int, "bots")

    assert other.asked == []


@pytest.mark.parametrize(("most", "given"), [(3, 3), (9, 5)])
async def test_a_list_is_read_as_far_as_it_is_wanted(
    loopback: Loopback, most: int, given: int
) -> None:
    """Nobody is asked for more."""
    server = Answering()
    url = await loopback.serve(server.application())
    async with aiohttp.ClientSession() as session:
        api = Api(session, url, None)
        found = [each async for each in api.pages(Page[int], "bots", most)]

    assert found == list(range(given))
    assert len(server.asked) == 1


async def test_a_list_of_many_pages_is_read_to_its_end(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page from where the one before it ended."""
    monkeypatch.setattr("arena.cli.rest.MAX_PAGE", 2)
    server = Answering()
    url = await loopback.serve(server.application())
    async with aiohttp.ClientSession() as session:
        api = Api(session, url, None)
        found = [each async for each in api.pages(Page[int], "bots")]

    assert found == list(range(5))
    assert server.asked == [
        "/v1/bots?limit=2", "/v1/bots?limit=2&cursor=2", "/v1/bots?limit=2&cursor=4",
    ]  # fmt: skip
