"""Sizes and limits of the fault tests. `make faults` runs them at full size."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import embedded
from tests.server import server_url, store_url

__all__ = ["server_url", "store_url"]

_FULL = bool(os.environ.get("ARENA_FAULTS"))
_FULL_TIMEOUT_S = 1_800


def full(normal: int, full_size: int) -> int:
    """Give the size of a fault test: `normal`, or `full_size` where ARENA_FAULTS is set."""
    return full_size if _FULL else normal


@pytest.fixture(scope="session")
def stage_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for the explorer alone, which loads other functions there than the product's."""
    with embedded.serve(tmp_path_factory.mktemp("stage")) as url:
        yield url


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give full sizes their time; skip, visibly, where processes cannot be looked into."""
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if _FULL:
            item.add_marker(pytest.mark.timeout(_FULL_TIMEOUT_S))
        if sys.platform != "linux":
            item.add_marker(pytest.mark.skip(reason="looks into /proc"))
