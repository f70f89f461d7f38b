"""`arena export` and `arena verify`: a whole tournament proved from what everybody is given."""

import gzip
import json
import os
from pathlib import Path

import pytest

from arena.cli.bundle import proof as bundle_proof
from tests.cli.lying import Lying, serving
from tests.cli.service import CUP, Service

BEACON = "5e" * 32
KINDS = [
    "of", "commitment", "seed", "entrants", "schedule", "seatings", "deals", "matches", "faults",
    "log", "ratings", "final table", "attempt", "guarantee", "its word", "compare", "- begins",
    "- ends",
]  # fmt: skip


def held(service: Service) -> str:
    """Hold a tournament; give its id."""
    cup = service.drafted()
    service.entered(cup)
    service.ok("tournament", "start", cup)
    service.play(cup)
    service.ok("tournament", "status", cup)  # what was logged meanwhile is no part of what follows
    return cup


def checked(service: Service, path: Path) -> dict[str, str]:
    """Give what `verify` finds right in a bundle, by kind."""
    (finding,) = json.loads(service.ok("verify", path, "--json"))
    assert (finding["verdict"], finding["why"]) == ("verified", None)
    found: dict[str, str] = finding["checks"]
    return found


def test_a_finished_tournament_is_exported_and_proved(service: Service) -> None:
    """Without a token; every kind of thing is told with what was counted, and what to compare."""
    cup = held(service)
    out = service.directory / "cup.ndjson.gz"
    view = json.loads(service.ok("tournament", "status", cup, "--json"))
    printed = service.ok("export", cup, "--out", out, "--token", "")
    lines = [json.loads(line) for line in gzip.decompress(out.read_bytes()).splitlines()]
    told = checked(service, out)

    assert printed == f"{out}\n"
    assert [line["line"] for line in lines] == ["bundle", *["set"] * 6, "boards"]
    assert lines[0]["heads"] == view["heads"]
    assert list(told) == KINDS
    assert told["of"] == f"{cup} (Cup), finished"
    assert told["deals"] == "12 ok"
    assert told["faults"] == "0 ok, and 0 seats absent"
    assert told["log"] == "6 entries ok, 0 of them voids, of 0 sets"
    assert told["ratings"] == "3 ok, after 6 sets"
    assert told["commitment"] == f"ok: {view['commitment']}"
    assert told["guarantee"].startswith("the organiser is trusted not to have entered the last")
    assert view["opened"] in told["- begins"]
    assert view["heads"][-1] in told["- ends"]
    assert service.ok("verify", out).splitlines()[0] == f"{out}: verified"


def test_a_beacon_is_named_at_the_draft_and_given_at_the_start(service: Service) -> None:
    """Neither without the other; the value is public, and whoever verifies is to compare it."""
    cup = service.drafted(CUP + "beacon = 4711\n")
    service.entered(cup)
    without = service.run("tournament", "start", cup)
    started = service.facts("tournament", "start", cup, "--beacon", BEACON)
    service.play(cup)
    out = service.directory / "cup.ndjson.gz"
    service.ok("export", cup, "--out", out)
    told = checked(service, out)

    assert without.code == 2
    assert "beacon: expected the value of round 4711, 64 hex digits" in without.err
    assert started["beacon"] == f"round 4711: {BEACON}"
    assert told["seed"] == f"ok: 3 nonces, beacon round 4711 = {BEACON}: look it up"
    assert told["guarantee"].startswith("beacon, if its round came out after the last entry")


def test_a_beacon_that_was_not_named_is_refused(service: Service) -> None:
    """Nobody could have known of it before the nonces were given."""
    cup = service.drafted()
    service.entered(cup)
    ran = service.run("tournament", "start", cup, "--beacon", BEACON)

    assert ran.code == 2
    assert "the configuration does not name a beacon round" in ran.err
    assert service.facts("tournament", "status", cup)["state"] == "open"


def test_a_nonce_of_ones_own_goes_into_the_seed_and_one_that_is_drawn_is_shown(
    service: Service,
) -> None:
    """Both stand in the list of entries, and in the bundle."""
    cup = service.drafted()
    own = service.facts("bot", "add", "mine", service.do(service.bots.start()))["id"]
    other = service.facts("bot", "add", "other", service.do(service.bots.start()))["id"]
    given = service.ok("bot", "enter", own, cup, "--nonce", "ab" * 32)
    drawn = json.loads(service.ok("bot", "enter", other, cup, "--json"))["nonce"]
    listed = json.loads(service.ok("tournament", "entries", cup, "--json"))

    assert "its nonce for the seed is " + "ab" * 32 in given
    assert {each["bot"]: each["nonce"] for each in listed} == {own: "ab" * 32, other: drawn}


