"""`arena bot`: a contestant's bots from the command line, over the API of a real service."""

import asyncio
import json
import os

import msgspec
import pytest

from arena.cli.bot.view import ShownBot
from arena.match.conformance.report import Report
from arena.service.exhibitions import Wish
from arena.service.faults import FaultView
from bots.kit import Ask
from tests.cli.conftest import Run
from tests.cli.service import Service

NOWHERE = "0" * 32


def broken(_ask: Ask) -> int:
    """Fail at every ask."""
    raise ValueError("a mistake of its author")


def out_of_bounds(_ask: Ask) -> int:
    """Choose what is not to be had."""
    return 1_000


def test_a_bot_is_registered_shown_changed_and_listed(service: Service) -> None:
    """Its owner is told its secret once, and when he asks; others see what everybody may see."""
    url, other = (service.do(service.bots.start()) for _ in range(2))
    added = service.facts("bot", "add", "mine", url)
    bot = added["id"]
    changed = service.facts("bot", "change", bot, "--name", "ours", "--bot-url", other)
    public = service.facts("bot", "show", bot, "--token", service.token("viewer"))
    listed = service.ok("bot", "list").splitlines()

    assert (added["name"], added["url"], added["state"]) == ("mine", url, "ready")
    assert added["secret"].startswith("whsec_")
    assert (changed["name"], changed["url"]) == ("ours", other)
    assert public["name"] == "ours"
    assert not {"url", "secret"} & set(public)
    assert "secret" not in {*changed, *service.facts("bot", "show", bot)}
    assert listed[1].split()[:3] == [bot, "ours", "Ada"]
    assert json.loads(service.ok("bot", "secret", bot, "--json"))["secret"] == added["secret"]


def test_a_new_secret_is_printed(service: Service) -> None:
    """So that the bot can be started anew with it."""
    added = service.facts("bot", "add", "mine", service.do(service.bots.start()))

    rotated = service.facts("bot", "rotate", added["id"])["secret"]
    assert rotated == service.facts("bot", "secret", added["id"])["secret"] != added["secret"]


def test_a_check_says_what_is_wrong(service: Service) -> None:
    """Step by step, as `arena check` does; exit code 1 where one failed."""
    well, ill = service.do(service.bots.start()), service.do(service.bots.start(broken))
    good = service.run("bot", "check", service.facts("bot", "add", "good", well)["id"], "--json")
    # The check that begins at once has the bad bot complain to stderr, which is ours here.
    added = service.run("bot", "add", "bad", ill, "--json").out
    bad = service.run("bot", "check", msgspec.json.decode(added, type=ShownBot).id)

    assert good.code == 0
    assert msgspec.json.decode(good.out, type=Report).state == "finished"
    assert bad.code == 1
    assert "failed: sky-5, ask: take: status: status 500" in bad.out


def test_a_bot_is_kept_from_play_by_hand_and_brought_back(service: Service) -> None:
    """By its owner, and in his own tournament by an organiser; its owner sees the history."""
    cup = service.drafted()
    (bot, *_) = service.entered(cup, 1)
    held = service.facts("bot", "quarantine", bot, "--reason", "a new disk")
    freed = service.facts("bot", "release", bot)
    inside = service.facts("bot", "quarantine", bot, "--reason", "too slow", "--in", cup)
    outside = service.facts("bot", "release", bot, "--in", cup)
    retired = service.facts("bot", "retire", bot)
    back = service.facts("bot", "unretire", bot)

    states = [each["state"] for each in (held, freed, inside, outside, retired, back)]
    assert states == ["in quarantine", "ready", "ready", "ready", "retired", "ready"]
    assert "a new disk" in service.ok("bot", "show", bot)
    assert f"in tournament {cup}" in inside["quarantine"]
    assert "quarantine" not in outside


def test_what_a_bot_did_wrong_is_listed(service: Service) -> None:
    """In an exhibition here: where, at what kind of ask, and what was expected; all in the JSON."""
    bot = service.facts("bot", "add", "mine", service.do(service.bots.start(out_of_bounds)))["id"]
    who = service.do(service.app.owners.authenticate(os.environ["ARENA_TOKEN"]))
    wish = Wish(bots=(bot, "house:sky5-simple"), game="sky-5")
    one = service.do(service.app.exhibitions.create(who, wish))
    service.do(service.app.exhibitor.play(one.id, asyncio.Event()))
    lines = service.ok("bot", "faults", bot, "--exhibition", one.id, "--most", "3").splitlines()
    full = service.ok("bot", "faults", bot, "--kind", "illegal", "--json")
    none = service.ok("bot", "faults", bot, "--during", "match").splitlines()

    head, *rows = lines[-4:]  # what was played in this process has been logged before
    assert head.split() == ["at", "in", "ask", "fault", "ms", "status", "detail"]
    assert all(f"  exhibition {one.id}  " in row and "  illegal  " in row for row in rows)
    assert "expected a choice from 0 to" in rows[0]
    made = msgspec.json.decode(full, type=list[FaultView])
    assert {each.body_start for each in made} == {'{"choice":1000,"say":null}'}
    assert len(none) == 1


def test_a_bot_leaves_a_tournament_and_is_deleted(service: Service) -> None:
    """Nothing of it is left but that it was there."""
    cup = service.drafted()
    (bot, *_) = service.entered(cup, 1)
    left = service.ok("bot", "leave", bot, cup)
    entries = service.ok("tournament", "entries", cup)
    deleted = service.ok("bot", "delete", bot)

    assert left == f"taken out {bot}\n"
    assert len(entries.splitlines()) == 1
    assert deleted == f"deleted {bot}\n"
    assert service.facts("bot", "show", bot)["state"] == "deleted"


def test_what_is_refused_names_the_field(service: Service) -> None:
    """In a line, with what was given and what is expected."""
    cup, url = service.drafted(), service.do(service.bots.start())
    bot = service.facts("bot", "add", "mine", url)["id"]
    taken = service.run("bot", "add", "mine", service.do(service.bots.start()))
    nobody = service.run("bot", "add", "other", "http://127.0.0.1:1")
    nonce = service.run("bot", "enter", bot, cup, "--nonce", "ab")

    assert (taken.code, nobody.code, nonce.code) == (2, 2, 2)
    assert taken.err.startswith("error: name: you have a bot called 'mine' already")
    assert nobody.err.startswith("error: url: expected port 443, 80, or one from 1024")
    assert "nonce" in nonce.err
    assert all(ran.err.count("\n") == 1 for ran in (taken, nobody, nonce))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "mine"), "expected an id of 32 hex digits, got 'mine'"),
        (
            ("change", NOWHERE),
            "--name, --bot-url or --exhibitions: expected what shall change, got none",
        ),
        (("release", NOWHERE, "--in", "cup"), "expected an id of 32 hex digits, got 'cup'"),
        (("quarantine", NOWHERE), "--reason"),
        (("list", "--most", "0"), "--most"),
    ],
)
def test_bad_input_is_refused_before_anything_is_sent(
    arguments: tuple[str, ...], message: str, arena: Run
) -> None:
    """Exit code 2."""
    ran = arena("bot", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.replace("│", " ").split())
