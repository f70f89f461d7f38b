"""`arena tournament export`: what is public of a tournament, as files that fit together."""

import json
from pathlib import Path

from arena.service.started import find_started
from tests.cli.service import Service

FILES = {"entries": "entries", "standings": "standings", "tournament": "status"}
"""Files with what a command prints as JSON."""


def test_a_tournament_is_exported_with_its_replays(service: Service) -> None:
    """Each file holds what its commands print; every replay proves its match."""
    cup, out = service.drafted(), service.directory / "out"
    service.entered(cup)
    service.ok("tournament", "start", cup)
    view = service.play(cup)
    printed = service.ok("tournament", "export", cup, "--out", out, "--replays")
    matches = [json.loads(line) for line in (out / "matches.jsonl").read_text().splitlines()]
    replays = sorted((out / "replays").iterdir())

    assert json.loads((out / "tournament.json").read_text())["heads"] == view.heads
    for name, command in FILES.items():
        asked = json.loads(service.ok("tournament", command, cup, "--json"))
        assert json.loads((out / f"{name}.json").read_text()) == asked
    acts = [json.loads(line)["act"] for line in (out / "audit.jsonl").read_text().splitlines()]
    assert acts == ["create", "open", "start"]
    for name in ("history", "crosstable"):
        assert len((out / f"{name}.jsonl").read_text().splitlines()) == 3
    assert (out / "standings.csv").read_text().startswith("rank,bot,name,rating,")
    assert [path.stem for path in replays] == sorted(match["id"] for match in matches)
    assert len(matches) == 12
    assert service.run("verify", *replays).code == 0
    assert set(printed.splitlines()) == {str(path) for path in out.iterdir() if path.is_file()}


def test_sealed_replays_are_left_out_and_a_second_export_takes_the_place_of_the_first(
    service: Service,
) -> None:
    """While a round is played its replays and seeds are not told; nothing half written is left."""
    cup, out = service.drafted(), service.directory / "out"
    service.entered(cup)
    service.ok("tournament", "start", cup)
    service.do(service.app.sets.play(cup, 1, [0]))
    started = service.do(find_started(service.app.store.tournaments, cup))
    seed = started.schedule.set(1, 0).matches[0].seed
    first = service.ok("tournament", "export", cup, "--out", out, "--replays")
    second = service.ok("tournament", "export", cup, "--out", out, "--json")

    assert list((out / "replays").iterdir()) == []
    assert len((out / "matches.jsonl").read_text().splitlines()) == 2
    files = [path for path in out.iterdir() if path.is_file()]
    assert not [path for path in files if seed in path.read_text()]
    assert json.loads(second) == first.splitlines()
    assert not [path for path in out.iterdir() if path.name.startswith(".")]


def test_what_cannot_be_written_is_told(service: Service) -> None:
    """Exit code 2, and where."""
    cup = service.drafted()
    file = service.directory / "file"
    file.write_text("in the way")
    ran = service.run("tournament", "export", cup, "--out", file)

    assert ran.code == 2
    assert f"--out: expected a directory, got {file}" in ran.err
    assert file.read_text() == "in the way"


def test_a_draft_has_no_matches(service: Service) -> None:
    """Only what there is of it."""
    out = service.directory / "out"
    service.ok("tournament", "export", service.drafted(), "--out", out, "--replays")

    assert sorted(path.name for path in out.iterdir()) == [
        "audit.jsonl",
        "entries.json",
        "standings.csv",
        "standings.json",
        "tournament.json",
    ]


def test_nothing_is_written_of_a_tournament_that_is_none(service: Service) -> None:
    """Not even the directory."""
    out = service.directory / "out"
    ran = service.run("tournament", "export", "0" * 32, "--out", out)

    assert ran.code == 2
    assert "there is no tournament" in ran.err
    assert not Path(out).exists()
