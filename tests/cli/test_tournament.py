"""`arena tournament`: a contest directed from the command line, over the API of a real service."""

import json
from threading import Thread

import msgspec
import pytest
from aiohttp import web

from arena.service.direction import ActView
from arena.service.tournaments import TournamentView
from tests.cli.conftest import Run
from tests.cli.service import CUP, Service

NOWHERE = "0" * 32


def test_a_contest_is_directed_from_its_file_to_its_end(service: Service) -> None:
    """Every act is told as the tournament then stands, and is in the log of acts."""
    cup = service.drafted()
    service.entered(cup)
    opened = service.facts("tournament", "status", cup)
    acts = ("start", "pause", "resume")
    states = [service.facts("tournament", act, cup)["state"] for act in acts]
    service.play(cup)
    ended = service.facts("tournament", "status", cup)
    board = service.ok("tournament", "standings", cup).splitlines()
    final = service.ok("tournament", "standings", cup, "--final").splitlines()
    audit = service.ok("tournament", "audit", cup).splitlines()

    assert opened["state"] == "open"
    assert opened["entries"] == "3"
    assert opened["to come"].startswith("12 matches, about ")
    assert states == ["running, round 1 of 2", "paused, round 1 of 2", "running, round 1 of 2"]
    assert ended["state"] == "finished"
    assert ended["sets"] == "6 done, 0 open in this round"
    assert len(board) == 4
    assert [line.split()[1] for line in board[:1] + final[:1]] == ["rank", "rank"]
    assert final[5].startswith("final: 6 sets, ranked by scores")
    assert [line.split()[3] for line in audit[1:]] == ["create", "open", *acts]


def test_programs_have_the_answers_of_the_service(service: Service) -> None:
    """With --json; of lists all pages as one."""
    cup = service.drafted()
    view = msgspec.json.decode(
        service.ok("tournament", "status", cup, "--json"), type=TournamentView
    )
    acts = msgspec.json.decode(service.ok("tournament", "audit", cup, "--json"), type=list[ActView])
    listed = json.loads(service.ok("tournament", "list", "--json"))

    assert (view.id, view.state, view.registration) == (cup, "open", "open")
    assert [act.act for act in acts] == ["create", "open"]
    assert [each["id"] for each in listed] == [cup]
    assert json.loads(service.ok("tournament", "entries", cup, "--json")) == []
    assert json.loads(service.ok("tournament", "invitation", cup, "--json")) == {"invitation": None}


def test_sets_are_made_void_and_a_bot_is_withdrawn(service: Service) -> None:
    """It is told which sets are played again, and who is out."""
    cup = service.drafted()
    bots = service.entered(cup)
    service.ok("tournament", "start", cup)
    one = service.ok("tournament", "void", cup, "--round", "1", "--set", "2", "--reason", "a slip")
    gone = service.facts("tournament", "withdraw", cup, bots[0], "--reason", "broken")
    rest = ("--no-rerun", "--reason", "all of it")
    all_of_it = service.ok("tournament", "void", cup, "--round", "1", *rest)

    assert one == "void: round 1: 2\nplayed again: round 1: 3\n"
    assert gone["withdrawn"] == bots[0]
    assert all_of_it == "void: round 1: 0, 1, 3\nplayed again: nothing\n"
    assert "a slip" in service.ok("tournament", "audit", cup)


def test_by_invitation_only_its_code_lets_in(service: Service) -> None:
    """The organiser is told the code, everybody else that there is one."""
    cup = service.drafted(CUP + 'registration = "invitation"\n')
    bot = service.facts("bot", "add", "mine", service.do(service.bots.start()))["id"]
    without = service.run("bot", "enter", bot, cup)
    code = service.ok("tournament", "invitation", cup).strip()
    entered = service.ok("bot", "enter", bot, cup, "--invitation", code)

    assert without.code == 2
    assert "invitation: expected the code that the organiser gives, got none" in without.err
    assert entered.startswith("entered mine; its nonce for the seed is ")
    assert service.facts("tournament", "status", cup)["entries"] == "1 (by invitation)"


