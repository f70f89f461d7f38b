"""What a worker logs says of which job and set it is."""

import socket
from pathlib import Path

import msgspec

from arena.app import App
from arena.service.owners import Identity
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, start_contest
from tests.waiting import until_finished
from tests.workers.conftest import Start


def broken(_: Ask) -> int:
    """Answer what is no option."""
    return 1_000


class Line(msgspec.Struct):
    """A line of the log, of a failed call or a committed set."""

    event: str
    job: str = ""
    worker: str = ""
    tournament: str = ""
    round: int = 0
    set: int = -1
    fault: str = ""
    detail: str = ""


def lines_of(log: Path, event: str) -> list[Line]:
    """Give the lines of a log that tell of such an event."""
    lines = [msgspec.json.decode(line, type=Line) for line in log.read_bytes().splitlines()]
    return [line for line in lines if line.event == event]


async def test_failed_calls_and_committed_sets_are_logged_with_where_and_by_whom(
    app: App, ada: Identity, loopback: Loopback, start: Start, log: Path
) -> None:
    """So that what an owner asks about is found among thousands of lines, and who played what."""
    view = await start_contest(app, ada, loopback, DUEL, (by_view, broken))
    worker = start("workers.worker")
    await until_finished(app, view.id)
    worker.terminate()
    worker.wait()

    done = lines_of(log, "set_committed")
    assert [(line.tournament, line.round, line.set) for line in done] == [
        (view.id, 1, 0),
        (view.id, 2, 0),
    ]
    assert {line.worker for line in done} == {f"{socket.gethostname()}-{worker.pid}"}
    failed = lines_of(log, "call_failed")
    assert failed
    for line in failed:
        assert (line.tournament, line.set, line.fault) == (view.id, 0, "illegal")
        assert line.round in (1, 2)
        assert "expected a choice from 0" in line.detail
        assert line.job.startswith(f"{view.id}-")
