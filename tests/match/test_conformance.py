"""The conformance check, against bots that are well and bots that are ill in one way each."""

import asyncio

import msgspec
import pytest

from arena.games import GAMES
from arena.match.clock import Limits
from arena.match.conformance import check as course
from arena.match.conformance import tested, trials
from arena.match.conformance.check import check
from arena.match.conformance.report import Finding, Report
from arena.match.conformance.tested import Subject
from arena.protocol.messages import BotInfo
from arena.protocol.signing import secret_of
from bots.kit import application
from tests.loopback import Loopback, by_view
from tests.match.asks import LOOPBACK
from tests.match.odd import (
    ONE_GAME,
    Answer,
    Odd,
    Seen,
    comfortable,
    ok,
    once,
    one_at_a_time,
    strict,
)
from tests.match.zoo import reply, says, zoo

SECRET = secret_of(b"s" * 32)
INFO = BotInfo(protocol=1, games=("sky-5", "sky-heist"), version="7", windows=True)

Label = tuple[str, str | None, str | None]


async def findings_of(
    url: str, game: str | None = None, verify: str | None = None, secret: str | None = None
) -> list[Finding]:
    """Check a bot, which was given its secret if there is one."""
    secrets = () if secret is None else (secret,)
    subject = Subject(url, LOOPBACK, secrets, secret is not None, verify, game)
    return [finding async for finding in check(subject)]


def label(finding: Finding) -> Label:
    """Say which finding it is."""
    return finding.trial, finding.game, finding.ask


def but(findings: list[Finding], *verdicts: str) -> dict[Label, Finding]:
    """Give the findings with other verdicts than these."""
    return {label(finding): finding for finding in findings if finding.verdict not in verdicts}


async def test_a_well_bot_passes_all(loopback: Loopback) -> None:
    """Every kind of ask of every game, a match of each, and what goes wrong in real life."""
    url = await loopback.serve(application(by_view, INFO, SECRET))
    findings = await findings_of(url, secret=SECRET)
    kinds = {("ask", game.name, kind) for game in GAMES.values() for kind in game.kinds}
    of_games = {
        (trial, name, None) for trial in ("unknown_fields", "sent_twice", "match") for name in GAMES
    }
    others = {
        (trial, None, None) for trial in ("info", "little_time", "wrong_signature", "at_once")
    }

    assert but(findings, "passed") == {}
    assert {label(finding) for finding in findings} == kinds | of_games | others
    assert all(finding.calls and finding.latency_ms is not None for finding in findings)
    assert sum(finding.calls for finding in findings if finding.trial == "match") > 50
    assert Report(begun_ms=0, findings=tuple(findings)).finished(1).verdict == "passed"


async def test_only_what_a_bot_wants_is_asked(loopback: Loopback) -> None:
    """One game of two, and no load windows where it does not want them."""
    info = msgspec.structs.replace(INFO, windows=False)
    url = await loopback.serve(application(by_view, info))
    findings = await findings_of(url, game="sky-heist")

    assert {finding.game for finding in findings} == {None, "sky-heist"}
    assert set(but(findings, "passed")) == {
        ("ask", "sky-heist", "load"), ("wrong_signature", None, None),
    }  # fmt: skip
    assert but(findings, "passed", "warned")["ask", "sky-heist", "load"].verdict == "skipped"


async def test_a_dead_bot_is_told_at_once(closed_port: int) -> None:
    """Nothing else is tried, and no time is waited for."""
    (finding,) = await findings_of(f"http://127.0.0.1:{closed_port}")

    assert (finding.trial, finding.verdict, finding.fault) == ("info", "failed", "connect")
    assert "Is the bot running" in finding.advice


@pytest.mark.parametrize(
    ("games", "game", "verify", "found"),
    [
        (("chess",), None, None, "expected games with sky-5 or sky-heist, got chess"),
        (("sky-5",), "sky-heist", None, "expected games with sky-heist, got sky-5"),
        (("sky-5",), None, "a word", 'expected "verify": "a word"'),
    ],
    ids=["no game of ours", "not the game that is wanted", "no consent"],
)
async def test_a_bot_that_is_another_is_asked_nothing(
    games: tuple[str, ...], game: str | None, verify: str | None, found: str, loopback: Loopback
) -> None:
    """What it says of itself is not what it must."""
    odd = Odd(ok, BotInfo(protocol=1, games=games))
    (finding,) = await findings_of(await loopback.serve(odd.application()), game, verify)

    assert (finding.trial, finding.verdict) == ("info", "failed")
    assert finding.found == found
    assert finding.advice
    assert odd.kinds == []