def test_an_owner_who_is_invited_by_name_needs_no_code(service: Service) -> None:
    """As the file says; one who is no owner is told with his line, and nothing is created."""
    ada = service.facts("bot", "add", "mine", service.do(service.bots.start()))
    bot, owner = ada["id"], ada["owner"].partition(" ")[0]
    by_name = CUP + 'registration = "invitation"\ninvited = [\n  "{}",\n  "{}",\n]\n'
    file = service.directory / "cup.toml"
    file.write_text(by_name.format(owner, NOWHERE))
    refused = service.run("tournament", "create", "--file", file)
    cup = service.drafted(by_name.format(owner, owner))

    assert (refused.code, refused.out) == (2, "")
    assert f"{file}:9: invited[1]: expected the id of an owner" in refused.err
    assert service.facts("tournament", "status", cup)["invited"] == owner
    assert service.ok("bot", "enter", bot, cup).startswith("entered mine; ")


def test_who_watches_is_told_when_it_is_over(service: Service) -> None:
    """The command waits for the end of the tournament, and prints it."""
    cup = service.drafted()
    service.entered(cup)
    service.ok("tournament", "start", cup)
    playing = Thread(target=service.play, args=(cup,))
    playing.start()
    watched = service.facts("tournament", "status", cup, "--watch")
    playing.join()

    assert watched["state"] == "finished"


def test_an_act_that_is_refused_is_told_in_a_line(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is expected, and what it is; without a token, how one is had."""
    cup = service.drafted()
    early = service.run("tournament", "resume", cup)
    monkeypatch.setenv("ARENA_TOKEN", service.token("organiser"))
    others = service.run("tournament", "cancel", cup)
    monkeypatch.delenv("ARENA_TOKEN")
    nobody = service.run("tournament", "start", cup)

    assert (early.code, early.err) == (2, "error: state: expected paused, it is open\n")
    assert others.code == 2
    assert f"there is no tournament '{cup}' of yours" in others.err
    assert nobody.code == 2
    assert "arena token create NAME --scope organiser" in nobody.err


def test_what_only_the_service_knows_is_told_with_its_line_too(service: Service) -> None:
    """As the mistakes that are found before anything is sent."""

    async def refuse(_: web.Request) -> web.Response:
        told = {"detail": "config.rounds: expected fewer, got 2", "field": "config.rounds"}
        return web.json_response(told, status=422)

    other = web.Application()
    other.router.add_post("/v1/tournaments", refuse)
    url = service.do(service.bots.serve(other))
    file = service.directory / "cup.toml"
    file.write_text(CUP)
    ran = service.run("tournament", "create", "--file", file, "--url", url)

    assert (ran.code, ran.err) == (2, f"error: {file}:4: rounds: expected fewer, got 2\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("status", "cup"), 2, "expected an id of 32 hex digits, got 'cup'"),
        (("status", "../bots"), 2, "expected an id of 32 hex digits"),
        (("status", NOWHERE, "--url", "127.0.0.1:8000"), 2, "--url: expected one such as"),
        (("status", NOWHERE, "--url", "http://[::1"), 2, "--url: expected one such as"),
        (("status", NOWHERE, "--token", "a\nb"), 2, "--token: expected one as it was printed"),
        (("status", NOWHERE, "--url", "http://127.0.0.1:1"), 3, "Cannot connect"),
        (("void", NOWHERE, "--round", "0", "--reason", "x"), 2, "--round"),
        (("void", NOWHERE, "--round", "1"), 2, "--reason"),
        (("create", "--file", "/nowhere/cup.toml"), 2, "cannot be read: No such file"),
    ],
)
def test_bad_input_is_refused_before_anything_is_sent(
    arguments: tuple[str, ...], code: int, message: str, arena: Run
) -> None:
    """Exit code 2, or 3 where nothing answers."""
    ran = arena("tournament", *arguments)

    assert (ran.code, ran.out) == (code, "")
    assert message in " ".join(ran.err.replace("│", " ").split())
