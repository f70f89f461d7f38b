"""How often anybody may ask: floods, guesses, and headers that lie about who it is."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import cast

import aiohttp
import pytest
from litestar.types import HTTPScope

from arena.app import App
from arena.http.clients import client_of
from arena.match.guard import networks
from arena.service.bearer import id_of
from tests.api.client import Api, Document, answer_to
from tests.api.process import running
from tests.forged import forged

BURST = 10
"""Requests at once where one a second may be sent."""
PROXIES = networks(["10.0.0.0/8", "fd00::/8"])
OTHER_PLACE = "127.0.0.2"


@pytest.fixture(scope="module")
def strict_url(server_url: str) -> Iterator[str]:
    """A server that may be asked once a second."""
    with running(server_url, ARENA_REQUESTS_PER_S="1") as (_, url):
        yield url


@pytest.fixture(scope="module")
def behind_proxy_url(server_url: str) -> Iterator[str]:
    """The same, behind a proxy on this host."""
    settings = {"ARENA_REQUESTS_PER_S": "1", "ARENA_TRUSTED_PROXIES": "127.0.0.0/8"}
    with running(server_url, **settings) as (_, url):
        yield url


@pytest.fixture
async def session(store_url: str) -> AsyncIterator[aiohttp.ClientSession]:
    """A client; the store is empty."""
    assert store_url
    async with aiohttp.ClientSession() as session:
        yield session


async def statuses(
    session: aiohttp.ClientSession, url: str, *many: Mapping[str, str], path: str = "/v1/bots"
) -> list[int]:
    """Send requests with these headers, as fast as that goes; give the statuses in order."""

    async def ask(headers: Mapping[str, str]) -> int:
        async with session.get(f"{url}{path}", headers=headers) as response:
            return response.status

    return list(await asyncio.gather(*map(ask, many)))


def bearer(token: str, client: str | None = None) -> Mapping[str, str]:
    """Give the headers of a request with a token, from a client of the proxy's."""
    return {"Authorization": f"Bearer {token}"} | ({"X-Forwarded-For": client} if client else {})


async def test_an_address_that_asks_too_often_is_told_when_to_come_again(
    strict_url: str, store_url: str, document: Document
) -> None:
    """429 with Retry-After on every path, known or not; the process still says that it lives."""
    assert store_url
    async with aiohttp.ClientSession(strict_url) as session:
        api = Api(session, document)
        for path in ("/v1/bots", "/v1/nothing", "/schema"):
            replies = await asyncio.gather(*(api.get(path) for _ in range(3 * BURST)))
            refused = [reply for reply in replies if reply.status == 429]
            assert len(refused) >= BURST
            for reply in refused:
                assert "requests: too many from this address" in reply.problem(429).detail
                assert 1 <= int(reply.headers["Retry-After"]) <= 2
        assert (await api.get("/health/live")).status == 200


async def test_to_ask_for_heads_alone_is_no_way_around_it(
    strict_url: str, session: aiohttp.ClientSession
) -> None:
    """HEAD costs what GET does."""
    asked = await asyncio.gather(*(session.head(f"{strict_url}/v1/bots") for _ in range(3 * BURST)))

    assert [each.status for each in asked].count(429) >= BURST


async def test_a_refused_request_is_not_read(strict_url: str, store_url: str) -> None:
    """The answer comes although its body never does, and not even a token is looked at."""
    assert store_url
    headers = ("Authorization: Bearer x", "Content-Length: 60000")
    lines = [await answer_to(strict_url, *headers) for _ in range(2 * BURST)]

    assert "HTTP/1.1 401 Unauthorized" in lines
    assert "HTTP/1.1 429 Too Many Requests" in lines


async def test_a_header_that_names_others_raises_no_allowance(
    strict_url: str, session: aiohttp.ClientSession
) -> None:
    """Unless it comes from a proxy of ours, X-Forwarded-For is but words."""
    many = [{"X-Forwarded-For": f"198.18.0.{n}"} for n in range(3 * BURST)]

    assert (await statuses(session, strict_url, *many)).count(429) >= BURST