@pytest.mark.parametrize(
    ("mode", "fault", "answer", "advice"),
    [
        ("status_500", "status", "ouch", "status 200"),
        ("redirect_307", "redirect", "", "Answer at the URL itself"),
        ("html", "content_type", '{"choice": 0}', "application/json"),
        ("ten_mib", "oversize", "", "at most 64 KiB"),
        ("not_json", "bad_json", "choice=0", "one JSON object"),
        ("text_choice", "schema", '{"choice": "0"}', '{"choice": N}'),
        ("beyond", "illegal", '{"choice": 9999}', "index into `options`"),
        ("leave", "connect", "", "its own output should say why"),
    ],
)
async def test_a_bot_that_is_ill_at_one_kind_of_ask_fails_there(
    mode: str, fault: str, answer: str, advice: str
) -> None:
    """At that ask alone, and in the matches in which it comes."""
    async with zoo() as bots:
        findings = await findings_of(bots.bot(mode, "take"), game="sky-5")
    failed = but(findings, "passed", "warned")
    finding = failed.pop(("ask", "sky-5", "take"))

    assert set(failed) <= {("little_time", None, None), ("match", "sky-5", None)}
    assert (finding.fault, finding.calls, finding.answer.strip()) == (fault, 1, answer)
    assert advice in finding.advice
    assert finding.request.startswith('{"protocol":1,"ask_id":"a_')
    assert '"kind":"take"' in finding.request


async def test_a_bot_that_keeps_silent_is_not_waited_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After three times the rest is left out."""
    monkeypatch.setattr(trials, "ALLOWED_MS", 50)
    async with zoo() as bots:
        findings = await findings_of(bots.bot("silent"), game="sky-5")

    timeouts = [finding for finding in findings if finding.fault == "timeout"]
    assert [finding.verdict for finding in timeouts] == ["failed"] * 3
    assert all("Answer within the time" in finding.advice for finding in timeouts)
    assert {finding.verdict for finding in findings[4:]} == {"skipped"}
    assert findings[-1].trial == "match"


@pytest.mark.parametrize(
    ("answer", "trial", "advice"),
    [
        (strict, "unknown_fields", "pass over those that you do not know"),
        (once(), "sent_twice", "answer it again"),
        (one_at_a_time(), "at_once", "state fewer"),
        (comfortable, "little_time", "With an empty bank"),
    ],
    ids=["strict", "once", "one at a time", "comfortable"],
)
async def test_what_goes_wrong_only_in_real_life_is_found(
    answer: Answer, trial: str, advice: str, loopback: Loopback
) -> None:
    """Each in the trial that is for it, and all else is well."""
    url = await loopback.serve(Odd(answer).application())
    failed = but(await findings_of(url), "passed", "warned")

    assert [label(finding)[0] for finding in failed.values()] == [trial]
    assert advice in next(iter(failed.values())).advice


async def test_a_late_answer_within_the_bank_is_warned_of(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault, and is drawn from what a match has."""
    monkeypatch.setattr(tested, "LIMITS", Limits(move_ms=50))

    async def slow(_: bytes, ask: Seen) -> int:
        await asyncio.sleep(0.6 if ask.kind == "gift" and ask.clock["bank_ms"] == 1_500 else 0)
        return 200

    findings = await findings_of(await loopback.serve(Odd(slow).application()))
    late = but(findings, "passed", "failed")["ask", "sky-5", "gift"]

    assert late.verdict == "warned"
    assert "drawn from the bank" in late.advice
    assert late.latency_ms is not None
    assert late.latency_ms > 50


@pytest.mark.parametrize(("secret", "verdict"), [(None, "warned"), (SECRET, "failed")])
async def test_a_bot_that_answers_to_anybody_is_told_so(
    secret: str | None, verdict: str, loopback: Loopback
) -> None:
    """Without a secret it may not know better; with one it must."""
    url = await loopback.serve(application(by_view, ONE_GAME))
    (finding,) = but(await findings_of(url, secret=secret), "passed").values()

    assert (finding.trial, finding.verdict, finding.calls) == ("wrong_signature", verdict, 1)
    assert "give the bot its secret" in finding.advice


async def test_a_bot_with_another_secret_is_told_so(loopback: Loopback) -> None:
    """All of its answers are 401: the advice names the reason."""
    url = await loopback.serve(application(by_view, ONE_GAME, secret_of(b"o" * 32)))
    failed = but(await findings_of(url, secret=SECRET), "passed", "warned")

    assert failed["ask", "sky-5", "turn"].found.startswith("status: status 401: signature")
    assert "present secret" in failed["ask", "sky-5", "turn"].advice


async def test_a_check_ends_when_its_time_is_up(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what was found until then; a bot that is merely slow has not failed."""
    monkeypatch.setattr(course, "TIME_S", 1.0)

    async def slow(_: bytes, __: Seen) -> int:
        await asyncio.sleep(0.03)
        return 200

    findings = await findings_of(await loopback.serve(Odd(slow, INFO).application()))

    assert findings[0].verdict == "passed"
    assert findings[-1].found.startswith("not finished")
    assert {finding.verdict for finding in findings} <= {"passed", "warned", "skipped"}


async def test_a_report_is_harmless_and_bounded_whatever_a_bot_answers() -> None:
    """It is printable ASCII of some KiB, and is read back as it was."""
    body = b'\x1b[31m<script>"' + b"\xff" * 60_000
    async with zoo(ugly=says(reply(body, "500 X", "text/plain"))) as bots:
        findings = await findings_of(bots.bot("ugly"))
    report = Report(begun_ms=0, findings=tuple(findings)).finished(1)
    kept = msgspec.msgpack.encode(report)

    assert report.verdict == "failed"
    assert msgspec.msgpack.decode(kept, type=Report) == report
    assert len(kept) < 64 * 1024
    for finding in findings:
        assert f"{finding.found}{finding.request}{finding.answer}".isprintable()
