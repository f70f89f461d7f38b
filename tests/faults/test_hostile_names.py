"""F19: the names of bots: unknown, slow, changing, mixed, with hundreds of addresses."""

import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from threading import Event

import pytest

from arena.match.guard import Guard, networks
from arena.match.http import BotClient
from arena.match.player import Reply
from tests.faults.check import Outcome
from tests.faults.report import Report
from tests.match.asks import LOOPBACK, request
from tests.match.lookups import Answer, answer_lookups, unknown
from tests.match.trap import trap
from tests.match.zoo import GOOD, reply, says, zoo
from tests.sizes import full

HOST = "bot.example"
PUBLIC, PRIVATE = "127.0.0.1", "127.0.0.2"
"""Two addresses of this machine, of which the operator allows the first."""
ALLOWANCE_MS = 100
SLACK_S = 2.0
SLOW_S = 5.0
NONE = Outcome(sets=0, matches=0, extra_runs=0, asked_again=0)


async def ask(url: str, guard: Guard = LOOPBACK, allowance_ms: int = ALLOWANCE_MS) -> Reply:
    """Put an ask to a bot by way of its name; in time, whatever the name servers do."""
    before = time.perf_counter()
    async with BotClient(url, guard) as client:
        answer = await client.decide(request(), allowance_ms)
    assert time.perf_counter() - before < allowance_ms / 1_000 + SLACK_S
    return answer


@pytest.mark.parametrize(
    ("how", "turns"),
    [
        ("public and private in turn", [[PUBLIC], [PRIVATE]]),
        ("public and private at once", [[PUBLIC], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC]]),
        ("one private among 100", [[PUBLIC], [*[PUBLIC] * 99, PRIVATE]]),
    ],
)
async def test_no_private_address_is_connected_to(
    how: str, turns: Sequence[Sequence[str]], monkeypatch: pytest.MonkeyPatch, fault_report: Report
) -> None:
    """F19. A name may point anywhere by the time it is called: each connect is checked anew."""
    given, calls = cycle(turns), full(60, 1_000)
    answer_lookups(monkeypatch, lambda _: next(given))
    came = Counter[str | None]()
    async with zoo(good=says(reply(GOOD))) as bots:
        port = int(bots.url.rpartition(":")[2])
        async with trap(PRIVATE, port) as seen:
            for _ in range(calls):
                answer = await ask(bots.bot("good").replace(PUBLIC, HOST), allowance_ms=5_000)
                came[answer.fault] += 1

            assert seen.connections == 0
        assert bots.connections == came[None] == -(-calls // len(turns))
    assert came["refused_address"] == calls - came[None]
    fault_report("F19", how, calls, NONE)


async def test_a_name_that_does_not_exist_is_a_fault_at_once(
    monkeypatch: pytest.MonkeyPatch, fault_report: Report
) -> None:
    """F19. As much of one as a name that leads into our network."""
    answer_lookups(monkeypatch, lambda _: unknown())

    answer = await ask(f"http://{HOST}:8000")

    assert answer.fault == "refused_address"
    fault_report("F19", "unknown", 1, NONE)


async def test_a_slow_lookup_is_inside_the_deadline(
    monkeypatch: pytest.MonkeyPatch, fault_report: Report
) -> None:
    """F19. One deadline covers everything from the name on; the lookup is left behind."""

    over = Event()

    def slow(_: str) -> Answer:
        over.wait(SLOW_S)
        return [PUBLIC]

    answer_lookups(monkeypatch, slow)
    try:
        answer = await ask(f"http://{HOST}:8000")
    finally:
        over.set()

    assert (answer.fault, answer.latency_ms) == ("timeout", ALLOWANCE_MS)
    fault_report("F19", f"a lookup of {SLOW_S:.0f} s", 1, NONE)


async def test_a_name_with_100_addresses_is_inside_the_deadline(
    monkeypatch: pytest.MonkeyPatch, fault_report: Report
) -> None:
    """F19. Few are tried, so that a name is no way to have us knock at many doors."""
    many = [f"127.1.0.{number}" for number in range(1, 101)]
    answer_lookups(monkeypatch, lambda _: many)
    async with trap() as seen:
        guard = Guard(networks(["127.1.0.0/16"]))
        answer = await ask(f"http://{HOST}:{seen.port}", guard, 5_000)

        assert 1 <= seen.connections <= 2
    assert answer.fault == "connect"
    fault_report("F19", "100 addresses", 1, NONE)
