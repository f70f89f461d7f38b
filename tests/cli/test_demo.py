"""`arena demo`: it plays, rates and proves; and it leaves nothing behind, whatever happens."""

import asyncio
import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

from arena.app import open_app
from arena.app.settings import Settings
from arena.store import embedded
from tests.cli.command import ARENA
from tests.cli.conftest import Run
from tests.cli.family import alive, descendants

pytestmark = pytest.mark.timeout(300)  # some twenty processes, on whatever machine

NAMES = {
    "Sky 5": ("sky5-good", "sky5-simple", "sky5-random"),
    "Sky Heist": ("heist-good", "heist-simple", "heist-random"),
}


def test_a_small_demo_plays_rates_and_proves(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both boards, both proofs, and replays that `verify` accepts until a decision is changed.

    The store is kept where that is asked for, with all that was played.
    """
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    out, data = tmp_path / "replays", tmp_path / "data"

    demo = subprocess.run(
        [ARENA, "demo", "--rounds", "1", "--out", out, "--data", data],
        capture_output=True,
        text=True,
    )

    assert demo.returncode == 0, demo.stderr
    for bot in (
        f"{name}-{number}" for names in NAMES.values() for name in names for number in (1, 2)
    ):
        assert re.search(rf"^{bot} +[1-6] +\d+\.\d\? +[45]$", demo.stdout, re.MULTILINE), bot
    assert "Sky 5: ratings computed again from the log of 15 sets: the same" in demo.stdout
    assert "Sky Heist: ratings computed again from the log of 6 sets: the same" in demo.stdout
    assert "24 matches played again: the same, bit for bit" in demo.stdout
    assert "30 matches played again: the same, bit for bit" in demo.stdout
    assert f"arena up --data {data}" in demo.stdout
    assert sorted(tmp_path.iterdir()) == [data, out]
    assert asyncio.run(_kept(data)) == {"Sky 5": ("finished", 6), "Sky Heist": ("finished", 6)}
    replays = sorted(out.iterdir())
    assert len(replays) == 54
    assert arena("verify", *replays).code == 0
    some = [with_a_changed_decision(replay) for replay in replays[::6]]
    ran = arena("verify", *some)
    assert ran.code == 1
    assert [": differs between decisions " in line for line in ran.out.splitlines()] == [True] * 9


async def _kept(data: Path) -> dict[str, tuple[str, int]]:
    """Give the tournaments in a store, by name: their state, and how many bots their ladder has."""
    with embedded.serve(data) as (url, _):
        async with open_app(Settings(redis_url=url, data=data)) as app:
            await app.ladder_rounds.rate_all()
            return {
                each.name: (each.state, len(await app.ladders.board(each.config.game)))
                for each in (await app.tournaments.page(None, 10)).items
            }


def with_a_changed_decision(replay: Path) -> Path:
    """Give the file with its middle decision made a fault, or answered where it was one."""
    record = json.loads(replay.read_text())
    middle = len(record["decisions"]) // 2
    record["decisions"][middle] = 0 if record["decisions"][middle] == -1 else -1
    replay.write_text(json.dumps(record))
    return replay


@pytest.mark.parametrize(
    ("line", "kind"), [("Starting", signal.SIGTERM), ("Playing", signal.SIGINT)]
)
def test_an_interrupted_demo_leaves_nothing_behind(
    line: str, kind: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While processes start as while matches are played: none of them stays, and no file."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    demo = subprocess.Popen([ARENA, "demo"], stdout=subprocess.PIPE, text=True)
    assert demo.stdout is not None
    while not demo.stdout.readline().startswith(line):
        pass
    family = descendants(demo.pid)

    demo.send_signal(kind)
    demo.communicate()

    assert demo.returncode == 130
    assert family
    assert not [pid for pid in family if alive(pid)]
    assert list(tmp_path.iterdir()) == []
