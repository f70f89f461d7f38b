"""`arena play`: one match, repeatable, with every refusal in words."""

import asyncio
import inspect
import json
import os
from pathlib import Path

import pytest
from msgspec import structs

from arena.cli.play import play
from arena.engine.record import decode_record
from arena.games import GAMES
from bots.house import house
from tests.cli.conftest import Run
from tests.loopback import BOTH_GAMES, Loopback

SEED = "5e" * 32
BOT = "tests.cli.sample_bots:by_id"


def digest(out: str) -> str:
    """Give the digest that a match's report ends with."""
    return out.split("digest ")[1].split()[0]


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_gives_the_same_digest_in_another_process(
    game: str, arena_process: Run, tmp_path: Path
) -> None:
    """A match depends on its seed and its bots alone, bots that use ids as dice included."""
    (tmp_path / "sample.py").write_text(Path(__file__).with_name("sample_bots.py").read_text())
    command = ("play", "--game", game, "--seed", SEED, "--bot", "sample:by_id")

    first = arena_process(*command, "--bot", "sample:by_id", "--out", "one.json")
    second = arena_process(*command, "--bot", "sample:by_id", "--out", "two.json")

    assert first.code == second.code == 0
    assert digest(first.out) == digest(second.out)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


async def test_a_bot_behind_a_url_plays_as_it_does_in_process(arena_process: Run) -> None:
    """Views, events and windows reach a bot over HTTP as they are: the digest is the same."""
    command = ("play", "--game", "sky-heist", "--seed", SEED, "--allow-network", "127.0.0.1/32")
    good = house("heist-good")
    async with Loopback() as loopback:
        url = await loopback.start(good.decide, structs.replace(BOTH_GAMES, windows=good.windows))
        over_http = await asyncio.to_thread(
            arena_process, *command, "--bot", url, "--bot", "house:heist-simple"
        )
    local = await asyncio.to_thread(
        arena_process, *command, "--bot", "house:heist-good", "--bot", "house:heist-simple"
    )

    assert over_http.code == local.code == 0
    assert digest(over_http.out) == digest(local.out)


def test_a_drawn_seed_is_printed_and_gives_the_match_again(arena: Run) -> None:
    """Whoever saw an interesting match can have it back."""
    command = ("play", "--game", "sky-5", "--bot", BOT, "--bot", BOT)
    first = arena(*command)
    seed = first.out.split("seed ")[1].split()[0]

    again = arena(*command, "--seed", seed)
    other = arena(*command)

    assert again.out == first.out
    assert digest(other.out) != digest(first.out)


def test_the_report_has_rank_score_and_faults_by_seat(arena: Run, tmp_path: Path) -> None:
    """It says what the replay says, and each fault with its reason."""
    out = tmp_path / "match.json"
    broken = "tests.cli.sample_bots:out_of_range"

    ran = arena("play", "--game", "sky-5", "--bot", BOT, "--bot", broken, "--out", out)

    record = decode_record(out.read_bytes())
    for seat, (bot, faults) in enumerate(((BOT, 0), (broken, 5))):
        rank, score = record.outcome.ranks[seat], record.outcome.scores[seat]
        line = next(line for line in ran.out.splitlines() if line.startswith(f"seat {seat}:"))
        assert line.split()[2:] == [bot, str(rank), str(score), str(faults)]
    assert "illegal: expected a choice from 0 to 1, got 2" in ran.err
    assert record.digest == digest(ran.out)


def test_rounds_are_those_asked_for(arena: Run, tmp_path: Path) -> None:
    """A short match for trying out a bot."""
    out = tmp_path / "match.json"

    arena("play", "--game", "sky-heist", "--rounds", "2", "--bot", BOT, "--bot", BOT, "--out", out)

    assert json.loads(out.read_text())["header"]["rounds"] == 2


def test_a_bot_may_answer_with_a_condition(arena: Run, tmp_path: Path) -> None:
    """True is option 1 in the record too, which is else no replay."""
    out = tmp_path / "match.json"
    bot = "tests.cli.sample_bots:boolean"

    arena("play", "--game", "sky-5", "--bot", bot, "--bot", bot, "--out", out)

    assert set(map(type, json.loads(out.read_text())["decisions"])) == {int}
    assert arena("verify", out).code == 0


