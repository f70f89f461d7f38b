"""What a bot's URL cannot reach: our own machines, whatever name, spelling or detour is tried."""

import pytest

from arena.match.connection import BotConnection, BotError
from arena.match.guard import Guard, networks
from arena.match.http import BotClient, fetch_info
from arena.match.urls import BotUrl, UrlError
from tests.match.asks import LOOPBACK, request
from tests.match.lookups import answer_lookups, know
from tests.match.special import LOOPBACK_SPELLINGS
from tests.match.trap import trap
from tests.match.zoo import GOOD, reply, says, zoo

ELSEWHERE = Guard(networks(["10.9.8.0/24"]))
"""With a network of the operator's, names are looked up as the system does it."""


@pytest.mark.parametrize("guard", [Guard(), ELSEWHERE], ids=["public", "elsewhere"])
async def test_no_spelling_of_this_machine_is_connected_to(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the check of the URL is left out, and the resolver takes them all for this machine.

    Some of them the client's own parser refuses, too.
    """
    answer_lookups(monkeypatch, lambda _: ["127.0.0.1"])
    async with trap() as seen:
        for scheme in ("https", "http"):
            for host in LOOPBACK_SPELLINGS:
                with pytest.raises((BotError, ValueError)):
                    await _get(BotUrl(scheme, host, seen.port, ""), guard)

        assert seen.connections == 0
        with pytest.raises(BotError):
            await _get(BotUrl("http", "127.0.0.1", seen.port, ""), LOOPBACK)
        assert seen.connections == 1  # whoever had come before would have been seen before


async def test_a_refused_url_is_not_called() -> None:
    """Without an allowed network, this machine is out of reach."""
    async with trap() as seen:
        with pytest.raises(UrlError, match=r"url: 127\.0\.0\.1 is refused over http"):
            await fetch_info(f"http://127.0.0.1:{seen.port}", Guard())

        assert seen.connections == 0


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 305, 307, 308])
async def test_redirects_are_not_followed(status: int) -> None:
    """Where one leads to is never asked, and nothing is signed for it."""
    async with trap() as seen:
        elsewhere = f"Location: http://127.0.0.1:{seen.port}/decide\r\n"
        mode = says(reply(b"", f"{status} Elsewhere", extra=elsewhere))
        async with zoo(there=mode) as bots, BotClient(bots.bot("there"), LOOPBACK) as client:
            answer = await client.decide(request(), 1_000)

            assert bots.paths == ["POST /there/any/decide"]
        assert seen.connections == 0
    assert answer.fault == "redirect"


async def test_a_proxy_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anything else of it: no address is checked for what a proxy connects to."""
    async with trap() as seen, zoo(good=says(reply(GOOD))) as bots:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{seen.port}")
        async with BotClient(bots.bot("good"), LOOPBACK) as client:
            answer = await client.decide(request(), 1_000)

        assert seen.connections == 0
    assert answer.choice == 0


async def test_what_an_owner_sees_does_not_depend_on_what_is_there(
    monkeypatch: pytest.MonkeyPatch, closed_port: int
) -> None:
    """Open and silent, refused, filtered, no such machine, no such name: one and the same.

    Neither when the bot is registered nor in a match, so that bots are no scanner of our network.
    """
    near, far, six = ["127.0.0.1"], ["10.255.255.1"], ["::1"]
    know(monkeypatch, {"near.example": near, "far.example": far, "six.example": six})
    shown = set[str]()
    async with trap() as seen:
        for port in (seen.port, closed_port, 443):
            for host in ("near.example", "far.example", "six.example", "none.example"):
                shown |= await _shown(f"https://{host}:{port}")

        assert seen.connections == 0
    assert shown == {"refused_address: the host has no address that we may call"}


async def test_an_address_of_this_host_is_not_called_though_it_is_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A firewall would not see it, and much listens on all addresses."""
    monkeypatch.setattr("arena.match.guard.is_public", lambda _: True)
    know(monkeypatch, {"own.example": ("127.0.0.1",)})
    async with trap() as seen:
        for host in ("127.0.0.1", "own.example"):
            with pytest.raises(BotError, match="refused_address"):
                await _get(BotUrl("https", host, seen.port, ""), Guard())

        assert seen.connections == 0


async def test_the_refusal_of_an_address_does_not_depend_on_the_port(closed_port: int) -> None:
    """The URL alone decides, before anything is sent."""
    async with trap() as seen:
        refusals = set[str]()
        for port in (seen.port, closed_port):
            with pytest.raises(UrlError) as refusal:
                await fetch_info(f"https://127.0.0.1:{port}", Guard())
            refusals.add(str(refusal.value))

        assert seen.connections == 0
    assert len(refusals) == 1


async def _get(url: BotUrl, guard: Guard) -> None:
    """Call a URL that nobody has checked."""
    async with BotConnection(url, guard, None) as bot:
        await bot.get("/", 1_000)


async def _shown(url: str) -> set[str]:
    """Give what the owner is shown of a bot there, when it is registered and when it plays."""
    with pytest.raises(BotError) as registered:
        await fetch_info(url, Guard())
    async with BotClient(url, Guard()) as client:
        answer = await client.decide(request(), 1_000)
    return {str(registered.value), f"{answer.fault}: {answer.detail}"}
