"""`--json`: whatever a command shows to people, programs have as JSON."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import typer

from arena.cli.boards import Proof
from arena.cli.commands import app
from arena.cli.contest_file.form import ContestFile
from arena.cli.play import Report
from arena.cli.token import Created
from arena.cli.verify import Finding
from arena.engine.record import decode_record
from arena.games import GAMES
from arena.service.alarms import Quarantined
from arena.service.boards import Row
from arena.service.tokens import NewToken, TokenView
from arena.store import keys
from tests.cli.command import Run
from tests.cli.records import record_of, saved
from tests.cli.service import CUP, Service

SERVICES = {"demo", "up", "init", "serve", "worker", "janitor"}
"""Commands that run something, and have no answer."""
DOCUMENTS = {"schema"}
"""What is JSON whoever reads it."""


def commands(typed: typer.Typer) -> Iterator[tuple[str, set[str]]]:
    """Give all commands with the names of their options."""
    root = typer.main.get_command(typed)
    stack = [("", root)]
    while stack:
        path, command = stack.pop()
        below = getattr(command, "commands", {})
        stack += [(f"{path} {name}".strip(), each) for name, each in below.items()]
        if not below:
            yield path, {name for option in command.params for name in option.opts}


def test_every_command_that_shows_something_has_it() -> None:
    """A new one is not forgotten."""
    found = dict(commands(app))

    assert {path for path, options in found.items() if "--json" not in options} == (
        SERVICES | DOCUMENTS
    )
    assert len(found) > 40


@pytest.fixture
def stored(service: Service, store_url: str, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service whose store the commands have as well."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)
    return service


def test_boards_and_proofs(stored: Service) -> None:
    """With all that the store's host is told: a difference is in it too, and the exit code 1."""
    cup = stored.drafted()
    bots = stored.entered(cup)
    stored.ok("tournament", "start", cup)
    none = msgspec.json.decode(stored.ok("retry", cup, "--json"), type=Quarantined)
    stored.play(cup)
    board = msgspec.json.decode(stored.ok("leaderboard", cup, "--json"), type=list[Row])
    right = msgspec.json.decode(stored.ok("rebuild", cup, "--json"), type=Proof)
    stored.do(stored.app.store.client.run(bytes, "ZINCRBY", keys.board(cup), 1, bots[0]))
    wrong = stored.run("rebuild", cup, "--json")

    assert (none.round, none.sets) == (1, [])
    assert {row.bot: row.rating for row in board} == right.rebuilt.ratings
    assert (right.verified.matches, right.differences) == (12, [])
    assert (wrong.code, wrong.err) == (1, "")
    assert bots[0] in msgspec.json.decode(wrong.out, type=Proof).differences[0]


def test_tokens(stored: Service) -> None:
    """Each once with its text; of a list without."""
    scope = ("--scope", "viewer", "--json")
    made = msgspec.json.decode(stored.ok("token", "create", "Grace", *scope), type=Created)
    owner = made.owner.id
    added = msgspec.json.decode(stored.ok("token", "add", owner, *scope), type=NewToken)
    new = msgspec.json.decode(stored.ok("token", "rotate", added.id, "--json"), type=NewToken)
    gone = json.loads(stored.ok("token", "revoke", added.id, "--json"))
    listed = stored.ok("token", "list", owner, "--json")

    who = [stored.do(stored.app.owners.authenticate(text)) for text in (made.token, new.token)]
    assert [each.owner for each in who] == [made.owner] * 2
    assert gone == {"revoked": added.id}
    left = msgspec.json.decode(listed, type=list[TokenView])
    assert {each.id for each in left} == {who[0].token_id, new.id}
    assert "arena_" not in listed


def test_acts_without_another_answer(service: Service) -> None:
    """They say what was done, and to what."""
    cup = service.drafted()
    (bot, *_) = service.entered(cup, 1)

    assert json.loads(service.ok("bot", "leave", bot, cup, "--json")) == {"taken out": bot}
    assert json.loads(service.ok("bot", "delete", bot, "--json")) == {"deleted": bot}


def test_files(arena: Run, tmp_path: Path) -> None:
    """How it stands with each, in their order; the exit code is that of words."""
    record = record_of(GAMES["sky-5"])
    good = saved(tmp_path / "good.json", record)
    other = saved(tmp_path / "other.json", msgspec.structs.replace(record, digest="0" * 64))
    none = tmp_path / os.fsdecode(b"none-\xff.json")
    ran = arena("verify", "--json", good, other, none)

    found = msgspec.json.decode(ran.out, type=list[Finding])
    assert (ran.code, ran.err) == (1, "")
    assert [each.verdict for each in found] == ["verified", "differs", "unreadable"]
    assert found[0] == Finding(str(good), "verified")
    assert (found[1].why or "").startswith("differs between decisions ")
    assert found[2].file.endswith(r"none-\udcff.json")
    assert (found[2].why or "").startswith("cannot be read: ")


def test_a_match(arena: Run, tmp_path: Path) -> None:
    """By seat, with each fault and why it is one."""
    bots = [f"tests.cli.sample_bots:{name}" for name in ("by_id", "out_of_range")]
    command = ("play", "--game", "sky-5", "--bot", bots[0], "--bot", bots[1], "--json")
    ran = arena(*command, "--out", tmp_path / "m.json")

    report = msgspec.json.decode(ran.out, type=Report)
    record = decode_record((tmp_path / "m.json").read_bytes())
    assert (ran.code, ran.err) == (0, "")
    assert [seat.bot for seat in report.seats] == bots
    assert tuple(seat.rank for seat in report.seats) == record.outcome.ranks
    assert (report.digest, report.decisions) == (record.digest, len(record.decisions))
    assert [seat.faults for seat in report.seats] == [0, len(report.faults)]
    assert {fault.kind for fault in report.faults} == {"illegal"}


def test_a_contest_file(arena: Run, tmp_path: Path) -> None:
    """That is right is given as it was read, with its defaults."""
    file = tmp_path / "cup.toml"
    file.write_text(CUP)
    ran = arena("tournament", "create", "--file", file, "--check", "--json")

    contest = msgspec.json.decode(ran.out, type=ContestFile)
    assert (contest.name, contest.rounds, contest.bank_ms) == ("Cup", 2, 10_000)
