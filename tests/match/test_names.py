"""Looking up names: whose name servers do not answer holds up nobody, and what is taken of them."""

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Event

import pytest

from arena.match.guard import Guard, networks
from arena.match.names import GuardedResolver, RefusedError, Resolver
from tests.match.lookups import Answer, answer_lookups, know

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


async def test_one_inadmissible_address_refuses_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it stands among how many: whoever mixes them means to be called at that one."""
    many = [f"203.0.112.{number}" for number in range(100)]
    for place in (0, 50, 100):
        know(monkeypatch, {GOOD: [*many[:place], "192.168.0.1", *many[place:]]})

        with pytest.raises(RefusedError):
            await GuardedResolver(Guard(), "https").resolve(GOOD, 443)


async def test_few_of_many_addresses_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call knocks at two of each family, though a name may have hundreds of other people's."""
    four = [f"203.0.112.{number}" for number in range(100)]
    six = [f"2606:4700::{number:x}" for number in range(100)]
    answer_lookups(monkeypatch, lambda _: [*four, *six])

    found = await GuardedResolver(Guard(), "https").resolve(GOOD, 443)

    assert sorted(each["host"] for each in found) == sorted([*four[:2], *six[:2]])


async def test_no_address_is_no_other_fault_than_a_bad_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """But name servers that cannot say are another thing: it may be ours that do not answer."""
    away = socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
    known: dict[str, Answer] = {SILENT: away, GOOD: [], "inside.example": ["10.0.0.1"]}
    know(monkeypatch, known)

    for host in (UNKNOWN, GOOD, "inside.example"):
        with pytest.raises(RefusedError):
            await GuardedResolver(Guard(), "https").resolve(host, 443)
    with pytest.raises(socket.gaierror):
        await GuardedResolver(Guard(), "https").resolve(SILENT, 443)


@pytest.mark.parametrize(("allowed", "asked"), [((), f"{GOOD}."), (["10.9.8.0/24"], GOOD)])
async def test_a_public_name_is_looked_up_as_a_whole(
    allowed: Sequence[str], asked: str, looked_up: Counter[str]
) -> None:
    """Never as one below the domains of our own network, where a bot has nothing to look for."""
    with suppress(RefusedError):
        await GuardedResolver(Guard(networks(allowed)), "https").resolve(GOOD, 443)

    assert looked_up == {asked: 1}
