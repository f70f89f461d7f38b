"""A service that lies to the command line: what it says steers no terminal and leads nowhere."""

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import compress

import msgspec
import pytest

from arena.cli.bot.view import ShownBot
from arena.engine.record import Outcome
from arena.games import GAMES
from arena.match.conformance.report import Finding, Report
from arena.service.boards import Row
from arena.service.bots import InQuarantine
from arena.service.direction import ActView
from arena.service.entries import EntryView
from arena.service.exhibitions import ExhibitionResult, ExhibitionView
from arena.service.faults import FaultView
from arena.service.final_standings import FinalRow, FinalTable
from arena.service.matches import MatchView
from arena.service.tournaments import TournamentView
from arena.store.bots import Version
from arena.tournament.config import Config
from tests.cli.conftest import Run
from tests.cli.lying import Lying, serving
from tests.cli.records import record_of

ID = "a" * 32
STEERS = "\x1b]0;x\x07\x9b2J\u202e\nforged"
"""What clears a terminal, names its window, turns what comes after it, and would be a line."""
LATE_MS = 1 << 62
BOT = ShownBot(
    id=STEERS,
    name=STEERS,
    owner=STEERS,
    owner_name=STEERS,
    games=(STEERS,),
    version="",
    quarantined=True,
    retired=False,
    deleted=False,
    exhibitions=False,
    created_ms=LATE_MS,
    versions=[Version(since_ms=LATE_MS, version="")],
    quarantines=[InQuarantine(since_ms=-LATE_MS, why="owner", tournament=STEERS)],
    url=STEERS,
    secret=STEERS,
)
CUP = TournamentView(
    id=ID,
    name="Cup",
    owner=ID,
    state="finished",
    config=Config(game="sky-5", players=2, rounds=1),
    registration="open",
    attempt=1,
    commitment="",
    beacon=None,
    opened=None,
    entries=2,
    round=1,
    sets_open=0,
    sets_quarantined=0,
    sets_done=1,
    secret=None,
    final=None,
    created_ms=1,
    started_ms=1,
    ended_ms=1,
    blocks=(),
    heads=[],
    invited=(),
    withdrawn=[],
    estimate=None,
)
MATCH = MatchView(
    id=f"{ID}-1-0-0",
    tournament=ID,
    game="sky-5",
    round=1,
    set=0,
    match=0,
    committed_ms=1,
    bots=(ID, ID),
    versions=("", ""),
    strikes=(0, 0),
    endings=("played", "played"),
    latencies=(),
    reason="rules",
    outcome=Outcome((1, 2), (2, 1)),
    rated=True,
    voided=False,
    deltas=None,
    replay=True,
    digest="",
)
ACT = ActView(at_ms=LATE_MS, who=STEERS, act=STEERS, details=STEERS)
ROW = Row(
    rank=1,
    bot=STEERS,
    name=STEERS,
    rating=0,
    score=1,
    games=1,
    sets=1,
    faults=0,
    provisional=True,
)
FINAL = FinalTable(
    over=True,
    last=STEERS,
    sets=1,
    ranked_by="elo",
    adjustment=0,
    resamplings=1_000,
    rows=[
        FinalRow(
            rank=1,
            best=1,
            worst=1,
            bot=STEERS,
            name=STEERS,
            elo=1500,
            error=None,
            score=0,
            adjusted=0,
            games=1,
            sets=1,
            faults=0,
            provisional=True,
            groups=(1,),
            above_next=None,
            sets_to_tell=None,
        )
    ],
)
FAULT = FaultView(
    at_ms=LATE_MS,
    during="match",
    exhibition=STEERS,
    kind="status",
    detail=STEERS,
    latency_ms=LATE_MS,
    status=LATE_MS,
    body_bytes=1,
    body_start=STEERS,
    body_end=STEERS,
    ask=None,
)
SHOWN = ExhibitionView(
    id=STEERS,
    state="finished",
    game=STEERS,
    bots=(STEERS,),
    move_ms=1,
    bank_ms=1,
    max_strikes=1,
    created_ms=LATE_MS,
    ended_ms=-LATE_MS,
    result=ExhibitionResult(
        outcome=Outcome((1,), (2,)),
        versions=(STEERS,),
        strikes=(0,),
        retired=(True,),
        digest=STEERS,
    ),
    why=STEERS,
)
NONE: Mapping[str, object] = {"items": [], "next": None}
FINDING = Finding(
    trial="info", game=STEERS, ask=STEERS, verdict="passed", found=STEERS, advice=STEERS
)
REPORT = Report(begun_ms=1, state="finished", verdict="warned").grown(FINDING)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (("bot", "show", ID), BOT),
        (("bot", "list"), {"items": [BOT], "next": None}),
        (("bot", "faults", ID), {"items": [FAULT], "next": None}),
        (("bot", "enter", ID, ID), EntryView(bot=ID, name=STEERS, owner=ID, nonce=STEERS)),
        (("exhibition", "show", ID), SHOWN),
        (("exhibition", "list"), {"items": [SHOWN], "next": None}),
        (("tournament", "audit", ID), {"items": [ACT], "next": None}),
        (("tournament", "invitation", ID), {"invitation": STEERS}),
        (("tournament", "standings", ID), [ROW]),
        (("tournament", "standings", ID, "--final"), FINAL),
    ],
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_what_a_service_says_steers_no_terminal(
    arena: Run, command: tuple[str, ...], answer: object, json: tuple[str, ...]
) -> None:
    """In no field, in no form: it is shown as what it is, on the line where it belongs."""
    with serving(Lying(answer)) as url:
        ran = arena(*command, *json, "--url", url)

    assert (ran.code, ran.err) == (0, "")
    assert all(line.isprintable() for line in ran.out.split("\n"))
    assert "forged" in ran.out
    assert not [line for line in ran.out.splitlines() if line.startswith("forged")]
    if json:
        decoded = msgspec.json.decode(ran.out)
        assert msgspec.json.encode(STEERS) in msgspec.json.encode(decoded)


