"""`arena check`: a bot is tried without any service."""

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import AsyncExitStack
from threading import Thread

import msgspec
import pytest

from arena.cli.check import check
from arena.match.conformance.report import Report
from arena.protocol.signing import secret_of
from tests.cli.conftest import Run
from tests.match.zoo import Zoo, zoo

ALLOW = ("--allow-network", "127.0.0.1/32")


@pytest.fixture
def bots() -> Iterator[Zoo]:
    """Bots that are well and ill, served beside the command, which has a loop of its own."""
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(stack.enter_async_context(zoo()), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_a_well_bot_has_code_0(arena: Run, bots: Zoo) -> None:
    """Each finding is a line; what it is warned of comes with what to do."""
    ran = arena("check", bots.bot("well"), *ALLOW)
    table, advice = ran.out.split("\n\n")

    assert ran.code == 0
    assert "passed  sky-heist  ask: cancel" in table
    assert "failed" not in table
    assert advice.startswith("warned: wrong signature: ")
    assert "give the bot its secret" in advice


def test_an_ill_bot_has_code_1(arena: Run, bots: Zoo) -> None:
    """The failure is told with what to do, what was asked, and in one game if one is wanted."""
    ran = arena("check", bots.bot("status_500", "take"), "--game", "sky-5", *ALLOW)
    failed = next(part for part in ran.out.split("\n\n") if part.startswith("failed: "))

    assert ran.code == 1
    assert failed.startswith("failed: sky-5, ask: take: status: status 500: ouch\n")
    assert "A good answer has status 200" in failed
    assert 'request: {"protocol":1,' in failed
    assert "sky-heist  ask" not in ran.out


def test_programs_are_told_the_same(arena: Run, bots: Zoo) -> None:
    """As one object; a bot that was given its secret has to refuse other signatures."""
    secret = secret_of(b"s" * 32)
    ran = arena("check", bots.bot("well"), "--json", "--secret", secret, *ALLOW)
    report = msgspec.json.decode(ran.out, type=Report)

    assert ran.code == 1
    assert (report.state, report.verdict) == ("finished", "failed")
    failed = [finding.trial for finding in report.findings if finding.verdict == "failed"]
    assert failed == ["wrong_signature"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ftp://example.org",), "before ://, got 'ftp://example.org'"),
        (("http://127.0.0.1:8000",), "127.0.0.1 is refused"),
        (("https://bot.example", "--game", "chess"), "game: expected one of sky-5, sky-heist"),
        (("https://bot.example", "--secret", "abc"), "--secret: expected whsec_ and base64"),
        (("https://bot.example", "--allow-network", "x"), "--allow-network: expected an address"),
    ],
)
def test_what_cannot_be_used_has_code_2(
    arguments: tuple[str, ...], message: str, arena: Run
) -> None:
    """Nothing is called; the message names what was given."""
    ran = arena("check", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_the_example_of_the_help_checks_a_bot(arena: Run, bots: Zoo) -> None:
    """Whoever copies it has a check, given a bot of his own."""
    example = (inspect.getdoc(check) or "").partition("For example: arena ")[2]

    assert arena(*example.replace("http://127.0.0.1:9001", bots.bot("well")).split()).code == 0