def test_an_error_in_a_bot_is_told_without_our_own_frames(arena: Run) -> None:
    """Its author looks for the line in his file; what steers a terminal is spelled out."""
    bot = "tests.cli.sample_bots:painting"

    ran = arena("play", "--game", "sky-5", "--bot", bot, "--bot", bot)

    assert "sample_bots.py" in ran.err
    assert "arena/cli" not in ran.err
    assert ran.err.endswith("\nValueError: \\x1b[31mred\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--game", "chess", "--bot", BOT), "game: expected one of sky-5, sky-heist, got 'chess'"),
        (("--game", "sky-5", "--bot", BOT), "players: expected 2 to 5, got 1"),
        (("--game", "sky-5", *["--bot", BOT] * 6), "players: expected 2 to 5, got 6"),
        (("--seed", "5e"), "seed: expected 64 hex digits (0-9, a-f), got '5e'"),
        (("--seed", "g" * 64), "seed: expected 64 hex digits"),
        (("--rounds", "0"), "rounds: expected 1 to 1, got 0"),
        (("--rounds", "two"), "--rounds"),
        (("--bot", "house:nobody"), "--bot house:nobody: expected one of"),
        (("--bot", "house:heist-good"), "--bot house:heist-good: it plays sky-heist, not sky-5"),
        (("--bot", "nobody"), "--bot: expected house:NAME, a URL, or module:function"),
        (("--bot", "../bots:decide"), "--bot: expected house:NAME, a URL, or module:function"),
        (("--bot", "no_such_module:decide"), "there is no module no_such_module here"),
        (("--bot", "tests.cli.sample_bots:nothing"), "expected a function nothing in the module"),
        (("--bot", "tests.cli.sample_bots:NOT_A_FUNCTION"), "expected a function NOT_A_FUNCTION"),
        (("--bot", "tests.cli.sample_bots:failing"), "ZeroDivisionError: a mistake of its author"),
        (("--bot", "tests.cli.sample_bots:silent"), "expected an int or a Choice, got None"),
        (("--bot", "tests.cli.sample_bots:babbling"), "expected an int or a Choice, got Choice("),
        (("--bot", "tests.cli.sample_bots:leaving"), "sample_bots:leaving failed:"),
        (("--bot", "ftp://example.org"), "before ://, got 'ftp://example.org'"),
        (("--bot", "http://127.0.0.1:8000"), "127.0.0.1 is refused"),
        (("--bot", "https://10.0.0.1/"), "10.0.0.1 is refused"),
        (("--allow-network", "10.0.0.0/33"), "--allow-network: expected an address or network"),
        (("--out", "no/such/place.json"), "--out: expected a file in a directory that exists"),
        (("--colour", "red"), "No such option: --colour"),
    ],
)
def test_bad_input_is_refused_by_name(
    arguments: tuple[str, ...], message: str, arena: Run, tmp_path: Path
) -> None:
    """Each refusal names the field, what was given and what is expected; nothing is written."""
    whole = () if "--game" in arguments else ("--game", "sky-5", "--bot", BOT, "--bot", BOT)
    out = tmp_path / "match.json"

    ran = arena("play", "--out", out, *whole, *arguments)

    assert ran.code == 2
    assert message in " ".join(ran.err.split())
    assert not out.exists()


def test_what_is_no_plain_file_stays_what_it_is(arena: Run, tmp_path: Path) -> None:
    """A replay goes through a pipe, a device or a link; it never takes the place of one."""
    link, target, pipe = tmp_path / "link", tmp_path / "target", tmp_path / "pipe"
    link.symlink_to(target)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for out in (link, pipe):
            command = ("play", "--game", "sky-5", "--bot", BOT, "--bot", BOT, "--seed", SEED)
            assert arena(*command, "--out", out).code == 0
        assert os.read(reader, 1 << 16) == target.read_bytes()
    finally:
        os.close(reader)
    assert link.is_symlink()
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [link, pipe, target]


def test_a_replay_that_cannot_be_written_leaves_no_draft(arena: Run, tmp_path: Path) -> None:
    """A name may be too long only for the file system."""
    ran = arena(
        "play", "--game", "sky-5", "--bot", BOT, "--bot", BOT, "--out", tmp_path / ("x" * 256)
    )

    assert ran.code == 2
    assert "cannot be written: File name too long" in ran.err
    assert not any(tmp_path.iterdir())


def test_the_example_in_the_help_is_one(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever copies it gets a match, given a bot of his own."""
    monkeypatch.chdir(tmp_path)
    example = (inspect.getdoc(play) or "").partition("For example: arena ")[2]

    assert arena(*example.replace("my_bot:decide", BOT).split()).code == 0


def test_a_bot_url_without_a_bot_is_refused(arena: Run) -> None:
    """A mistyped port is told before the match, not by five faults in it."""
    url = "http://127.0.0.1:9"
    ran = arena(
        "play", "--game", "sky-5", "--allow-network", "127.0.0.1/32", "--bot", BOT, "--bot", url
    )

    assert ran.code == 2
    assert f"--bot {url}" in ran.err
