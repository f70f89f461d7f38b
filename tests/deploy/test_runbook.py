"""The runbook: its commands, run as they stand there by a shell, hold the contest it tells of."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from arena.cli.processes import free_ports
from arena.match.urls import UrlError, parse
from tests.deploy.server import DEPLOY
from tests.sizes import size

ROOT = DEPLOY.parent
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OF_TEN_LINES = size(4, 12)
"""Bots of this kind, of which the page starts twelve; and there are the house's and broken ones."""
BOTS = 8 + OF_TEN_LINES


def script(port: int, base: int) -> str:
    """Give all commands of the page, with these ports in the place of those that are named, and as
    many bots as this test has.

    Should this process be killed, whatever they have started is, too.
    """
    watch = f"(while kill -0 {os.getpid()}; do sleep 1; done; kill -KILL 0) 2> /dev/null &\n"
    blocks = _BLOCK.findall((DEPLOY / "RUNBOOK.md").read_text())
    text = "".join(["set -euo pipefail\n", watch, *blocks])
    for told, ours in (
        ("127.0.0.1:8000/", f"127.0.0.1:{port}/"),
        ("base=9000 ", f"base={base} "),
        ("$(seq 12)", f"$(seq {OF_TEN_LINES})"),
    ):
        assert told in text
        text = text.replace(told, ours)
    return text


def free_row(count: int) -> int:
    """Give the first of so many ports in a row that nobody listens on, and bots may have.

    They are below those that systems give to whoever asks for any.
    """
    while True:
        first = random.randrange(10_000, 30_000)
        try:
            with ExitStack() as opened:
                for port in range(first, first + count):
                    parse(f"http://127.0.0.1:{port}")
                    opened.enter_context(socket.create_server(("127.0.0.1", port)))
        except (OSError, UrlError):
            continue
        return first


def run(text: str, directory: Path, port: int) -> str:
    """Give what a script prints, which must succeed; nothing that it has started is left."""
    environ = {
        **os.environ,
        "TMPDIR": str(directory),
        "ARENA_PORT": str(port),
        "ARENA_URL": f"http://127.0.0.1:{port}",
    }
    for name in ("ARENA_DATA", "ARENA_REDIS_URL", "ARENA_TOKEN"):
        environ.pop(name, None)
    with (
        tempfile.TemporaryFile("w+") as printed,  # a pipe would end with the last that it starts
        subprocess.Popen(
            ["bash", "-c", text],
            cwd=ROOT,
            env=environ,
            stdout=printed,
            stderr=subprocess.STDOUT,
            process_group=0,
        ) as shell,
    ):
        try:
            with suppress(subprocess.TimeoutExpired):
                shell.wait(timeout=500)
        finally:
            with suppress(ProcessLookupError):  # all of it has ended
                os.killpg(shell.pid, signal.SIGKILL)
        printed.seek(0)
        said = printed.read()
    assert shell.returncode == 0, said
    return said


def lines(path: Path) -> list[dict[str, object]]:
    """Give what a file of JSON lines holds."""
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.timeout(540)  # some thirty processes, on whatever machine
def test_the_runbook_holds_a_contest_from_nothing_to_its_files(tmp_path: Path) -> None:
    """All bots, a dead worker, a withdrawal, a pause, a rerun: finished, exported, proved."""
    (port,) = free_ports(1)
    printed = run(script(port, free_row(BOTS)), tmp_path, port)
    (directory,) = tmp_path.iterdir()
    files = directory / "files"
    view = json.loads((files / "tournament.json").read_text())
    acts = [act["act"] for act in lines(files / "audit.jsonl")]
    matches = lines(files / "matches.jsonl")

    assert (view["state"], view["entries"], len(view["withdrawn"])) == ("finished", BOTS, 1)
    assert acts == [
        "create", "open", "start", "withdraw", "pause", "void", "resume",
    ]  # fmt: skip
    assert len([match for match in matches if not match["voided"]]) == 2 * BOTS
    assert "has ended by itself and was started again" in (directory / "up.log").read_text()
    assert "files/proof.ndjson.gz: verified" in printed
    assert f"{len(matches)} ok, played again" in printed
    assert printed.count("the same, bit for bit") == 2
    assert printed.rstrip().endswith("no alarms")
