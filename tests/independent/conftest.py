"""One bundle for all tests here, whichever of pytest's processes they run in."""

from fcntl import LOCK_EX, flock

import pytest

from arena.store import embedded
from arena.tournament.bundle import decode_line
from tests.independent.made import Bundle, hold, make


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Bundle:
    """The lines of a real bundle; the first process that wants them makes them."""
    base = tmp_path_factory.getbasetemp()
    kept = (base if worker_id == "master" else base.parent) / "cup.ndjson"
    with kept.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not kept.exists():
            directory = tmp_path_factory.mktemp("cup")
            with embedded.serve(directory) as (url, _):
                kept.write_bytes(make(url, directory, hold))
    return [decode_line(line) for line in kept.read_bytes().splitlines()]