def test_a_report_steers_no_terminal(arena: Run) -> None:
    """Neither what was found nor what to do."""
    failed = REPORT.grown(msgspec.structs.replace(FINDING, verdict="failed", answer=STEERS))
    with serving(Lying(BOT, others={"report": failed})) as url:
        ran = arena("bot", "check", ID, "--url", url)

    assert ran.err == ""
    assert all(line.isprintable() for line in ran.out.split("\n"))
    assert ran.out.count("forged") > 5


@pytest.mark.parametrize(
    ("encoding", "sent", "length"), [("", bytes, 17 << 20), ("deflate", compress, 64 << 20)]
)
def test_no_answer_fills_the_memory(
    arena: Run, encoding: str, sent: Callable[[bytes], bytes], length: int
) -> None:
    """Neither one that is too long nor one that would be, were it decoded: exit code 3."""
    answer = sent(b"[" * length)
    with serving(Lying(answer, encoding)) as url:
        ran = arena("bot", "show", ID, "--url", url)

    assert ran.code == 3
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("lie", ["../../escaped", "/escaped", f"{ID}-1-0-0/../../../escaped"])
def test_an_export_writes_where_it_is_told_to(arena: Run, tmp_path: Path, lie: str) -> None:
    """An id that would lead elsewhere is refused before anything is written of it."""
    out = tmp_path / "deep" / "out"
    matches = {"items": [msgspec.structs.replace(MATCH, id=lie)], "next": None}
    others = {ID: CUP, "matches": matches, "replay": record_of(GAMES["sky-5"])}
    lying = Lying(NONE, others=others)
    with serving(lying) as url:
        ran = arena("tournament", "export", ID, "--out", out, "--replays", "--url", url)

    assert ran.code == 3
    assert "expected ids of matches" in ran.err
    assert not [path for path in tmp_path.rglob("*") if "escaped" in path.name]
