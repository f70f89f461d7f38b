"""What a worker logs says of which job and set it is."""

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


class Failed(msgspec.Struct):
    """A failed call, as it is logged."""

    event: str
    job: str = ""
    tournament: str = ""
    round: int = 0
    set: int = -1
    fault: str = ""
    detail: str = ""


def failed_in(log: Path) -> list[Failed]:
    """Give the failed calls in a log."""
    lines = [msgspec.json.decode(line, type=Failed) for line in log.read_bytes().splitlines()]
    return [line for line in lines if line.event == "call_failed"]


async def test_a_failed_call_is_logged_with_its_job_and_its_set(
    app: App, ada: Identity, loopback: Loopback, start: Start, log: Path
) -> None:
    """So that what an owner asks about is found among thousands of lines."""
    view = await start_contest(app, ada, loopback, DUEL, (by_view, broken))
    start("workers.worker")
    await until_finished(app, view.id)

    failed = failed_in(log)
    assert failed
    for line in failed:
        assert (line.tournament, line.set, line.fault) == (view.id, 0, "illegal")
        assert line.round in (1, 2)
        assert "expected a choice from 0" in line.detail
    assert len({line.job for line in failed}) == len({line.round for line in failed})
