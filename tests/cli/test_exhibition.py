"""`arena exhibition`: matches that rate nobody, from the command line, over a real service."""

import asyncio
import json
import time
from threading import Thread

import msgspec
import pytest

from arena.engine.record import decode_record
from arena.service.exhibitions import ExhibitionView
from tests.cli.conftest import Run
from tests.cli.service import Service

NOWHERE = "0" * 32
HOUSE = "house:sky5-simple"


def mine(service: Service) -> str:
    """Register a bot; give its id."""
    return service.facts("bot", "add", "mine", service.do(service.bots.start()))["id"]


def play_begun(service: Service, bot: str) -> None:
    """Play the first exhibition that the owner of a bot begins, as a worker does."""
    owner = service.do(service.app.bots.get(bot)).owner
    while not (found := service.do(service.app.store.exhibitions.page(owner, None, 1))):
        time.sleep(0.02)
    service.do(service.app.exhibitor.play(found[0].exhibition.id, asyncio.Event()))


def test_an_exhibition_is_played_shown_and_replayed(service: Service) -> None:
    """The command waits for its end; its replay is a file that can be verified."""
    bot, out = mine(service), service.directory / "match.json"
    playing = Thread(target=play_begun, args=(service, bot))
    playing.start()
    played = service.ok("exhibition", "play", bot, HOUSE, "--game", "sky-5")
    playing.join()
    one = played.splitlines()[0].split()[1]
    told = json.loads(service.ok("exhibition", "replay", one, "--out", out, "--json"))
    listed = service.ok("exhibition", "list").splitlines()

    assert "state   finished" in played
    assert f"seat 0: {bot}" in played
    assert service.ok("exhibition", "show", one) == played
    assert told == {"replay": str(out)}
    assert f"digest  {decode_record(out.read_bytes()).digest}" in played
    assert service.ok("verify", out) == f"{out}: verified\n"
    assert [line.split()[0] for line in listed] == ["id", one]


def test_who_does_not_wait_has_it_as_it_is_then(service: Service) -> None:
    """With the seed that was given; programs have the answer of the service."""
    bot, seed = mine(service), "5e" * 32
    command = ("exhibition", "play", bot, HOUSE, "--game", "sky-5", "--seed", seed, "--no-wait")
    begun = msgspec.json.decode(service.ok(*command, "--json"), type=ExhibitionView)
    early = service.run("exhibition", "replay", begun.id, "--out", service.directory / "m.json")
    shown = service.facts("exhibition", "show", begun.id)
    play_begun(service, bot)
    record = service.do(service.app.store.exhibitions.get(begun.id))

    assert (begun.state, begun.bots) == ("queued", (bot, HOUSE))
    assert (shown["state"], shown["seat 1"]) == ("queued", HOUSE)
    assert early.code == 2
    assert "is not finished" in early.err
    assert record is not None
    assert record.exhibition.header.seed == seed
    assert service.facts("exhibition", "show", begun.id)["state"] == "finished"


def test_a_bot_is_made_willing(service: Service) -> None:
    """So that others may have it play in theirs; and not any more."""
    bot = mine(service)
    changed = [
        json.loads(service.ok("bot", "change", bot, option, "--json"))["exhibitions"]
        for option in ("--exhibitions", "--no-exhibitions")
    ]

    assert changed == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", HOUSE), "--game or --of: expected one of them"),
        (("play", HOUSE, "--game", "sky-5", "--of", "m"), "--game or --of: expected one of them"),
        (("show", "mine"), "expected an id of 32 hex digits, got 'mine'"),
        (("replay", NOWHERE, "--out", "/nowhere/m.json"), "--out: expected a file in a directory"),
    ],
)
def test_bad_input_is_refused_before_anything_is_sent(
    arguments: tuple[str, ...], message: str, arena: Run
) -> None:
    """Exit code 2."""
    ran = arena("exhibition", *arguments)

    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.replace("│", " ").split())
