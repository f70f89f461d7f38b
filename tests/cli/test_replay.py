"""`arena replay`: the story of a match, and its events."""

import subprocess
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from arena.engine.ask import Event
from arena.engine.beat import Beat
from arena.engine.record import FaultNote, Say
from arena.engine.rules import Game
from arena.engine.story import tell
from arena.games import GAMES
from tests.cli.command import ARENA
from tests.cli.conftest import Run
from tests.cli.records import record_of, saved
from tests.contract.play import every_game

STEERS = "\x1b]0;x\x9b2J\u202e\nforged"
"""What clears a terminal, names its window, turns what comes after it, and would be a line."""


class Told(Event, frozen=True, tag="Told"):
    """An event of a game that repeats what it was told."""

    text: str


@pytest.mark.parametrize("name", GAMES)
def test_the_events_hash_to_the_digest(name: str, arena: Run, tmp_path: Path) -> None:
    """Anybody can check a digest with a tool of their own."""
    record = record_of(GAMES[name])

    ran = arena("replay", "--events", saved(tmp_path / "m.json", record))

    assert ran.code == 0
    assert sha256(ran.out.encode()).hexdigest() == record.digest


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_event_of_a_game_has_a_phrase(game: Game) -> None:
    """A new kind of event is not told by its bare fields for want of attention."""
    assert {str(event.__struct_config__.tag) for event in game.events} <= game.phrases.keys()


@every_game
def test_a_whole_match_can_be_told(game: Game) -> None:
    """Phrases name fields that exist; a game without phrases is told by its fields."""
    lines = list(tell(game, record_of(game)))

    assert len(lines) > 20
    assert not any("{" in line or "None" in line for line in lines)


def test_the_story_reads_in_order(arena: Run, tmp_path: Path) -> None:
    """Turns head what happens in them; the result comes last."""
    record = record_of(GAMES["sky-5"])

    ran = arena("replay", saved(tmp_path / "m.json", record))

    lines = ran.out.splitlines()
    assert lines[0] == "Sky 5, 3 players, rounds: 1"
    assert lines[1] == f"seed   {record.header.seed}"
    assert lines[2] == "Turn 1: seat 0"
    assert lines[3].startswith("  seat 0 draws ")
    assert f"seat 2: rank {record.outcome.ranks[2]}, score {record.outcome.scores[2]}" in lines
    assert lines[-1] == f"digest {record.digest}"


def test_chapters_stand_apart(arena: Run, tmp_path: Path) -> None:
    """Each round of Sky Heist after an empty line."""
    ran = arena("replay", saved(tmp_path / "m.json", record_of(GAMES["sky-heist"])))

    lines = ran.out.splitlines()
    heads = [at for at, line in enumerate(lines) if line.startswith("Round ")]
    assert len(heads) > 1
    assert all(lines[at - 1] == "" for at in heads)


def test_what_a_bot_says_cannot_steer_a_terminal(arena: Run, tmp_path: Path) -> None:
    """A replay file is from anybody; escape sequences in it are shown, not obeyed."""
    record = msgspec.structs.replace(
        record_of(GAMES["sky-5"]),
        faults=(FaultNote(0, STEERS),),
        says=(Say(0, "hi \x1b[2J [red]:smile:"), Say(1, STEERS)),
    )
    path = saved(tmp_path / "m.json", record)

    told = [arena("replay", path), arena("replay", "--events", path), arena("verify", path)]

    assert all(line.isprintable() for ran in told for line in (ran.out + ran.err).split("\n"))
    assert r"(said: 'hi \x1b[2J [red]:smile:')" in told[0].out
    assert told[0].out.count("forged") == 2


def test_an_event_steers_no_terminal_whatever_game_it_is_of(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though no game of today has words from outside in its events; they stay the same JSON."""
    record = record_of(GAMES["sky-5"])
    told = Told(text=STEERS)
    monkeypatch.setattr("arena.cli.replay.beats", lambda *_: [Beat((), [told])])

    ran = arena("replay", "--events", saved(tmp_path / "m.json", record))

    _, line, _ = ran.out.splitlines()
    assert line.isprintable()
    assert msgspec.json.decode(line, type=Told) == told


@pytest.mark.parametrize("flags", [(), ("--events",)])
@pytest.mark.parametrize(
    ("header", "message"),
    [({"rules": 9}, "rules: sky-5 is played here"), ({"game": "\x1b[2J"}, r"got '\x1b[2J'")],
)
def test_a_header_that_cannot_be_played_is_bad_input(
    header: dict[str, str | int], message: str, flags: tuple[str, ...], arena: Run, tmp_path: Path
) -> None:
    """The message names the file; nothing is told before, and nothing steers the terminal."""
    record = record_of(GAMES["sky-5"])
    changed = msgspec.structs.replace(
        record, header=msgspec.structs.replace(record.header, **header)
    )
    path = saved(tmp_path / "m.json", changed)

    ran = arena("replay", *flags, path)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {path}: ")
    assert message in ran.err


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_a_line(tmp_path: Path) -> None:
    """It is not our defect."""
    saved(tmp_path / "m.json", record_of(GAMES["sky-5"]))
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [ARENA, "replay", tmp_path / "m.json"], stdout=full, stderr=subprocess.PIPE, text=True
        )

    assert (done.returncode, done.stderr) == (2, "error: [Errno 28] No space left on device\n")


@pytest.mark.parametrize("command", [("replay",), ("replay", "--events"), ("schema",)])
def test_a_reader_who_has_seen_enough_is_no_finding(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    """`arena replay FILE | head -1` must not end with 1, which says that something is wrong."""
    arguments = command if command == ("schema",) else (*command, str(tmp_path / "m.json"))
    saved(tmp_path / "m.json", record_of(GAMES["sky-heist"]))
    with subprocess.Popen(
        [ARENA, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()

    assert (process.returncode, told) == (130, b"")


@pytest.mark.parametrize("flags", [(), ("--events",)])
def test_a_replay_that_cannot_be_told_is_found_wrong(
    flags: tuple[str, ...], arena: Run, tmp_path: Path
) -> None:
    """A story that is not what happened must not end as if it were."""
    record = record_of(GAMES["sky-5"])
    short = msgspec.structs.replace(record, decisions=record.decisions[:-1])
    impossible = msgspec.structs.replace(record, decisions=(9, *record.decisions[1:]))

    for wrong in (short, impossible):
        assert arena("replay", *flags, saved(tmp_path / "m.json", wrong)).code == 1
