"""What is known of a call that failed: the status, the ends of the body, how the time stood."""

import asyncio

import pytest

from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match import line
from arena.match.clock import Limits
from arena.match.http import BotClient
from arena.match.journal import Excerpt
from arena.match.player import Reply, Request
from arena.match.referee import play
from tests.match.asks import LOOPBACK, SEED, request
from tests.match.players import KEY, MemoryJournal, Scripted
from tests.match.zoo import GOOD, Mode, Writer, reply, zoo

KNOWN: dict[str, tuple[int | None, bytes]] = {
    "reset": (None, b""),
    "leave_in_head": (None, b""),
    "leave_in_body": (200, GOOD),
    "silent": (None, b""),
    "silent_in_body": (200, GOOD),
    "not_http": (None, b""),
    "status_500": (500, b"ouch"),
    "status_204": (204, b""),
    "redirect_307": (307, b""),
    "html": (200, GOOD),
    "ten_mib": (200, b"    "),
    "empty": (200, b""),
    "not_json": (200, b"choice=0"),
    "no_choice": (200, b"{}"),
    "beyond": (200, b'{"choice": 9999}'),
}
"""Of misbehaviours of the zoo, the status of the answer and how its body begins."""
ALLOWANCE_MS = 300


@pytest.mark.parametrize("mode", KNOWN)
async def test_what_came_of_an_answer_is_known(mode: str) -> None:
    """As far as it came, whatever became of the call."""
    status, body = KNOWN[mode]
    async with zoo() as bots, BotClient(bots.bot(mode), LOOPBACK) as client:
        answer = await client.decide(request(), ALLOWANCE_MS)

    assert answer.status == status
    assert answer.body.startswith(body)
    assert bool(answer.body) == bool(body)


def late_body(pause_s: float) -> Mode:
    """Give the mode that fails, and says why so much later."""

    async def mode(writer: Writer) -> None:
        head, body = reply(b"a traceback", "500 Oops", "text/plain").split(b"\r\n\r\n")
        writer.write(head + b"\r\n\r\n")
        await asyncio.sleep(pause_s)
        writer.write(body)

    return mode


async def test_the_body_of_a_bad_answer_is_waited_for_but_not_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Servers send it after the head; one that never does gains no time by that."""
    async with (
        zoo(soon=late_body(0.01), never=late_body(60)) as bots,
        BotClient(bots.bot("soon"), LOOPBACK) as soon,
        BotClient(bots.bot("never"), LOOPBACK) as never,
    ):
        missed = await never.decide(request(), 5_000)
        monkeypatch.setattr(line, "LINGER_S", 2.0)  # ample, however busy this machine is
        came = await soon.decide(request(), 5_000)

    assert (came.fault, came.body, came.detail) == (
        "status", b"a traceback", "status 500: a traceback",
    )  # fmt: skip
    assert (missed.fault, missed.body) == ("status", b"")
    assert missed.latency_ms < 2_500


async def test_a_report_holds_both_ends_of_the_body_and_how_the_time_stood() -> None:
    """Ids are those that the bot was told; the journal gets it with the beat, once."""
    body = b"<" + b"x" * 3_000 + b">"
    bad = Scripted(lambda _: Reply(None, "schema", latency_ms=70, status=200, body=body))
    journal = MemoryJournal()
    limits = Limits(move_ms=50, bank_ms=100, max_strikes=2)
    table = Table.new(SKY_5, SKY_5.header(2, SEED))
    played = await play(table, [bad, Scripted()], limits, KEY, journal)

    first, second = played.faults
    asked = bad.asked[0]
    assert tuple(journal.faults) == played.faults
    assert (first.match_id, first.ask_id, first.ask) == (asked.match_id, asked.ask_id, asked.kind)
    assert (first.allowance_ms, first.bank_ms, first.strikes) == (150, (100, 80), 1)
    assert (second.allowance_ms, second.bank_ms, second.strikes) == (130, (80, 60), 2)
    assert first.body == Excerpt(3_002, body[:1_024], body[-1_024:])


def timed(ask: Request) -> Reply:
    """Take the first option, one ms later each time."""
    last = ask.last_latency_ms
    return Reply(0, latency_ms=0 if last is None else last + 1)


async def test_the_calls_of_a_seat_are_timed_and_one_without_a_player_is_absent() -> None:
    """Also where the match was resumed: each call counts once. A retired seat is not absent.

    The k-th time is that of the seat's k-th decision; there is none where it was not called.
    """
    seats = [Scripted(timed), None]
    journal = MemoryJournal()
    limits = Limits(max_strikes=1)

    def table() -> Table:
        return Table.new(SKY_5, SKY_5.header(2, SEED))

    played = await play(table(), seats, limits, KEY, journal)
    resumed = MemoryJournal(journal.entries[: len(journal.entries) // 2])
    again = await play(table(), seats, limits, KEY, resumed)
    failing = [Scripted(lambda _: Reply(None, "connect", latency_ms=7)), Scripted()]
    failed = await play(table(), failing, limits, KEY)

    assert played.absent == again.absent == (1,)
    assert played.latencies == again.latencies
    assert len(played.latencies[0]) + len(played.latencies[1]) == len(played.record.decisions)
    assert played.latencies[0] == tuple(range(len(played.latencies[0])))
    assert set(played.latencies[1]) == {None}
    assert (failed.absent, failed.retired) == ((), (0,))
    assert failed.latencies[0][0] == 7
    assert set(failed.latencies[0][1:]) == {None}
