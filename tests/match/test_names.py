"""Looking up names while the name servers of some bot do not answer."""

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator
from threading import Event

import pytest

from arena.match.names import Resolver

SILENT, GOOD, UNKNOWN = "silent.example", "good.example", "unknown.example"
MANY = 100
"""More lookups than any loop has threads for."""


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the lookups of the system, of which that of `SILENT` lasts as long as the test."""
    counted, ends = Counter[str](), Event()

    def getaddrinfo(host: str, port: int, *_: object) -> list[tuple[object, ...]]:
        counted[host] += 1
        if host == SILENT:
            ends.wait()
        if host == UNKNOWN:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    yield counted
    ends.set()


async def test_a_name_that_is_not_answered_holds_up_no_other_bot(looked_up: Counter[str]) -> None:
    """However many bots have such a name, and however often they are looked up."""
    silent = [asyncio.create_task(Resolver().resolve(SILENT, 443)) for _ in range(MANY)]
    await asyncio.sleep(0)

    async with asyncio.timeout(10):
        (found,) = await Resolver().resolve(GOOD, 443)

    assert (found["host"], found["port"]) == ("203.0.113.7", 443)
    assert looked_up == {SILENT: MANY, GOOD: 1}
    assert not any(task.done() for task in silent)
    for task in silent:
        task.cancel()
    await asyncio.gather(*silent, return_exceptions=True)


async def test_a_bot_has_one_lookup_at_a_time(looked_up: Counter[str]) -> None:
    """Those who gave up do not pile up threads; the next ones wait for the same answer."""
    resolver = Resolver()
    for _ in range(MANY):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(resolver.resolve(SILENT, 443), 0.001)

    assert looked_up == {SILENT: 1}


async def test_an_answer_is_not_kept(looked_up: Counter[str]) -> None:
    """A name is looked up again for each connection, also one that was not found."""
    resolver = Resolver()
    for _ in range(2):
        await resolver.resolve(GOOD, 443)
        with pytest.raises(socket.gaierror):
            await resolver.resolve(UNKNOWN, 443)

    assert looked_up == {GOOD: 2, UNKNOWN: 2}


def test_a_lookup_under_way_does_not_hold_up_the_end(looked_up: Counter[str]) -> None:
    """A worker that is told to stop leaves it behind."""

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(Resolver().resolve(SILENT, 443), 0.01)

    asyncio.run(give_up())

    assert looked_up == {SILENT: 1}