def test_an_attempt_is_counted_by_the_name(service: Service) -> None:
    """Whoever begins again shows it, in whatever case; the cancelled one can be proved as well."""
    first = service.drafted()
    service.entered(first)
    service.ok("tournament", "start", first)
    service.ok("tournament", "cancel", first)
    second = service.facts("tournament", "status", service.drafted(CUP.replace("Cup", "CUP")))
    out = service.directory / "cup.ndjson.gz"
    service.ok("export", first, "--out", out)

    assert second["attempt"] == "2 of this name"
    assert "cancelled in round 1" in checked(service, out)["schedule"]


def test_there_is_no_bundle_before_the_end(service: Service) -> None:
    """It would tell cards that are yet to be played; nothing is written."""
    cup = service.drafted()
    service.entered(cup)
    service.ok("tournament", "start", cup)
    out = service.directory / "cup.ndjson.gz"
    ran = service.run("export", cup, "--out", out)

    assert ran.code == 2
    assert "state: expected finished or cancelled, it is running" in ran.err
    assert not out.exists()


def test_what_differs_and_what_is_no_bundle_have_their_exit_codes(service: Service) -> None:
    """1 with the first thing that differs, 2 with the line; beside files that hold."""
    out = service.directory / "cup.ndjson.gz"
    service.ok("export", held(service), "--out", out)
    lines = gzip.decompress(out.read_bytes()).splitlines(keepends=True)
    forged, broken = service.directory / "forged.ndjson", service.directory / "broken.ndjson"
    forged.write_bytes(b"".join([lines[0], *lines[2:]]))
    broken.write_bytes(b"".join(lines[:3]))
    ran = service.run("verify", out, forged, broken)
    told = ran.out.splitlines()

    assert ran.code == 1
    assert told[0] == f"{out}: verified"
    assert told[-1].startswith(f"{forged}: log: round 1, entry 1 of the log: expected the head")
    assert ran.err == f"error: {broken}: after line 3: it breaks off before its boards\n"
    assert service.run("verify", broken).code == 2


def test_what_a_file_holds_is_not_repeated_at_length(service: Service, tmp_path: Path) -> None:
    """Whatever is quoted from a hostile file, the screen and the log of a run have an end."""
    path = tmp_path / "long.ndjson"
    path.write_bytes(b'{"line":"bundle","format":"sky-arena-bundle/1","' + b"x" * 10**6 + b'":1}\n')
    ran = service.run("verify", path)

    assert ran.code == 2
    assert "unknown field `xxx" in ran.err
    assert len(ran.err) < 3_000


def test_a_bundle_is_written_into_a_pipe_or_through_a_link(service: Service) -> None:
    """As any file is: neither is replaced, as a device would be by whoever may."""
    target, link, pipe = (service.directory / name for name in ("target", "link", "pipe"))
    link.symlink_to(target)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    cup = held(service)
    service.ok("export", cup, "--out", link)
    service.ok("export", cup, "--out", pipe)
    piped = os.read(reader, 2**20)
    os.close(reader)

    assert link.is_symlink()
    assert pipe.is_fifo()
    assert piped == target.read_bytes()


def test_a_bundle_that_breaks_off_on_its_way_leaves_no_file(service: Service) -> None:
    """What is there proves something, or is not there; the same for an answer that is none."""
    service.ok("export", held(service), "--out", service.directory / "whole.gz")
    whole = gzip.decompress((service.directory / "whole.gz").read_bytes())
    out = service.directory / "cup.gz"
    for answer in (whole[: len(whole) // 2], whole.rpartition(b'{"line":"boards"')[0], b"<html>"):
        with serving(Lying(answer)) as url:
            ran = service.run("export", "0" * 32, "--out", out, "--url", url)

        assert ran.code == 3
        assert ran.err == "error: bundle: it broke off before its end; try again\n"
        assert not out.exists()


def test_a_long_bundle_is_proved_on_all_cores(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In processes of their own; what differs first is found first, whoever finds it."""
    out, forged = service.directory / "cup.gz", service.directory / "forged.ndjson"
    service.ok("export", held(service), "--out", out)
    lines = gzip.decompress(out.read_bytes()).splitlines(keepends=True)
    forged.write_bytes(b"".join([lines[0], lines[2], lines[1], *lines[3:]]))
    monkeypatch.setattr(bundle_proof, "WORTH", 1)
    monkeypatch.setattr(bundle_proof, "CHUNK", 1)
    ran = service.run("verify", out, forged)

    assert ran.code == 1
    assert ran.out.startswith(f"{out}: verified\n")
    assert f"\n{forged}: log: round 1, entry 1 of the log: expected the head" in ran.out
