"""What a worker logs says of which job and set it is."""

import json

import pytest

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


async def test_a_failed_call_is_logged_with_its_job_and_its_set(
    app: App, ada: Identity, loopback: Loopback, start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    """So that what an owner asks about is found among thousands of lines."""
    view = await start_contest(app, ada, loopback, DUEL, (by_view, broken))
    start("workers.worker")
    await until_finished(app, view.id)

    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    failed = [line for line in lines if line["event"] == "call_failed"]
    assert failed
    for line in failed:
        assert (line["tournament"], line["set"], line["fault"]) == (view.id, 0, "illegal")
        assert line["round"] in (1, 2)
        assert "expected a choice from 0" in line["detail"]
    assert len({line["job"] for line in failed}) == len({line["round"] for line in failed})