async def test_behind_a_proxy_each_client_has_an_allowance(
    behind_proxy_url: str, session: aiohttp.ClientSession
) -> None:
    """By what the proxy itself says: what a client put before that is not looked at."""
    lies = [{"X-Forwarded-For": f"198.18.0.{n}, 203.0.113.7"} for n in range(3 * BURST)]
    assert (await statuses(session, behind_proxy_url, *lies)).count(429) >= BURST

    others = [{"X-Forwarded-For": f"203.0.113.{n}"} for n in range(100, 100 + 2 * BURST)]
    assert set(await statuses(session, behind_proxy_url, *others)) == {200}


async def test_an_owner_has_one_allowance_wherever_he_is(
    behind_proxy_url: str, session: aiohttp.ClientSession, app: App
) -> None:
    """And with whichever token; others have their own."""
    ada, token = await app.owners.create("Ada", ("viewer",))
    second = (await app.tokens.add(ada.id, ("viewer",), 1)).token
    _, eve = await app.owners.create("Eve", ("viewer",))
    many = [bearer((token, second)[n % 2], f"203.0.113.{n}") for n in range(3 * BURST)]

    found = await statuses(session, behind_proxy_url, *many, path="/v1/tokens")
    assert found.count(429) >= BURST
    assert found.count(200) >= BURST
    assert await statuses(
        session, behind_proxy_url, bearer(eve, "203.0.113.1"), path="/v1/tokens"
    ) == [200]


async def test_whoever_guesses_at_a_token_is_refused_with_the_right_one_too(
    api_url: str, session: aiohttp.ClientSession, app: App
) -> None:
    """Ten tries, then one every six seconds; nobody else is held up, at that address or another."""
    _, token = await app.owners.create("Ada", ("viewer",))
    _, eve = await app.owners.create("Eve", ("viewer",))
    guesses = [bearer(forged(id_of(token) or ""))] * (2 * BURST)

    found = await statuses(session, api_url, *guesses, path="/v1/tokens")
    assert 10 <= found.count(401) < 15
    right = bearer(token)
    assert await statuses(session, api_url, right, path="/v1/tokens") == [429]
    assert await statuses(session, api_url, bearer(eve), path="/v1/tokens") == [200]
    assert await statuses(session, api_url, {}) == [200]
    elsewhere = aiohttp.TCPConnector(local_addr=(OTHER_PLACE, 0))
    async with aiohttp.ClientSession(connector=elsewhere) as other:
        assert await statuses(other, api_url, right, path="/v1/tokens") == [200]


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("198.51.100.1", None, "198.51.100.1"),
        ("198.51.100.1", "203.0.113.7", "198.51.100.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.7, 10.9.9.9", "203.0.113.7"),
        ("10.0.0.1", "nonsense, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7, nonsense", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.7:80", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.7,", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.1"),
        ("10.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("fd00::1", "203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::1", None, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", None, "fe80::/64"),
        (None, "203.0.113.7", "nobody"),
        ("", None, "nobody"),
    ],
)
def test_the_caller_is_who_is_connected_or_whom_our_proxies_name(
    peer: str | None, forwarded: str | None, counted: str
) -> None:
    """The last hop that is no proxy of ours; what cannot be read is not believed."""
    lines = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope = {"client": None if peer is None else (peer, 1), "headers": lines}

    assert client_of(cast(HTTPScope, scope), PROXIES) == counted


def test_forwarding_headers_are_read_as_one_list() -> None:
    """A proxy may add a line of its own below the client's."""
    lines = [(b"x-forwarded-for", b"1.1.1.1"), (b"x-forwarded-for", b"203.0.113.7")]
    scope = {"client": ("10.0.0.1", 1), "headers": lines}

    assert client_of(cast(HTTPScope, scope), PROXIES) == "203.0.113.7"
